// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/metisPartition.hpp"

#include "lib/base/error.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace fluxtet::partition {

namespace {

/// Parts may be heavier than the mean by this factor: a time step waits for the heaviest rank, so balance weighs more
/// than METIS's default of 1.03 would give it.
constexpr double allowedImbalance = 1.01;

/// As METIS takes them: where its integers would not hold the sum of one of the `kinds` of weights, these are scaled
/// down.
std::vector<idx_t> metisWeights(const std::vector<std::int64_t>& weight, std::size_t kinds) {
  if (weight.empty()) return {};
  require(*std::min_element(weight.begin(), weight.end()) >= 1, "element weights must be at least 1");
  std::vector<idx_t> scaled(weight.size());
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    std::int64_t total = 0;
    for (std::size_t i = kind; i < weight.size(); i += kinds) total += weight[i];
    // Rounding up to 1 adds at most one for each element, of which there are at most a quarter of the largest integer.
    const std::int64_t divisor = total / (std::numeric_limits<idx_t>::max() / 2) + 1;
    for (std::size_t i = kind; i < weight.size(); i += kinds)
      scaled[i] = static_cast<idx_t>(std::max<std::int64_t>(1, weight[i] / divisor));
  }
  return scaled;
}

/// METIS may leave parts empty where elements are few: each then takes one element, on the edge of the part that has
/// most.
void fillEmptyParts(const DualGraph& graph, int parts, std::vector<idx_t>& part) {
  std::vector<std::int64_t> size(parts, 0);
  for (const idx_t p : part) ++size[p];
  for (int empty = 0; empty < parts; ++empty) {
    if (size[empty] > 0) continue;
    const idx_t largest = static_cast<idx_t>(std::max_element(size.begin(), size.end()) - size.begin());
    idx_t chosen = -1;
    int fewest = std::numeric_limits<int>::max();
    for (idx_t e = 0; e < graph.numElements(); ++e) {
      if (part[e] != largest) continue;
      int companions = 0;
      for (idx_t i = graph.begin[e]; i < graph.begin[e + 1]; ++i) companions += part[graph.neighbour[i]] == largest;
      if (companions < fewest) {
        fewest = companions;
        chosen = e;
      }
    }
    part[chosen] = empty;
    --size[largest];
    ++size[empty];
  }
}

void callMetis(WeightedGraph& weighted, int parts, int seed, std::vector<idx_t>& part) {
  std::array<idx_t, METIS_NOPTIONS> options;
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_CUT;
  options[METIS_OPTION_NUMBERING] = 0;
  options[METIS_OPTION_SEED] = seed;
  DualGraph& graph = weighted.graph;
  idx_t numElements = graph.numElements(), constraints = static_cast<idx_t>(weighted.imbalance.size());
  idx_t numParts = parts, cut = 0;
  std::vector<idx_t> weight = metisWeights(weighted.vertexWeight, weighted.imbalance.size());
  std::vector<real_t> imbalance(weighted.imbalance.begin(), weighted.imbalance.end());
  const int status = METIS_PartGraphKway(&numElements, &constraints, graph.begin.data(), graph.neighbour.data(),
                                         weight.empty() ? nullptr : weight.data(), nullptr,
                                         weighted.edgeWeight.empty() ? nullptr : weighted.edgeWeight.data(), &numParts,
                                         nullptr, imbalance.data(), options.data(), &cut, part.data());
  requireRun(status != METIS_ERROR_MEMORY,
             "METIS ran out of memory partitioning {} elements: use `partition: {{method: box}}`, which needs less",
             numElements);
  requireRun(status == METIS_OK, "METIS failed with status {} partitioning {} elements into {}", status, numElements,
             parts);
}

void requireParts(int parts, std::int64_t elements) {
  require(parts >= 1, "a mesh cannot be partitioned into {} parts", parts);
  require(parts <= elements, "{} parts of a mesh of {} elements would leave some empty: use at most {} ranks", parts,
          elements, elements);
}

}  // namespace

std::vector<std::int32_t> partitionByMetis(WeightedGraph graph, int parts, int seed) {
  requireParts(parts, graph.graph.numElements());
  std::vector<idx_t> part(static_cast<std::size_t>(graph.graph.numElements()), 0);
  if (parts == 1) return {part.begin(), part.end()};
  callMetis(graph, parts, seed, part);
  fillEmptyParts(graph.graph, parts, part);
  return {part.begin(), part.end()};
}

std::vector<std::int32_t> partitionByMetis(const Mesh& mesh, int parts, int seed,
                                           std::span<const std::int32_t> weight) {
  const std::int64_t n = mesh.numElements();
  requireParts(parts, n);
  require(weight.empty() || static_cast<std::int64_t>(weight.size()) == n, "{} element weights for {} elements",
          weight.size(), n);
  if (parts == 1) return std::vector<std::int32_t>(static_cast<std::size_t>(n), 0);
  return partitionByMetis({buildDualGraph(mesh), {weight.begin(), weight.end()}, {}, {allowedImbalance}}, parts, seed);
}

std::vector<std::int32_t> partitionByMetis(DualGraph graph, int parts, int seed) {
  return partitionByMetis({std::move(graph), {}, {}, {allowedImbalance}}, parts, seed);
}

}  // namespace fluxtet::partition
