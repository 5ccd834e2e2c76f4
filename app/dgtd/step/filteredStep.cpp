// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/filteredStep.hpp"

#include "app/dgtd/step/leapFrogStep.hpp"

#include <cstddef>

namespace fluxtet::dgtd {
namespace {

// Outside of a level's elements a stage changes nothing, so traces at faces to other ranks only where the level has
// some.
Stage sumStage(const ArraySum& sum, const LevelElements& elements) {
  return {.half = {}, .sum = sum, .elements = elements.own, .changesTraces = elements.crossesRanks};
}
/// The curl of Ampere's law on the elements of a level.
Stage curlOnLevel(const LevelElements& elements, double length, const CurlOnly& curl) {
  return {.half = {Field::E, length, 0, 0, curl},
          .elements = elements.own,
          .exchangesSource = elements.crossesRanks,
          .exchangedLevel = elements.level,
          .changesTraces = elements.crossesRanks};
}

/// From the first to the last of some ranges. What a curl leaves in clusters between them is not read.
ElementRange spanOf(const std::vector<ElementRange>& ranges) {
  return ranges.empty() ? ElementRange{} : ElementRange{ranges.front().begin, ranges.back().end};
}

}  // namespace

Stage curlBesideLevel(const LevelElements& elements, double length, ArrayId source, ArrayId out, bool fromZero) {
  const bool exchanges = elements.neighboursCrossRanks;
  return {.half = {Field::H, length, 0, 0, CurlOnly{source, out, fromZero, 0, !exchanges}},
          .elements = elements.withNeighbours,
          .exchangesSource = exchanges,
          .exchangedLevel = elements.level,
          .changesTraces = exchanges};
}

void appendCurlCurl(int level, ArrayId x, double weight, ArrayId out, const Refinement& refinement,
                    std::vector<Stage>& stages) {
  const LevelElements& elements = refinement.levels[static_cast<std::size_t>(level - 1)];
  const ArrayId curl = refinement.arrays.curl;
  // Faraday's law has the minus sign that makes the curl of the curl a subtraction: curl = -(1/muR) S^T x.
  stages.push_back(curlBesideLevel(elements, 1, x, curl, true));
  stages.push_back(curlOnLevel(elements, -weight, {curl, out, out != x, level}));
}

// With a = Filter(level + 1, x) and d = theta step_l^2 (1/epsilonR) S (1/muR) S^T a on P_level,
//   Filter(level, x) = (a + Filter(level + 1, x - 2 d)) / 2 = a - Filter(level + 1, d),
// since the filters are linear.
void appendFilter(int level, ArrayId x, double step, const Refinement& refinement, std::vector<Stage>& stages) {
  const int finest = static_cast<int>(refinement.levels.size());
  if (level > finest) return;
  appendFilter(level + 1, x, step, refinement, stages);
  const double weight = refinement.levels[static_cast<std::size_t>(level - 1)].weight(step);
  if (level >= finest - 1) {
    appendCurlCurl(level, x, -weight, x, refinement, stages);
    if (level == finest) return;
    // Of d the curl alone is needed: that of a, which is still there, less that of x = a - d.
    const LevelElements& inner = refinement.levels[static_cast<std::size_t>(level)];
    const ArrayId curl = refinement.arrays.curl;
    stages.push_back(curlBesideLevel(inner, -1, x, curl, false));
    stages.push_back(curlOnLevel(inner, -inner.weight(step), {curl, x, false, finest}));
    return;
  }
  const ArrayId correction = refinement.arrays.correction[static_cast<std::size_t>(level - 1)];
  appendCurlCurl(level, x, weight, correction, refinement, stages);
  appendFilter(level + 1, correction, step, refinement, stages);
  stages.push_back(sumStage({correction, x, -1}, refinement.levels[static_cast<std::size_t>(level - 1)]));
}

void appendWithFilteredE(const Stage& magnetic, double step, const Refinement& refinement, std::vector<Stage>& stages) {
  if (refinement.levels.empty()) {
    stages.push_back(magnetic);
    return;
  }
  const LevelElements& first = refinement.levels.front();
  const LevelElements* const second = refinement.levels.size() > 1 ? &refinement.levels[1] : nullptr;
  const ArrayId E = arrayOf(Field::E), H = arrayOf(Field::H);
  const auto& [before, curl, corrections] = refinement.arrays;
  const ArrayId correction = corrections.front();
  if (second) {
    stages.push_back(sumStage({E, before, 1, true}, *second));
    appendFilter(2, E, step, refinement, stages);
  }
  stages.push_back(magnetic);
  stages.back().sends = false;
  stages.back().half.kept = CurlKept{curl, spanOf(first.withNeighbours.interior), spanOf(first.withNeighbours.border)};
  // What is kept is the curl times the half step's own length, which may be negative.
  stages.push_back(curlOnLevel(first, -first.weight(step) / magnetic.half.step, {curl, correction, true, 1}));
  if (second) stages.push_back(sumStage({before, E, 1, true}, *second));
  appendFilter(2, correction, step, refinement, stages);
  // Faraday's law has a minus sign: less of E is a step back.
  stages.push_back(curlBesideLevel(first, -magnetic.half.step, correction, H, false));
  stages.back().changesTraces = true;
  stages.back().sends = magnetic.sends;
}

TimeStep filteredLeapFrogStep(double dt, const ElementList& elements, std::array<bool, 2> jumpTerms,
                              const Refinement& refinement) {
  TimeStep step = leapFrogStep(dt, elements, jumpTerms);
  if (refinement.levels.empty()) return step;
  const Stage magnetic = step.stages.back();
  step.stages.pop_back();
  Stage& electric = step.stages.back();
  const double length = magnetic.half.step;
  // Other ranks need E as it drives H. The stages before exchange its traces as it is then.
  const bool exchangesBefore = refinement.damped.last.crossesRanks ||
                               (refinement.levels.size() > 1 && refinement.levels[1].neighboursCrossRanks);
  electric.sends = !exchangesBefore;
  const FilterArrays& arrays = refinement.arrays;
  appendDamping(refinement.damped, length, {arrays.before, {arrays.curl, arrays.correction.front()}}, step.stages);
  appendWithFilteredE(magnetic, length, refinement, step.stages);
  return step;
}

}  // namespace fluxtet::dgtd
