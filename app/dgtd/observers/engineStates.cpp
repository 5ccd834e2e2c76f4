// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/engineStates.hpp"

namespace fluxtet::dgtd {
namespace {

/// Calls visit(number, state) for the states of an engine besides E and H.
template <class Real, class Visit>
void forEachState(const FieldEngine<Real>& engine, const Visit& visit) {
  const std::vector<StateInfo>& states = engine.states();
  for (std::size_t s = 2; s < states.size(); ++s) visit(static_cast<StateId>(s), states[s]);
}

}  // namespace

template <class Real>
CheckpointStates<Real> statesWithoutValues(const FieldEngine<Real>& engine, std::span<const std::int64_t> elementId) {
  CheckpointStates<Real> states;
  forEachState(engine, [&](StateId, const StateInfo& info) {
    std::vector<std::int64_t>& ids = states[info.name].elementId;
    if (!info.elements) ids.assign(elementId.begin(), elementId.end());
    if (info.elements)
      for (const std::int32_t element : *info.elements) ids.push_back(elementId[static_cast<std::size_t>(element)]);
  });
  return states;
}

template <class Real>
CheckpointStates<Real> downloadStates(const FieldEngine<Real>& engine, std::span<const std::int64_t> elementId,
                                      std::size_t valuesPerElement) {
  CheckpointStates<Real> states = statesWithoutValues(engine, elementId);
  forEachState(engine, [&](StateId id, const StateInfo& info) {
    ElementValues<Real>& state = states.at(info.name);
    state.values.resize(state.elementId.size() * valuesPerElement);
    engine.downloadState(id, state.values);
  });
  return states;
}

template <class Real>
void uploadStates(const CheckpointStates<Real>& states, FieldEngine<Real>& engine) {
  forEachState(engine, [&](StateId id, const StateInfo& info) { engine.uploadState(id, states.at(info.name).values); });
}

#define FLUXTET_INSTANTIATE(Real)                                                                               \
  template CheckpointStates<Real> statesWithoutValues(const FieldEngine<Real>&, std::span<const std::int64_t>); \
  template CheckpointStates<Real> downloadStates(const FieldEngine<Real>&, std::span<const std::int64_t>,       \
                                                 std::size_t);                                                  \
  template void uploadStates(const CheckpointStates<Real>&, FieldEngine<Real>&);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)

}  // namespace fluxtet::dgtd
