// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::partition {

/// Part 0..parts-1 of each element, [element], of a mesh whose elements have levels of refinement in time
/// (docs/theory.md, section 3.13), by METIS. Balanced are the work of a time step, 2^level times `weight` for each
/// element, and, less closely, the number of elements, for the memory; a face between elements counts for the messages
/// that it takes where it is cut, 2^level of the finer one. Elements of level 1 or higher that hang together are never
/// cut, nor parted from their neighbours and the neighbours of these, if the work of all of them is at most an eighth
/// of a part's share; of a larger set this holds for those of level 2 or higher, and so on. `level`: [element];
/// `weight`: [element], at least 1; empty: all alike. The same mesh, levels, parts and seed give the same result.
/// Serial. Throws as partitionByMetis().
std::vector<std::int32_t> partitionByLevels(const Mesh& mesh, std::span<const std::uint8_t> level,
                                            std::span<const std::int32_t> weight, int parts, int seed);

}  // namespace fluxtet::partition
