// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/states.hpp"

#include "lib/mesh/clusters.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fluxtet::dgtd {
namespace {

/// The elements whose medium has a pole at position `pole` with more than `part` states.
std::vector<std::int32_t> elementsWith(const DgtdProblem& problem, std::size_t pole, int part) {
  std::vector<std::int32_t> elements;
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    const std::vector<Pole>& poles = problem.polesOf(static_cast<std::size_t>(e));
    if (pole < poles.size() && part < poles[pole].size) elements.push_back(e);
  }
  return elements;
}

}  // namespace

PolePositions polePositions(const DgtdProblem& problem) {
  std::size_t most = 0;
  for (const auto& poles : problem.poles) most = std::max(most, poles.size());
  PolePositions positions;
  for (std::size_t p = 0; p < most; ++p) {
    int size = 0;
    for (const auto& poles : problem.poles)
      if (p < poles.size()) size = std::max(size, poles[p].size);
    positions.first.push_back(positions.first.back() + size);
  }
  return positions;
}

std::int64_t elementsWithPoleStates(const DgtdProblem& problem) {
  std::int64_t count = 0;
  const auto countClusters = [&](std::int32_t begin, std::int32_t end) {
    for (std::int32_t first = begin; first < end; first += elementsPerCluster) {
      const std::int32_t last = std::min(first + elementsPerCluster, end);
      bool hasPoles = false;
      for (std::int32_t e = first; e < last; ++e)
        hasPoles = hasPoles || !problem.polesOf(static_cast<std::size_t>(e)).empty();
      count += hasPoles ? last - first : 0;
    }
  };
  countClusters(0, problem.numInterior);
  countClusters(problem.numInterior, problem.numElements);
  return count;
}

std::vector<StateInfo> statesOf(const DgtdProblem& problem) {
  std::vector<StateInfo> states{{"E"}, {"H"}};
  const PolePositions positions = polePositions(problem);
  for (int p = 0; p < positions.numPoles(); ++p)
    for (int part = 0; part < positions.size(p); ++part)
      states.push_back({fmt::format("pole{}{}", p, part == 0 ? 'a' : 'b'),
                        elementsWith(problem, static_cast<std::size_t>(p), part)});
  return states;
}

}  // namespace fluxtet::dgtd
