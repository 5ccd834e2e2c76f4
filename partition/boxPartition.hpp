// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/mesh.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::partition {

/// A block of cells for each of `parts` ranks, every cell in one. Of all grids px x py x pz = parts, and of repeated
/// bisection where none divides well, the one with the smallest largest block, and among equals (within 2 %) the
/// smallest surface between blocks. Throws InputError for more parts than cells.
std::vector<CellRange> partitionCells(const std::array<std::int64_t, 3>& cells, int parts);

/// Part of each element by recursive bisection of the centroids across the longest side of their bounding box: parts
/// are equal within one element, and depend on the mesh and `parts` only. Serial. Throws InputError for more parts than
/// elements.
std::vector<std::int32_t> partitionByCoordinates(const Mesh& mesh, int parts);

}  // namespace fluxtet::partition
