// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/states.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace fluxtet::dgtd {
namespace {

/// The elements whose medium has a pole of `field` at position `pole` with more than `part` states.
std::vector<std::int32_t> elementsWith(const DgtdProblem& problem, Field field, std::size_t pole, int part) {
  std::vector<std::int32_t> elements;
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    const std::vector<Pole>& poles = problem.polesOf(static_cast<std::size_t>(e), field);
    if (pole < poles.size() && part < poles[pole].size) elements.push_back(e);
  }
  return elements;
}

bool hasPlasma(const DgtdProblem& problem, std::int32_t element) {
  const TensorMedium* tensors = problem.tensorsOf(static_cast<std::size_t>(element));
  return tensors != nullptr && tensors->plasma;
}

std::vector<std::int32_t> elementsWithPlasma(const DgtdProblem& problem) {
  std::vector<std::int32_t> elements;
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    if (hasPlasma(problem, e)) elements.push_back(e);
  return elements;
}

/// The elements of layers that absorb in direction d.
std::vector<std::int32_t> elementsAbsorbing(const DgtdProblem& problem, int d) {
  std::vector<std::int32_t> elements;
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    if (problem.layerOf(e).absorbs(d)) elements.push_back(e);
  return elements;
}

/// The elements whose local face f has a law with more than `state` states.
std::vector<std::int32_t> elementsWithLaw(const DgtdProblem& problem, int f, int state) {
  std::vector<std::int32_t> elements;
  for (std::size_t i = 0; i < problem.lawFace.size(); ++i)
    if (problem.lawFace[i] % 4 == f && problem.laws[static_cast<std::size_t>(problem.lawOfFace[i])].numStates() > state)
      elements.push_back(problem.lawFace[i] / 4);
  return elements;
}

/// Number of the elements in clusters that hold an element e with has(e).
template <class Has>
std::int64_t elementsOfClustersWith(const DgtdProblem& problem, const Has& has) {
  std::int64_t count = 0;
  const auto countClusters = [&](std::int32_t begin, std::int32_t end) {
    for (std::int32_t first = begin; first < end; first += elementsPerCluster) {
      const std::int32_t last = std::min(first + elementsPerCluster, end);
      bool any = false;
      for (std::int32_t e = first; e < last; ++e) any = any || has(e);
      count += any ? last - first : 0;
    }
  };
  countClusters(0, problem.numInterior);
  countClusters(problem.numInterior, problem.numElements);
  return count;
}

}  // namespace

PolePositions polePositions(const DgtdProblem& problem, Field field) {
  const auto& media = field == Field::E ? problem.poles : problem.magneticPoles;
  std::size_t most = 0;
  for (const auto& poles : media) most = std::max(most, poles.size());
  PolePositions positions;
  for (std::size_t p = 0; p < most; ++p) {
    int size = 0;
    for (const auto& poles : media)
      if (p < poles.size()) size = std::max(size, poles[p].size);
    positions.first.push_back(positions.first.back() + size);
  }
  return positions;
}

std::int64_t elementsWithPoleStates(const DgtdProblem& problem, Field field) {
  return elementsOfClustersWith(
      problem, [&](std::int32_t e) { return !problem.polesOf(static_cast<std::size_t>(e), field).empty(); });
}

TensorSize tensorSize(const DgtdProblem& problem) {
  TensorSize size;
  if (problem.tensorIndex.empty()) return size;
  size.elements = elementsOfClustersWith(
      problem, [&](std::int32_t e) { return problem.tensorsOf(static_cast<std::size_t>(e)) != nullptr; });
  for (const Field field : {Field::E, Field::H})
    size.ofField[static_cast<std::size_t>(field)] = elementsOfClustersWith(problem, [&](std::int32_t e) {
      const TensorMedium* tensors = problem.tensorsOf(static_cast<std::size_t>(e));
      return tensors != nullptr && tensors->actsOn(field);
    });
  size.ofPlasma = elementsOfClustersWith(problem, [&](std::int32_t e) { return hasPlasma(problem, e); });
  return size;
}

LayerSize layerSize(const DgtdProblem& problem) {
  LayerSize size{elementsOfClustersWith(problem, [&](std::int32_t e) { return problem.isInLayer(e); }), 0,
                 hasDrivenMediaInLayers(problem)};
  for (const int d : layerDirections(problem))
    size.ofStates += elementsOfClustersWith(problem, [&](std::int32_t e) { return problem.layerOf(e).absorbs(d); });
  return size;
}

std::vector<StateInfo> statesOf(const DgtdProblem& problem) {
  std::vector<StateInfo> states{{"E", StateKind::field, Field::E}, {"H", StateKind::field, Field::H}};
  const auto add = [&](std::string name, StateKind kind, Field field, int index, int part,
                       std::vector<std::int32_t> elements) {
    states.push_back({std::move(name), kind, field, index, part, std::move(elements)});
  };
  const auto addPoles = [&](Field field, const char* name) {
    const PolePositions positions = polePositions(problem, field);
    for (int p = 0; p < positions.numPoles(); ++p)
      for (int part = 0; part < positions.size(p); ++part)
        add(fmt::format("{}{}{}", name, p, part == 0 ? 'a' : 'b'), StateKind::pole, field,
            positions.first[static_cast<std::size_t>(p)] + part, 0,
            elementsWith(problem, field, static_cast<std::size_t>(p), part));
  };
  addPoles(Field::E, "pole");
  if (problem.hasPlasma()) add("plasma", StateKind::plasma, Field::E, 0, 0, elementsWithPlasma(problem));
  addPoles(Field::H, "magneticPole");
  for (const Field field : {Field::E, Field::H})
    for (const int d : layerDirections(problem))
      add(fmt::format("layer{}{}", field == Field::E ? 'E' : 'H', "xyz"[d]), StateKind::layer, field, d, 0,
          elementsAbsorbing(problem, d));
  for (int f = 0; f < 4; ++f)
    for (int s = 0; s < statesPerLaw(problem); ++s)
      add(fmt::format("face{}law{}", f, s), StateKind::faceLaw, Field::E, f, s, elementsWithLaw(problem, f, s));
  return states;
}

bool hasDrivenMediaInLayers(const DgtdProblem& problem) {
  const auto isDriven = [&](std::size_t e) {
    const TensorMedium* tensors = problem.tensorsOf(e);
    return !problem.polesOf(e, Field::E).empty() || !problem.polesOf(e, Field::H).empty() ||
           (tensors != nullptr && (tensors->sigma || tensors->plasma || problem.sigma[e] != 0));
  };
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    if (problem.isInLayer(e) && isDriven(static_cast<std::size_t>(e))) return true;
  return false;
}

StateId findState(const std::vector<StateInfo>& states, StateKind kind, Field field, int index, int part) {
  const auto found = std::find_if(states.begin(), states.end(), [&](const StateInfo& state) {
    return state.kind == kind && state.field == field && state.index == index && state.part == part;
  });
  if (found == states.end()) throw std::out_of_range("findState");
  return static_cast<StateId>(found - states.begin());
}

int statesPerLaw(const DgtdProblem& problem) {
  int most = 0;
  for (const FaceLaw& law : problem.laws) most = std::max(most, law.numStates());
  return most;
}

std::vector<int> layerDirections(const DgtdProblem& problem) {
  std::vector<int> directions;
  for (int d = 0; d < 3; ++d)
    if (std::any_of(problem.layers.begin(), problem.layers.end(),
                    [d](const LayerProfile& profile) { return profile.absorbs(d); }))
      directions.push_back(d);
  return directions;
}

}  // namespace fluxtet::dgtd
