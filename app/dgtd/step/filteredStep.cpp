// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/filteredStep.hpp"

#include "app/dgtd/step/leapFrogStep.hpp"

#include <cmath>

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
  const double ofLevel = step / std::exp2(level - 1);
  const double weight = refinement.weight(level) * ofLevel * ofLevel;
  if (level == finest) return appendCurlCurl(level, x, -weight, x, refinement, stages);
  const ArrayId correction = refinement.arrays.correction[static_cast<std::size_t>(level - 1)];
  appendCurlCurl(level, x, weight, correction, refinement, stages);
  appendFilter(level + 1, correction, step, refinement, stages);
  stages.push_back(sumStage({correction, x, -1}, refinement.levels[static_cast<std::size_t>(level - 1)]));
}

std::vector<Stage> withFilteredE(const Stage& magnetic, double step, const Refinement& refinement) {
  if (refinement.levels.empty()) return {magnetic};
  const LevelElements& refined = refinement.levels.front();
  const ArrayId E = arrayOf(Field::E), before = refinement.arrays.before;
  std::vector<Stage> stages{sumStage({E, before, 1, true}, refined)};
  appendFilter(1, E, step, refinement, stages);
  stages.push_back(magnetic);
  stages.push_back(sumStage({before, E, 1, true}, refined));
  return stages;
}

TimeStep filteredLeapFrogStep(double dt, const ElementList& elements, std::array<bool, 2> jumpTerms,
                              const Refinement& refinement) {
  TimeStep step = leapFrogStep(dt, elements, jumpTerms);
  if (refinement.levels.empty()) return step;
  Stage magnetic = step.stages.back();
  step.stages.pop_back();
  // What the other ranks need is the filtered E, whose traces may be those of E.
  step.stages.back().sends = !refinement.levels.front().crossesRanks;
  for (Stage& stage : withFilteredE(magnetic, magnetic.half.step, refinement)) step.stages.push_back(std::move(stage));
  return step;
}

}  // namespace fluxtet::dgtd
