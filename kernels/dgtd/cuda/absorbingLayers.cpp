// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/absorbingLayers.hpp"

#include "kernels/dgtd/cuda/placedElements.hpp"

namespace fluxtet::dgtd::cuda {

template <class Real>
AbsorbingLayers<Real>::AbsorbingLayers(const DgtdProblem& problem, CudaFields<Real>& fields)
    : fields_(fields), numbers_(layerStates(problem)), profiles_(problem.layers) {
  requireNoPolesInLayers(problem);
  const ClusterSlots& slots = fields.slots();
  const int size = slots.clusterSize();
  const auto placesWhere = [&](const auto& has) {
    return placesOf(problem.numElements, slots, slots.numClusters(), size, has);
  };
  clusters_ = placesWhere([&](std::int32_t e) { return problem.isInLayer(e); });
  if (none()) return;
  cudaStream_t stream = fields.streams().orderComputeAfterExchange();
  const std::size_t each = static_cast<std::size_t>(size) * elementStride(fields.order());
  for (const int d : numbers_.direction) {
    State& state = states_[static_cast<std::size_t>(d)];
    state.places = placesWhere([&](std::int32_t e) { return problem.layerOf(e).absorbs(d); });
    state.place = toDevice(state.places.of, stream);
    for (auto& psi : state.psi) {
      psi = DeviceBuffer<Real>(static_cast<std::size_t>(state.places.count) * each);
      psi.zero(stream);
    }
  }
  std::vector<std::int32_t> profile(static_cast<std::size_t>(clusters_.count * size), -1);
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    if (!problem.isInLayer(e)) continue;
    const std::int32_t slot = slots.ofElement(e), place = clusters_.of[static_cast<std::size_t>(slot / size)];
    profile[static_cast<std::size_t>(place * size + slot % size)] = problem.layerIndex[static_cast<std::size_t>(e)];
  }
  place_ = toDevice(clusters_.of, stream);
  profile_ = toDevice(profile, stream);
  waitFor(stream);
}

template <class Real>
std::int64_t AbsorbingLayers<Real>::bytes() const {
  std::size_t sum = place_.bytes() + profile_.bytes() + old_.bytes();
  for (const State& state : states_) sum += state.place.bytes() + state.psi[0].bytes() + state.psi[1].bytes();
  for (const Term& term : terms_) sum += term.coefficients.bytes() + term.decay.bytes() + term.term.bytes();
  return static_cast<std::int64_t>(sum);
}

template <class Real>
const LayerTerm<Real>* AbsorbingLayers<Real>::term(Field target, double step) {
  if (none()) return nullptr;
  const auto field = static_cast<std::size_t>(target);
  Term& result = terms_[field];
  if (!result.term.empty() && result.step == step) return result.term.data();
  cudaStream_t stream = fields_.streams().orderComputeAfterExchange();
  waitFor(stream);
  result.step = step;
  std::vector<LayerCoefficients<Real>> coefficients;
  for (const LayerProfile& profile : profiles_)
    for (const auto& ofDirection : coefficientsOf<Real>(profile, step)) coefficients.push_back(ofDirection);
  result.coefficients = toDevice(coefficients, stream);
  result.decay = fields_.table([&](const MaterialValues& m) { return leapFrogDecay(m, target, step); });
  LayerTerm<Real> term{place_.data(),       profile_.data(), result.coefficients.data(),
                       result.decay.data(), fields_.edge(),  {}};
  for (std::size_t d = 0; d < 3; ++d)
    if (!states_[d].place.empty()) term.direction[d] = {states_[d].place.data(), states_[d].psi[field].data()};
  result.term = toDevice(std::vector<LayerTerm<Real>>{term}, stream);
  waitFor(stream);
  return result.term.data();
}

template <class Real>
void AbsorbingLayers<Real>::keep(Field target, ElementRange range, cudaStream_t stream) {
  if (none()) return;
  const int size = fields_.slots().clusterSize();
  if (old_.empty())
    old_ = DeviceBuffer<Real>(static_cast<std::size_t>(clusters_.count) * static_cast<std::size_t>(size) *
                              elementStride(fields_.order()));
  launchKeepInLayers(fields_.order(), terms_[static_cast<std::size_t>(target)].term.data(),
                     fields_.slots().clusters(range), size, fields_.data(target), old_.data(), stream);
}

template <class Real>
void AbsorbingLayers<Real>::apply(Field target, ElementRange range, cudaStream_t stream) {
  if (none()) return;
  launchApplyLayers(fields_.order(), terms_[static_cast<std::size_t>(target)].term.data(),
                    fields_.slots().clusters(range), fields_.slots().clusterSize(), fields_.record(), old_.data(),
                    fields_.data(target), stream);
}

template <class Real>
Real* AbsorbingLayers<Real>::find(StateId state, const State*& of) {
  const auto index = static_cast<std::size_t>(state - numbers_.first), count = numbers_.direction.size();
  of = &states_[static_cast<std::size_t>(numbers_.direction.at(index % count))];
  return states_[static_cast<std::size_t>(numbers_.direction.at(index % count))].psi.at(index / count).data();
}

template <class Real>
void AbsorbingLayers<Real>::upload(StateId state, std::span<const std::int32_t> elements,
                                   std::span<const Real> values) {
  if (elements.empty()) return;
  const State* of = nullptr;
  Real* to = find(state, of);
  const PlacedElements placed(elements, of->places, fields_);
  fields_.fromNodal(placed.layout(fields_), values, to);
}

template <class Real>
void AbsorbingLayers<Real>::download(StateId state, std::span<const std::int32_t> elements, std::span<Real> values) {
  if (elements.empty()) return;
  const State* of = nullptr;
  const Real* from = find(state, of);
  const PlacedElements placed(elements, of->places, fields_);
  fields_.toNodal(placed.layout(fields_), from, values);
}

template class AbsorbingLayers<float>;
template class AbsorbingLayers<double>;

}  // namespace fluxtet::dgtd::cuda
