// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/metisPartition.hpp"

#include "lib/base/error.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

namespace fluxtet::partition {

namespace {

/// Parts may be this many thousandths heavier than the mean: a time step waits for the heaviest rank, so balance weighs
/// more than METIS's default of 30 would give it.
constexpr idx_t allowedImbalance = 10;

/// As METIS takes them: where its integers would not hold the sum, all are scaled down.
std::vector<idx_t> metisWeights(std::span<const std::int32_t> weight, std::int64_t numElements) {
  if (weight.empty()) return {};
  require(static_cast<std::int64_t>(weight.size()) == numElements, "{} element weights for {} elements", weight.size(),
          numElements);
  require(*std::min_element(weight.begin(), weight.end()) >= 1, "element weights must be at least 1");
  const std::int64_t total = std::accumulate(weight.begin(), weight.end(), std::int64_t{0});
  // Rounding up to 1 adds at most one for each element, of which there are at most a quarter of the largest integer.
  const std::int64_t divisor = total / (std::numeric_limits<idx_t>::max() / 2) + 1;
  std::vector<idx_t> scaled(weight.size());
  std::transform(weight.begin(), weight.end(), scaled.begin(),
                 [&](std::int32_t w) { return static_cast<idx_t>(std::max<std::int64_t>(1, w / divisor)); });
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

void callMetis(DualGraph& graph, std::vector<idx_t>& weight, int parts, int seed, std::vector<idx_t>& part) {
  std::array<idx_t, METIS_NOPTIONS> options;
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_CUT;
  options[METIS_OPTION_NUMBERING] = 0;
  options[METIS_OPTION_SEED] = seed;
  options[METIS_OPTION_UFACTOR] = allowedImbalance;
  idx_t numElements = graph.numElements(), constraints = 1, numParts = parts, cut = 0;
  const int status = METIS_PartGraphKway(&numElements, &constraints, graph.begin.data(), graph.neighbour.data(),
                                         weight.empty() ? nullptr : weight.data(), nullptr, nullptr, &numParts, nullptr,
                                         nullptr, options.data(), &cut, part.data());
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

std::vector<std::int32_t> partitionGraph(DualGraph graph, std::vector<idx_t>& weight, int parts, int seed) {
  std::vector<idx_t> part(static_cast<std::size_t>(graph.numElements()), 0);
  callMetis(graph, weight, parts, seed, part);
  fillEmptyParts(graph, parts, part);
  return {part.begin(), part.end()};
}

}  // namespace

std::vector<std::int32_t> partitionByMetis(const Mesh& mesh, int parts, int seed,
                                           std::span<const std::int32_t> weight) {
  const std::int64_t n = mesh.numElements();
  requireParts(parts, n);
  std::vector<idx_t> metisWeight = metisWeights(weight, n);
  if (parts == 1) return std::vector<std::int32_t>(static_cast<std::size_t>(n), 0);
  return partitionGraph(buildDualGraph(mesh), metisWeight, parts, seed);
}

std::vector<std::int32_t> partitionByMetis(DualGraph graph, int parts, int seed) {
  requireParts(parts, graph.numElements());
  if (parts == 1) return std::vector<std::int32_t>(static_cast<std::size_t>(graph.numElements()), 0);
  std::vector<idx_t> alike;
  return partitionGraph(std::move(graph), alike, parts, seed);
}

}  // namespace fluxtet::partition
