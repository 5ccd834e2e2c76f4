// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "partition/dualGraph.hpp"

#include <cstdint>
#include <span>

namespace fluxtet::partition {

/// Dual graph of triangles (`nodes` = 3: joined by common edges) or tetrahedra (4: by common faces). `elementVertex`:
/// [element][nodes] vertex ids in 0..numVertices-1, in any order. A facet of more than two elements joins them in
/// pairs. Throws InputError for a mesh whose graph exceeds METIS's integers.
DualGraph buildSimplexGraph(std::span<const std::int32_t> elementVertex, int nodes, std::int32_t numVertices);

}  // namespace fluxtet::partition
