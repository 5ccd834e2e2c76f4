// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "partition/dualGraph.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::partition {

/// Part 0..parts-1 of each element, [element], by METIS's multilevel k-way method (Karypis, Kumar 1998) on the dual
/// graph: fewest faces are cut at parts of equal weight within a few per cent, and no part is empty. `weight`:
/// [element], at least 1; empty: all alike. The same mesh, parts and seed give the same result. Serial. Throws
/// InputError for more parts than elements, for weights that do not fit and for meshes beyond METIS's integers,
/// RunError if METIS fails.
std::vector<std::int32_t> partitionByMetis(const Mesh& mesh, int parts, int seed,
                                           std::span<const std::int32_t> weight = {});
/// The same on a given dual graph, with elements of equal weight.
std::vector<std::int32_t> partitionByMetis(DualGraph graph, int parts, int seed);

/// A graph whose parts are to be alike in several weights, and whose edges differ.
struct WeightedGraph {
  DualGraph graph;
  std::vector<std::int64_t> vertexWeight;  ///< [n][weights] at least 1; empty: all alike
  std::vector<idx_t> edgeWeight;           ///< [edges] as graph.neighbour; empty: all alike
  std::vector<double> imbalance;           ///< [weights] of the heaviest part over the mean that is allowed
};
/// The same on a graph with weights.
std::vector<std::int32_t> partitionByMetis(WeightedGraph graph, int parts, int seed);

}  // namespace fluxtet::partition
