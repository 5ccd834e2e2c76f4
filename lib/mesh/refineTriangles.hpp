// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/simplexMesh.hpp"

namespace fluxtet {

/// Cuts each triangle of a plane mesh into four similar ones by the midpoints of its sides, each facet into two.
/// Triangle e has the children 4 e .. 4 e + 3, the last in the middle; orientation, regions and groups are inherited.
/// The midpoints of the edges (a, b), a < b, follow vertex a in the new numbers. Throws InputError beyond 2^31 - 1
/// corners of triangles.
SimplexMesh refineTriangles(SimplexMesh mesh);

}  // namespace fluxtet
