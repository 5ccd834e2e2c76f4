// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/rawMesh.hpp"

#include <string>

namespace fluxtet {

/// Joins nodes of elements and facets that lie within `tolerance` (in the unit of the nodes, `unit` m each) of each
/// other: the one of the lowest tag stays, where it is. So bodies that were meshed apart, with the same triangles where
/// they touch, become one mesh. Tells in `raw.changes` what was joined, and warns in `raw.notes` of joined faces that
/// lie in a surface, and where there was nothing to join. Throws InputError if an element has two such nodes. `origin`:
/// the file.
void mergeNodes(RawMesh& raw, double tolerance, double unit, const std::string& origin);

}  // namespace fluxtet
