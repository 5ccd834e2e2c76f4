// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/levels/levelElements.hpp"

#include "app/dgtd/levels/timeLevels.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/clusters.hpp"

#include <algorithm>

namespace fluxtet::dgtd {
namespace {

/// The clusters of [begin, end) that hold an element for which `isListed` holds, neighbouring ones as one range.
template <class Predicate>
std::vector<ElementRange> clustersWith(std::int32_t begin, std::int32_t end, Predicate&& isListed) {
  std::vector<ElementRange> ranges;
  for (std::int32_t first = begin; first < end; first += elementsPerCluster) {
    const std::int32_t last = std::min(first + elementsPerCluster, end);
    bool any = false;
    for (std::int32_t e = first; e < last && !any; ++e) any = isListed(e);
    if (!any) continue;
    if (!ranges.empty() && ranges.back().end == first) {
      ranges.back().end = last;
    } else {
      ranges.push_back({first, last});
    }
  }
  return ranges;
}

template <class Predicate>
ElementList listOf(const SubMesh& mesh, Predicate&& isListed) {
  return {clustersWith(0, mesh.numInterior, isListed), clustersWith(mesh.numInterior, mesh.numElements, isListed)};
}

}  // namespace

std::vector<LevelElements> levelElements(const SubMesh& mesh, const std::vector<std::uint8_t>& level, int count,
                                         MPI_Comm comm) {
  if (count == 0) return {};
  const std::vector<std::uint8_t> ofFaces = levelsOfFaces(mesh, level, comm);
  const auto levelAt = [&](std::int32_t e) { return static_cast<int>(level[static_cast<std::size_t>(e)]); };
  const std::vector<std::uint8_t> near = levelsNear(ofFaces);
  const auto levelNear = [&](std::int32_t e) { return static_cast<int>(near[static_cast<std::size_t>(e)]); };
  std::int64_t highestCut = 0, highestNearCut = 0;
  for (const std::int32_t face : mesh.halo.sendFace) {
    highestCut = std::max<std::int64_t>(highestCut, ofFaces[static_cast<std::size_t>(face)]);
    highestNearCut = std::max<std::int64_t>(highestNearCut, levelNear(face / 4));
  }
  highestCut = maxOverRanks(comm, highestCut);
  highestNearCut = maxOverRanks(comm, highestNearCut);
  std::vector<LevelElements> lists;
  for (int l = 1; l <= count; ++l) {
    LevelElements& list = lists.emplace_back();
    list.own = listOf(mesh, [&](std::int32_t e) { return levelAt(e) >= l; });
    list.withNeighbours = listOf(mesh, [&](std::int32_t e) { return levelNear(e) >= l; });
    list.crossesRanks = highestCut >= l;
    list.neighboursCrossRanks = highestNearCut >= l;
    list.level = l;
    list.theta = filterTheta(l);
  }
  return lists;
}

}  // namespace fluxtet::dgtd
