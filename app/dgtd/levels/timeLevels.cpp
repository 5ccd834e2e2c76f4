// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/levels/timeLevels.hpp"

#include "app/dgtd/levels/elementNumbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

namespace fluxtet::dgtd {

std::vector<bool> elementsOfWholeSteps(const DgtdProblem& problem) {
  std::vector<bool> held(static_cast<std::size_t>(problem.numElements), false);
  for (std::size_t k = 0; k < problem.boundaryFace.size(); ++k)
    if (problem.faceCondition[k].dissipates()) held[static_cast<std::size_t>(problem.boundaryFace[k] / 4)] = true;
  for (const auto* faces : {&problem.lawFace, &problem.injectedFace})
    for (const std::int32_t face : *faces) held[static_cast<std::size_t>(face / 4)] = true;
  for (std::size_t e = 0; e < held.size(); ++e)
    if (problem.isInLayer(static_cast<std::int32_t>(e)) || !problem.polesOf(e, Field::H).empty()) held[e] = true;
  return held;
}

std::vector<std::string> timeLevelsLines(const TimeLevels& levels) {
  std::vector<std::string> lines{
      fmt::format("levels 0 to {} with {} elements: {:.3g} times less work than with one step for all", levels.count,
                  fmt::join(levels.elements, ", "), levels.speedUp)};
  if (levels.holdingElement >= 0)
    lines.push_back(fmt::format(
        "element {} at ({:.6g}, {:.6g}, {:.6g}) m keeps the step from being longer: it is at a boundary that absorbs, "
        "at a wall, sheet or surface of waves, in a layer, or near one",
        levels.holdingElement, levels.holdingCentroid[0], levels.holdingCentroid[1], levels.holdingCentroid[2]));
  if (!levels.holdingRule.empty())
    lines.push_back(fmt::format("the step could be longer but for {}", levels.holdingRule));
  return lines;
}

std::string timeLevelsJson(const TimeLevels& levels) {
  const nlohmann::ordered_json json{
      {"levels", levels.count}, {"elements", levels.elements}, {"times_less_work", levels.speedUp}};
  return json.dump();
}

std::vector<std::string> adviceOnTimeLevels(const TimeLevels& levels) {
  if (levels.count == 0) return {"off, and none would save work"};
  std::vector<std::string> lines{"off; what dgtd.localTimeStepping: {levels: auto} would take:"};
  for (std::string& line : timeLevelsLines(levels)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::uint8_t> elementsBesideFiner(const SubMesh& mesh, const std::vector<std::uint8_t>& level,
                                              MPI_Comm comm) {
  const std::vector<std::uint8_t> ofFaces = levelsOfFaces(mesh, level, comm);
  std::vector<std::uint8_t> result(level.size(), 0);
  for (std::size_t face = 0; face < ofFaces.size(); ++face)
    if (ofFaces[face] > level[face / 4]) result[face / 4] = 1;
  return result;
}

std::vector<std::uint8_t> levelsOfFaces(const SubMesh& mesh, const std::vector<std::uint8_t>& level, MPI_Comm comm) {
  std::vector<std::uint8_t> result = ElementNumbers(mesh, comm).acrossFaces(level);
  for (std::size_t face = 0; face < result.size(); ++face) result[face] = std::max(result[face], level[face / 4]);
  return result;
}

std::vector<std::uint8_t> levelsNear(const std::vector<std::uint8_t>& ofFaces) {
  std::vector<std::uint8_t> near(ofFaces.size() / 4);
  for (std::size_t face = 0; face < ofFaces.size(); ++face) near[face / 4] = std::max(near[face / 4], ofFaces[face]);
  return near;
}

std::vector<std::uint8_t> levelsNearHalo(const SubMesh& mesh, const std::vector<std::uint8_t>& level, MPI_Comm comm) {
  const std::vector<std::uint8_t> nearFaces = levelsOfFaces(mesh, levelsNear(levelsOfFaces(mesh, level, comm)), comm);
  std::vector<std::uint8_t> result;
  for (const std::int32_t face : mesh.halo.sendFace) result.push_back(nearFaces[static_cast<std::size_t>(face)]);
  return result;
}

std::vector<double> acrossFaces(const SubMesh& mesh, const std::vector<double>& values, MPI_Comm comm) {
  return ElementNumbers(mesh, comm).acrossFaces(values);
}

std::vector<FaceLevels> levelsOfFaces(const SubMesh& mesh, const std::vector<std::uint8_t>& level,
                                      const std::vector<bool>& mark, MPI_Comm comm) {
  std::vector<std::uint8_t> number(level.size());
  for (std::size_t e = 0; e < number.size(); ++e)
    number[e] = static_cast<std::uint8_t>(2 * level[e] + (mark[e] ? 1 : 0));
  std::vector<FaceLevels> result;
  const std::vector<std::uint8_t> across = ElementNumbers(mesh, comm).acrossFaces(number);
  for (std::size_t face = 0; face < across.size(); ++face) {
    const std::uint8_t own = number[face / 4], other = across[face];
    result.push_back({static_cast<std::uint8_t>(std::min(own / 2, other / 2)),
                      static_cast<std::uint8_t>(std::max(own / 2, other / 2)), own % 2 == 1 && other % 2 == 1});
  }
  return result;
}

}  // namespace fluxtet::dgtd
