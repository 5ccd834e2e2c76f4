// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/rawMesh.hpp"
#include "lib/mesh/simplexMesh.hpp"

#include <string>

namespace fluxtet {

/// For triangles (RawMesh::dimension 2). Keeps the nodes that they use, scales to m (`scale`: m per mesh unit), orients
/// the triangles positively and validates the mesh (validatePlaneMesh()); numbers follow the file's tags. Throws
/// InputError for a node off the plane z = 0, and for a line of a group that is no edge of a triangle (dropped where
/// groups are automatic). `origin`: the file.
SimplexMesh assemblePlaneMesh(RawMesh raw, double scale, const std::string& origin);

}  // namespace fluxtet
