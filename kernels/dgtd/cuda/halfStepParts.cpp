// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/halfStepParts.hpp"

#include "kernels/dgtd/cuda/launches.hpp"
#include "lib/mesh/clusters.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace fluxtet::dgtd::cuda {

template <class Real>
std::vector<std::int32_t> partsOfHalfStep(int order, bool withJumps, const std::vector<std::int32_t>& numGathered,
                                          int clusterSize) {
  // Costs are clusters over those that a multiprocessor holds; a launch more costs as much as some.
  constexpr double worthwhile = 0.9, ofLaunch = 15;
  constexpr std::int32_t mostGranules = 256;
  const auto n = static_cast<std::int32_t>(numGathered.size());
  const std::int32_t whole = elementsPerCluster / clusterSize;
  const std::int32_t granule = whole * ((n + whole * mostGranules - 1) / (whole * mostGranules));
  std::map<std::int32_t, int> known;
  const auto costOf = [&](std::int32_t clusters, std::int32_t mostGathered) {
    const auto [atOnce, isNew] = known.try_emplace(mostGathered, 0);
    if (isNew) atOnce->second = clustersPerSm<Real>(order, withJumps, mostGathered);
    return ofLaunch + static_cast<double>(clusters) / atOnce->second;
  };
  std::vector<std::int32_t> end{0};  // of granules
  while (end.back() < n) end.push_back(std::min(n, end.back() + granule));
  std::vector<double> least(end.size(), 0);        // of all clusters up to the end of a granule
  std::vector<std::size_t> before(end.size(), 0);  // where the last part of these begins
  const std::int32_t multiprocessors = clustersAtOnce<Real>(order) / clustersPerSm<Real>(order, false, 0);
  const std::int32_t mostOfAll = n == 0 ? 0 : *std::max_element(numGathered.begin(), numGathered.end());
  const int withMost = clustersPerSm<Real>(order, withJumps, mostOfAll);
  if (n <= multiprocessors * withMost) return {n};                       // they begin at once
  if (withMost == clustersPerSm<Real>(order, withJumps, 0)) return {n};  // the traces keep no block out
  double together = 0;
  for (std::size_t to = 1; to < end.size(); ++to) {
    std::int32_t most = 0;
    for (std::size_t from = to; from-- > 0;) {
      for (std::int32_t c = end[from]; c < end[from + 1]; ++c)
        most = std::max(most, numGathered[static_cast<std::size_t>(c)]);
      const double cost = least[from] + costOf(end[to] - end[from], most);
      if (from + 1 == to || cost < least[to]) {
        least[to] = cost;
        before[to] = from;
      }
      if (from == 0) together = costOf(end[to], most);
    }
  }
  if (least.back() > worthwhile * together) return {n};
  std::vector<std::int32_t> parts;
  for (std::size_t to = end.size() - 1; to > 0; to = before[to]) parts.insert(parts.begin(), end[to]);
  return parts;
}

template std::vector<std::int32_t> partsOfHalfStep<float>(int, bool, const std::vector<std::int32_t>&, int);
template std::vector<std::int32_t> partsOfHalfStep<double>(int, bool, const std::vector<std::int32_t>&, int);

}  // namespace fluxtet::dgtd::cuda
