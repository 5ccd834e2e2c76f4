// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/stagesAside.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <vector>

namespace fluxtet::dgtd {
namespace {

/// The parts of the ranges that lie within none of `others`. Both are ascending.
std::vector<ElementRange> without(const std::vector<ElementRange>& ranges, const std::vector<ElementRange>& others) {
  std::vector<ElementRange> result;
  for (ElementRange rest : ranges) {
    for (const ElementRange& other : others) {
      if (other.end <= rest.begin || other.begin >= rest.end) continue;
      if (other.begin > rest.begin) result.push_back({rest.begin, other.begin});
      rest.begin = std::min(rest.end, other.end);
    }
    if (rest.begin < rest.end) result.push_back(rest);
  }
  return result;
}
ElementList without(const ElementList& list, const ElementList& others) {
  return {without(list.interior, others.interior), without(list.border, others.border)};
}

bool isEmpty(const ElementList& list) {
  return list.interior.empty() && list.border.empty();
}

/// The stage on the elements of its list that do not belong to `near`, and on the others.
struct Parts {
  Stage far, near;
};
Parts splitAt(const ElementList& near, const Stage& stage) {
  Parts parts{stage, stage};
  parts.far.elements = without(stage.elements, near);
  parts.near.elements = without(stage.elements, parts.far.elements);
  return parts;
}

/// Appends the stages up to the half step of H, with those on refined elements and their neighbours aside. The part of
/// the half step of H on all others begins when E has been advanced there, the part on these when all aside has ended.
/// Returns where the stages behind it begin.
std::vector<Stage>::const_iterator appendNearAside(const TimeStep& step, const ElementList& near,
                                                   std::vector<Stage>& stages) {
  const auto electric = step.stages.begin();
  const auto magnetic = std::find_if(electric + 1, step.stages.end(), std::mem_fn(&Stage::isHalfStep));
  Parts E = splitAt(near, *electric), H = splitAt(near, *magnetic);
  // No neighbour of the elements aside is on another rank.
  E.near.waitsFor = {};
  E.near.sends = false;
  E.near.aside = E.near.joins = true;
  H.far.joins = H.near.joins = true;
  stages.insert(stages.end(), {E.near, E.far, H.far});
  for (auto stage = electric + 1; stage != magnetic; ++stage) {
    if (!isEmpty(without(stage->elements, near))) throw std::logic_error("a stage beside refined elements");
    stages.push_back(*stage);
    stages.back().aside = true;
  }
  stages.push_back(H.near);
  return magnetic + 1;
}

}  // namespace

TimeStep withStagesAside(const TimeStep& step, const Refinement& refinement, StagesAside which) {
  const auto finest = static_cast<int>(refinement.levels.size());
  if (finest == 0 || which == StagesAside::none) return step;
  const LevelElements& fine = refinement.levels[static_cast<std::size_t>(std::min(finest, 2) - 1)];
  if (fine.neighboursCrossRanks) return step;
  const auto mayBeAside = [&](const Stage& stage) {
    return !stage.isHalfStep() && isEmpty(without(stage.elements, fine.withNeighbours));
  };
  TimeStep result{step.dt, {}};
  const auto end = step.stages.end();
  auto stage = step.stages.begin();
  const LevelElements& refined = refinement.levels.front();
  if (which == StagesAside::withHalfStepOfE && !refined.neighboursCrossRanks)
    stage = appendNearAside(step, refined.withNeighbours, result.stages);
  while (stage != end) {
    const auto behind = std::find_if_not(stage, end, mayBeAside);
    const bool isBesideH = behind != stage && behind != end && !behind->sum && behind->half.target == Field::H &&
                           (which == StagesAside::all || !behind->half.isAuxiliary());
    for (auto first = stage; stage != behind; ++stage) {
      result.stages.push_back(*stage);
      result.stages.back().aside = isBesideH;
      result.stages.back().joins = isBesideH && stage == first;
    }
    if (stage == end) break;
    if (isBesideH) {
      Parts parts = splitAt(fine.withNeighbours, *stage);
      parts.near.joins = true;
      result.stages.push_back(parts.far);
      result.stages.push_back(parts.near);
    } else {
      result.stages.push_back(*stage);
    }
    ++stage;
  }
  return result;
}

}  // namespace fluxtet::dgtd
