// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/stiffElements.hpp"

#include "app/dgtd/levels/elementSteps.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/quality.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace fluxtet::dgtd {
namespace {

constexpr std::size_t regionsNamed = 4;

}  // namespace

StiffElements stiffElements(const Discretisation& d, MPI_Comm comm) {
  const std::vector<double> steps = elementSteps(d.mesh, d.problem, comm);
  const double ownShortest =
      steps.empty() ? std::numeric_limits<double>::infinity() : *std::min_element(steps.begin(), steps.end());
  const double longest = stiffSteps * minOverRanks(comm, ownShortest);
  StiffElements result{std::vector<std::int64_t>(d.mesh.groups.regions.size(), 0)};
  for (std::size_t e = 0; e < steps.size(); ++e) {
    if (steps[e] >= longest) continue;
    ++result.count[static_cast<std::size_t>(d.mesh.region[e])];
    result.worstQuality = std::min(result.worstQuality, elementQuality(&d.mesh.vertices[12 * e]));
  }
  for (std::int64_t& count : result.count) count = sumOverRanks(comm, count);
  result.worstQuality = minOverRanks(comm, result.worstQuality);
  return result;
}

std::string stiffElementsText(const Discretisation& d, MPI_Comm comm) {
  const StiffElements stiff = stiffElements(d, comm);
  std::vector<std::size_t> regions;
  for (std::size_t r = 0; r < stiff.count.size(); ++r)
    if (stiff.count[r] > 0) regions.push_back(r);
  std::stable_sort(regions.begin(), regions.end(),
                   [&](std::size_t a, std::size_t b) { return stiff.count[a] > stiff.count[b]; });
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(regions.size(), regionsNamed); ++i)
    named.push_back(fmt::format("{} ({})", d.mesh.groups.regions[regions[i]], stiff.count[regions[i]]));
  if (regions.size() > regionsNamed) named.push_back(fmt::format("{} more regions", regions.size() - regionsNamed));
  const std::int64_t count = std::accumulate(stiff.count.begin(), stiff.count.end(), std::int64_t{0});
  return fmt::format(
      "{} less than {} times the shortest step: {}; worst quality {:.2g}",
      count == 1 ? std::string("1 element by itself allows") : fmt::format("{} elements by themselves allow", count),
      stiffSteps, fmt::join(named, ", "), stiff.worstQuality);
}

}  // namespace fluxtet::dgtd
