// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/levelPartition.hpp"

#include "lib/base/disjointSets.hpp"
#include "partition/dualGraph.hpp"
#include "partition/metisPartition.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace fluxtet::partition {

namespace {

/// How much more work, and how many more elements, than the mean a part may have.
constexpr double allowedWork = 1.01, allowedElements = 1.25;
/// Share of a part's work up to which elements are kept together.
constexpr double smallShare = 1.0 / 8;

std::span<const idx_t> neighboursOf(const DualGraph& graph, std::size_t e) {
  return std::span(graph.neighbour).subspan(graph.begin[e], graph.begin[e + 1] - graph.begin[e]);
}

/// Joins in `kept` the elements of each connected set of marked elements and their neighbours, if its work is at most
/// `most`.
void keepSmallSets(const DualGraph& graph, const std::vector<bool>& mark, const std::vector<std::int64_t>& work,
                   double most, DisjointSets& kept) {
  const std::size_t n = mark.size();
  DisjointSets sets(n);
  for (std::size_t e = 0; e < n; ++e)
    if (mark[e])
      for (const idx_t other : neighboursOf(graph, e)) sets.unite(e, static_cast<std::size_t>(other));
  std::vector<std::int64_t> workOf(n, 0);
  for (std::size_t e = 0; e < n; ++e) workOf[sets.find(e)] += work[e];
  for (std::size_t e = 0; e < n; ++e) {
    const std::size_t set = sets.find(e);
    if (static_cast<double>(workOf[set]) <= most) kept.unite(e, set);
  }
}

/// Number of the set of each element that is not to be cut, [element]; elements on their own are sets too. Sets are
/// numbered by their first element.
std::vector<idx_t> uncutSets(const DualGraph& graph, std::span<const std::uint8_t> level,
                             const std::vector<std::int64_t>& work, int parts) {
  const double total = static_cast<double>(std::accumulate(work.begin(), work.end(), std::int64_t{0}));
  const double most = smallShare * total / parts;
  const auto n = static_cast<std::size_t>(graph.numElements());
  DisjointSets kept(n);
  const int highest = n == 0 ? 0 : *std::max_element(level.begin(), level.end());
  for (int l = 1; l <= highest; ++l) {
    std::vector<bool> isFine(n), isNear(n);
    for (std::size_t e = 0; e < n; ++e) isFine[e] = isNear[e] = level[e] >= l;
    for (std::size_t e = 0; e < n; ++e)
      if (isFine[e])
        for (const idx_t other : neighboursOf(graph, e)) isNear[static_cast<std::size_t>(other)] = true;
    keepSmallSets(graph, isFine, work, most, kept);
    // Curls on the neighbours of a level need nothing of other parts if their own neighbours are there too.
    keepSmallSets(graph, isNear, work, most, kept);
  }
  const std::vector<std::size_t> numbers = kept.numbers();
  return {numbers.begin(), numbers.end()};
}

/// The graph of the sets: weights of work and of elements, and of the faces between two sets together.
WeightedGraph graphOfSets(const DualGraph& graph, const std::vector<idx_t>& set, std::span<const std::uint8_t> level,
                          const std::vector<std::int64_t>& work) {
  const auto sets = static_cast<std::size_t>(1 + *std::max_element(set.begin(), set.end()));
  WeightedGraph result;
  result.imbalance = {allowedWork, allowedElements};
  result.vertexWeight.assign(2 * sets, 0);
  std::vector<std::vector<idx_t>> elements(sets);
  for (std::size_t e = 0; e < set.size(); ++e) {
    const auto s = static_cast<std::size_t>(set[e]);
    result.vertexWeight[2 * s] += work[e];
    ++result.vertexWeight[2 * s + 1];
    elements[s].push_back(static_cast<idx_t>(e));
  }
  std::vector<std::pair<idx_t, idx_t>> edges;
  for (std::size_t s = 0; s < sets; ++s) {
    result.graph.begin.push_back(static_cast<idx_t>(result.graph.neighbour.size()));
    edges.clear();
    for (const idx_t e : elements[s])
      for (const idx_t other : neighboursOf(graph, static_cast<std::size_t>(e)))
        if (set[static_cast<std::size_t>(other)] != static_cast<idx_t>(s))
          edges.emplace_back(
              set[static_cast<std::size_t>(other)],
              idx_t{1} << std::max(level[static_cast<std::size_t>(e)], level[static_cast<std::size_t>(other)]));
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (i > 0 && edges[i].first == edges[i - 1].first) {
        result.edgeWeight.back() += edges[i].second;
      } else {
        result.graph.neighbour.push_back(edges[i].first);
        result.edgeWeight.push_back(edges[i].second);
      }
    }
  }
  result.graph.begin.push_back(static_cast<idx_t>(result.graph.neighbour.size()));
  return result;
}

}  // namespace

std::vector<std::int32_t> partitionByLevels(const Mesh& mesh, std::span<const std::uint8_t> level,
                                            std::span<const std::int32_t> weight, int parts, int seed) {
  const DualGraph graph = buildDualGraph(mesh);
  std::vector<std::int64_t> work(level.size());
  for (std::size_t e = 0; e < work.size(); ++e) work[e] = std::int64_t{weight.empty() ? 1 : weight[e]} << level[e];
  std::vector<idx_t> set = uncutSets(graph, level, work, parts);
  if (!set.empty() && *std::max_element(set.begin(), set.end()) + 1 < parts)
    std::iota(set.begin(), set.end(), idx_t{0});
  const std::vector<std::int32_t> partOfSet = partitionByMetis(graphOfSets(graph, set, level, work), parts, seed);
  std::vector<std::int32_t> part(level.size());
  for (std::size_t e = 0; e < part.size(); ++e) part[e] = partOfSet[static_cast<std::size_t>(set[e])];
  return part;
}

}  // namespace fluxtet::partition
