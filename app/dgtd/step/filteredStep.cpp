// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/filteredStep.hpp"

#include "app/dgtd/step/leapFrogStep.hpp"

#include <cmath>
#include <cstddef>

namespace fluxtet::dgtd {
namespace {

// Outside of a level's elements a stage changes nothing, so traces at faces to other ranks only where the level has
// some.
Stage sumStage(const ArraySum& sum, const LevelElements& elements) {
  return {.half = {}, .sum = sum, .elements = elements.own, .changesTraces = elements.crossesRanks};
}
Stage curlStage(Field target, double step, const CurlOnly& curl, const ElementList& elements, bool crossesRanks) {
  return {.half = {target, step, 0, 0, curl},
          .elements = elements,
          .exchangesSource = crossesRanks,
          .changesTraces = crossesRanks};
}

/// From the first to the last of some ranges. What a curl leaves in clusters between them is not read.
ElementRange spanOf(const std::vector<ElementRange>& ranges) {
  return ranges.empty() ? ElementRange{} : ElementRange{ranges.front().begin, ranges.back().end};
}

}  // namespace

void appendCurlCurl(int level, ArrayId x, double weight, ArrayId out, const Refinement& refinement,
                    std::vector<Stage>& stages) {
  const LevelElements& elements = refinement.levels[static_cast<std::size_t>(level - 1)];
  const ArrayId curl = refinement.arrays.curl;
  // Faraday's law has the minus sign that makes the curl of the curl a subtraction: curl = -(1/muR) S^T x.
  stages.push_back(curlStage(Field::H, 1, {x, curl, true}, elements.withNeighbours, elements.crossesRanks));
  stages.push_back(curlStage(Field::E, -weight, {curl, out, out != x, level}, elements.own, elements.crossesRanks));
}

// With a = Filter(level + 1, x) and d = theta step_l^2 (1/epsilonR) S (1/muR) S^T a on P_level,
//   Filter(level, x) = (a + Filter(level + 1, x - 2 d)) / 2 = a - Filter(level + 1, d),
// since the filters are linear.
void appendFilter(int level, ArrayId x, double step, const Refinement& refinement, std::vector<Stage>& stages) {
  const int finest = static_cast<int>(refinement.levels.size());
  if (level > finest) return;
  appendFilter(level + 1, x, step, refinement, stages);
  const auto weightOf = [&](int l) {
    const double ofLevel = step / std::exp2(l - 1);
    return refinement.weight(l) * ofLevel * ofLevel;
  };
  const double weight = weightOf(level);
  if (level >= finest - 1) {
    appendCurlCurl(level, x, -weight, x, refinement, stages);
    if (level == finest) return;
    // Of d the curl alone is needed: that of a, which is still there, less that of x = a - d.
    const LevelElements& inner = refinement.levels[static_cast<std::size_t>(level)];
    const ArrayId curl = refinement.arrays.curl;
    stages.push_back(curlStage(Field::H, -1, {x, curl}, inner.withNeighbours, inner.crossesRanks));
    stages.push_back(curlStage(Field::E, -weightOf(finest), {curl, x, false, finest}, inner.own, inner.crossesRanks));
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
  stages.push_back(curlStage(Field::E, -refinement.weight(1) * step * step / magnetic.half.step,
                             {curl, correction, true, 1}, first.own, first.crossesRanks));
  if (second) stages.push_back(sumStage({before, E, 1, true}, *second));
  appendFilter(2, correction, step, refinement, stages);
  // Faraday's law has a minus sign: less of E is a step back.
  stages.push_back(curlStage(Field::H, -magnetic.half.step, {correction, H}, first.withNeighbours, first.crossesRanks));
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
  // Other ranks need E as it drives H.
  const bool changesTraces =
      refinement.damped.crossesRanks || (refinement.levels.size() > 1 && refinement.levels[1].crossesRanks);
  electric.sends = !changesTraces;
  const FilterArrays& arrays = refinement.arrays;
  appendDamping(refinement.damped, length, {arrays.before, {arrays.curl, arrays.correction.front()}}, step.stages);
  appendWithFilteredE(magnetic, length, refinement, step.stages);
  return step;
}

}  // namespace fluxtet::dgtd
