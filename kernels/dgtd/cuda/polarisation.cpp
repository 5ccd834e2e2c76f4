// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/polarisation.hpp"

#include "kernels/dgtd/cuda/placedElements.hpp"

namespace fluxtet::dgtd::cuda {

template <class Real>
Polarisation<Real>::Polarisation(const DgtdProblem& problem, CudaFields<Real>& fields, Field field)
    : fields_(fields), field_(field), positions_(polePositions(problem, field)) {
  if (none()) return;
  const ClusterSlots& slots = fields_.slots();
  places_ = placesOf(problem.numElements, slots, slots.numClusters(), slots.clusterSize(),
                     [&](std::int32_t e) { return !problem.polesOf(static_cast<std::size_t>(e), field).empty(); });
  stateSize_ = static_cast<std::int64_t>(places_.count) * slots.clusterSize() * elementStride(fields_.order());
  cudaStream_t stream = fields_.streams().orderComputeAfterExchange();
  place_ = toDevice(places_.of, stream);
  first_ = toDevice(positions_.first, stream);
  states_ = DeviceBuffer<Real>(static_cast<std::size_t>(stateSize_ * positions_.numStates()));
  states_.zero(stream);
  if (!problem.layers.empty()) withLayers_ = toDevice(elementsWithLayers(problem), stream);
  waitFor(stream);
}

template <class Real>
std::vector<std::uint8_t> Polarisation<Real>::elementsWithLayers(const DgtdProblem& problem) const {
  const ClusterSlots& slots = fields_.slots();
  const int size = slots.clusterSize();
  std::vector<bool> hasLayer(static_cast<std::size_t>(slots.numClusters()), false);
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    if (problem.isInLayer(e)) hasLayer[static_cast<std::size_t>(slots.ofElement(e) / size)] = true;
  std::vector<std::uint8_t> result(static_cast<std::size_t>(places_.count) * static_cast<std::size_t>(size), 0);
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    const std::int32_t slot = slots.ofElement(e), cluster = slot / size;
    const auto element = static_cast<std::size_t>(e);
    const TensorMedium* tensors = problem.tensorsOf(element);
    if (hasLayer[static_cast<std::size_t>(cluster)] && !problem.polesOf(element, field_).empty() &&
        (tensors == nullptr || !tensors->actsOn(field_)))
      result[static_cast<std::size_t>(places_.of[static_cast<std::size_t>(cluster)] * size + slot % size)] = 1;
  }
  return result;
}

template <class Real>
std::int64_t Polarisation<Real>::bytes() const {
  return static_cast<std::int64_t>(place_.bytes() + withLayers_.bytes() + first_.bytes() + states_.bytes() +
                                   current_.bytes() + coefficients_.bytes() + term_.bytes());
}

template <class Real>
const PoleTerm<Real>* Polarisation<Real>::term(double step, const Real* scale) {
  if (none()) return nullptr;
  if (!term_.empty() && step == step_ && scale == scale_) return term_.data();
  if (!term_.empty()) waitFor(fields_.streams().orderComputeAfterExchange());  // half steps of the last step read it
  step_ = step;
  scale_ = scale;
  std::vector<PoleCoefficients<Real>> coefficients;
  for (const MaterialValues& m : fields_.materials()) {
    const auto ofMedium = coefficientsOf<Real>(m.polesOf(field_), positions_, step);
    coefficients.insert(coefficients.end(), ofMedium.begin(), ofMedium.end());
  }
  coefficients_ = readyOnDevice(coefficients);
  term_ = readyOnDevice(std::vector<PoleTerm<Real>>{{place_.data(), states_.data(), withLayers_.data(), stateSize_,
                                                     positions_.numStates(), positions_.numPoles(), first_.data(),
                                                     coefficients_.data(), scale}});
  return term_.data();
}

template <class Real>
void Polarisation<Real>::advance(ElementRange range, const LayerTerm<Real>& layers, cudaStream_t stream) {
  if (none()) return;
  if (current_.empty()) current_ = DeviceBuffer<Real>(static_cast<std::size_t>(stateSize_));
  launchPolarisation(fields_.order(), term_.data(), layers, fields_.slots().clusters(range),
                     fields_.slots().clusterSize(), fields_.record(), fields_.data(field_), current_.data(), stream);
}

template <class Real>
void Polarisation<Real>::subtract(ElementRange range, cudaStream_t stream) {
  if (none()) return;
  launchSubtractPolarisation(fields_.order(), term_.data(), fields_.slots().clusters(range),
                             fields_.slots().clusterSize(), fields_.record(), current_.data(), fields_.data(field_),
                             stream);
}

template <class Real>
void Polarisation<Real>::upload(const StateInfo& state, std::span<const Real> values) {
  if (state.elements->empty()) return;
  const PlacedElements placed(*state.elements, places_, fields_);
  fields_.fromNodal(placed.layout(fields_), values, stateData(state.index));
}

template <class Real>
void Polarisation<Real>::download(const StateInfo& state, std::span<Real> values) {
  if (state.elements->empty()) return;
  const PlacedElements placed(*state.elements, places_, fields_);
  fields_.toNodal(placed.layout(fields_), stateData(state.index), values);
}

template class Polarisation<float>;
template class Polarisation<double>;

}  // namespace fluxtet::dgtd::cuda
