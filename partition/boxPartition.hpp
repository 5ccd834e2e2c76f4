// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/mesh.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::partition {

/// A block of cells for each of `parts` ranks, [rank]; each cell lies in one block. Of all grids px x py x pz = parts,
/// and of repeated bisection where none divides well, the function takes the one whose largest block is smallest, and
/// among equals (within 2 %) the one with the smallest surface between blocks. `cells`: number of cells along each
/// axis. Throws InputError for more parts than cells, or none.
std::vector<CellRange> partitionCells(const std::array<std::int64_t, 3>& cells, int parts);

/// Part 0..parts-1 of each element, [element], by recursive bisection of the centroids across the longest side of their
/// bounding box. Parts are equal within one element, and depend on the mesh and `parts` only. Serial. Throws InputError
/// for more parts than elements, or none.
std::vector<std::int32_t> partitionByCoordinates(const Mesh& mesh, int parts);

}  // namespace fluxtet::partition
