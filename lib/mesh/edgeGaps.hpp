// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/insideSolids.hpp"
#include "lib/mesh/metalEdges.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <set>
#include <vector>

namespace fluxtet {

/// Cuts edges of the surfaces `metal` (tags) into pieces, and finds the metal across from each that is nearer than the
/// edge's width and `range`, in the model's unit: across from the faces that end at the edge, and of a sheet's edge
/// what lies on in the plane of the sheet. Angle, width and lines of the edges are there already.
void findPieces(const std::set<int>& metal, const NodePositions& positions, const InsideSolids& inside, double range,
                std::vector<MetalEdge>& edges);

}  // namespace fluxtet
