// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/polarisation.hpp"

#include "kernels/dgtd/cuda/toDevice.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {

template <class Real>
Polarisation<Real>::Polarisation(const DgtdProblem& problem, CudaFields<Real>& fields)
    : fields_(fields), positions_(polePositions(problem)) {
  if (none()) return;
  setPlaces(problem);
  cudaStream_t stream = fields_.streams().orderComputeAfterExchange();
  first_ = toDevice(positions_.first, stream);
  states_ = DeviceBuffer<Real>(static_cast<std::size_t>(stateSize_ * positions_.numStates()));
  states_.zero(stream);
  waitFor(stream);
}

template <class Real>
void Polarisation<Real>::setPlaces(const DgtdProblem& problem) {
  const ClusterSlots& slots = fields_.slots();
  std::vector<std::int32_t> place(static_cast<std::size_t>(slots.numClusters()), -1);
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    if (!problem.polesOf(static_cast<std::size_t>(e)).empty())
      place[static_cast<std::size_t>(slots.ofElement(e) / slots.clusterSize())] = 0;
  const std::int32_t interior = slots.numClusters() - slots.numBorderClusters();
  std::int32_t count = 0;
  for (std::int32_t c = 0; c < slots.numClusters(); ++c) {
    std::int32_t& own = place[static_cast<std::size_t>(c)];
    if (own < 0) continue;
    own = count++;
    const std::int32_t first = slots.elementAt(static_cast<std::int64_t>(c) * slots.clusterSize());
    const std::int32_t last = c < interior ? slots.numInterior() : slots.numElements();
    const std::int32_t elements = std::min(slots.clusterSize(), last - first);
    const bool continues = c > 0 && c != interior && place[static_cast<std::size_t>(c) - 1] >= 0;
    if (!continues) runs_.push_back({c, own, first, 0});
    runs_.back().elements += elements;
  }
  place_ = toDevice(place, fields_.streams().orderComputeAfterExchange());
  stateSize_ = static_cast<std::int64_t>(count) * slots.clusterSize() * elementStride(fields_.order());
  waitFor(fields_.streams().orderComputeAfterExchange());
}

template <class Real>
std::int64_t Polarisation<Real>::bytes() const {
  return static_cast<std::int64_t>(place_.bytes() + first_.bytes() + states_.bytes() + current_.bytes() +
                                   coefficients_.bytes() + term_.bytes());
}

template <class Real>
const PoleTerm<Real>* Polarisation<Real>::term(double step, const Real* scale) {
  if (none()) return nullptr;
  if (!term_.empty() && step == step_) return term_.data();
  cudaStream_t stream = fields_.streams().orderComputeAfterExchange();
  waitFor(stream);
  step_ = step;
  std::vector<PoleCoefficients<Real>> coefficients;
  for (const MaterialValues& m : fields_.materials())
    for (std::size_t p = 0; p < static_cast<std::size_t>(positions_.numPoles()); ++p)
      coefficients.push_back(coefficientsOf<Real>(p < m.poles.size() ? trapezoidalStep(m.poles[p], step) : PoleStep{}));
  coefficients_ = toDevice(coefficients, stream);
  term_ = toDevice(std::vector<PoleTerm<Real>>{{place_.data(), states_.data(), stateSize_, positions_.numPoles(),
                                                first_.data(), coefficients_.data(), scale}},
                   stream);
  waitFor(stream);
  return term_.data();
}

template <class Real>
void Polarisation<Real>::advance(ElementRange range, cudaStream_t stream) {
  if (none()) return;
  if (current_.empty()) current_ = DeviceBuffer<Real>(static_cast<std::size_t>(stateSize_));
  launchPolarisation(fields_.order(), term_.data(), fields_.slots().clusters(range), fields_.slots().clusterSize(),
                     fields_.record(), fields_.data(Field::E), current_.data(), stream);
}

template <class Real>
void Polarisation<Real>::subtract(ElementRange range, cudaStream_t stream) {
  if (none()) return;
  launchSubtractPolarisation(fields_.order(), term_.data(), fields_.slots().clusters(range),
                             fields_.slots().clusterSize(), fields_.record(), current_.data(), fields_.data(Field::E),
                             stream);
}

template <class Real>
void Polarisation<Real>::forEachRun(int state, std::span<const std::int32_t> elements,
                                    const std::function<void(const Run&, Real*, std::size_t, std::size_t)>& visit) {
  const std::int64_t each = static_cast<std::int64_t>(fields_.slots().clusterSize()) * elementStride(fields_.order());
  for (const Run& run : runs_) {
    const auto first = std::lower_bound(elements.begin(), elements.end(), run.element);
    const auto end = std::lower_bound(first, elements.end(), run.element + run.elements);
    visit(run, states_.data() + state * stateSize_ + (run.place - run.cluster) * each,
          static_cast<std::size_t>(first - elements.begin()), static_cast<std::size_t>(end - elements.begin()));
  }
}

template <class Real>
void Polarisation<Real>::upload(int state, std::span<const std::int32_t> elements, std::span<const Real> values) {
  const auto each = static_cast<std::size_t>(3 * fields_.basis().np());
  forEachRun(state, elements, [&](const Run& run, Real* field, std::size_t first, std::size_t end) {
    std::vector<Real> nodal(static_cast<std::size_t>(run.elements) * each);
    for (std::size_t i = first; i < end; ++i)
      std::copy_n(&values[i * each], each, &nodal[static_cast<std::size_t>(elements[i] - run.element) * each]);
    fields_.fromNodal(nodal, run.element, run.elements, field);
  });
}

template <class Real>
void Polarisation<Real>::download(int state, std::span<const std::int32_t> elements, std::span<Real> values) {
  const auto each = static_cast<std::size_t>(3 * fields_.basis().np());
  forEachRun(state, elements, [&](const Run& run, const Real* field, std::size_t first, std::size_t end) {
    std::vector<Real> nodal(static_cast<std::size_t>(run.elements) * each);
    fields_.toNodal(field, run.element, run.elements, nodal);
    for (std::size_t i = first; i < end; ++i)
      std::copy_n(&nodal[static_cast<std::size_t>(elements[i] - run.element) * each], each, &values[i * each]);
  });
}

template class Polarisation<float>;
template class Polarisation<double>;

}  // namespace fluxtet::dgtd::cuda
