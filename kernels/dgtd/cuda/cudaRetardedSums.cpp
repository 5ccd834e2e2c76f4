// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaRetardedSums.hpp"

#include "kernels/dgtd/cuda/toDevice.hpp"
#include "kernels/dgtd/listChecks.hpp"

#include <utility>

namespace fluxtet::dgtd::cuda {

template <class Real>
int CudaRetardedSums<Real>::addTerms(RetardedTerms terms) {
  const auto nf = static_cast<std::size_t>(fields_.basis().nf());
  requireWhole(terms, static_cast<int>(nf));
  List list;
  list.signals = terms.signals;
  list.delays = terms.delays;
  list.sides = FaceSides(fields_, terms.face);
  cudaStream_t stream = fields_.streams().computeBesideExchange();
  list.begin = toDevice(terms.begin, stream);
  list.emitter = toDevice(terms.emitter, stream);
  list.faceOf = toDevice(terms.faceOf, stream);
  list.mean = DeviceBuffer<Real>(2 * nf * terms.face.size());
  const DeviceBuffer<double> nodal = toDevice(terms.weight, stream);
  list.weight = DeviceBuffer<Real>(terms.weight.size());
  launchTermWeights(fields_.layout(), nodal.data(), static_cast<std::int64_t>(terms.emitter.size()), list.weight.data(),
                    stream);
  for (std::size_t field = 0; field < 2; ++field) {
    std::vector<double> vectors;
    for (const auto& ofFields : terms.vector)
      for (const Vec3& vector : ofFields[field]) vectors.insert(vectors.end(), vector.begin(), vector.end());
    const DeviceBuffer<double> onDevice = toDevice(vectors, stream);
    list.coefficients[field] = DeviceBuffer<EmitterCoefficients<Real>>(terms.faceOf.size());
    launchEmitterCoefficients(fields_.layout(), list.sides.side.data(), list.faceOf.data(), onDevice.data(),
                              static_cast<std::int32_t>(terms.faceOf.size()), list.coefficients[field].data(), stream);
    waitFor(stream);
  }
  lists_.push_back(std::move(list));
  return static_cast<int>(lists_.size()) - 1;
}

template <class Real>
void CudaRetardedSums<Real>::start(int list, std::int64_t instants) {
  List& of = listOf(list);
  of.instants = instants;
  for (DeviceBuffer<double>& signals : of.received) {
    signals = DeviceBuffer<double>(2 * static_cast<std::size_t>(of.signals) * static_cast<std::size_t>(instants));
    if (!signals.empty()) signals.zero(fields_.streams().computeBesideExchange());
  }
}

template <class Real>
void CudaRetardedSums<Real>::add(int list, Field field, std::int64_t sample) {
  List& to = listOf(list);
  requireInstants(sample, to.delays, to.instants);
  const auto which = static_cast<std::size_t>(field);
  cudaStream_t stream = to.sides.streamForReading(fields_.streams());
  launchMeanTraces(fields_.order(), fields_.data(field), fields_.traces().of(field), to.sides.side.data(),
                   to.sides.count, to.mean.data(), stream);
  const RetardedArgs<Real> args{
      to.begin.data(), to.emitter.data(), to.weight.data(), to.faceOf.data(), to.coefficients[which].data(),
      to.mean.data(),  to.signals,        to.delays};
  launchRetardedSums(fields_.order(), args, sample, to.instants, to.received[which].data(), stream);
}

template <class Real>
void CudaRetardedSums<Real>::download(int list, Field field, std::span<double> values) const {
  const DeviceBuffer<double>& signals = listOf(list).received[static_cast<std::size_t>(field)];
  requireSize(values.size(), signals.size());
  if (values.empty()) return;
  cudaStream_t stream = fields_.streams().computeBesideExchange();
  signals.toHost(values, stream);
  waitFor(stream);
}

template <class Real>
void CudaRetardedSums<Real>::upload(int list, Field field, std::span<const double> values) {
  DeviceBuffer<double>& signals = listOf(list).received[static_cast<std::size_t>(field)];
  requireSize(values.size(), signals.size());
  if (values.empty()) return;
  cudaStream_t stream = fields_.streams().computeBesideExchange();
  signals.fromHost(values, stream);
  waitFor(stream);
}

template <class Real>
std::int64_t CudaRetardedSums<Real>::bytes() const {
  std::size_t sum = 0;
  for (const List& list : lists_) {
    sum += list.sides.side.bytes() + list.begin.bytes() + list.emitter.bytes() + list.faceOf.bytes() +
           list.weight.bytes() + list.mean.bytes();
    for (std::size_t field = 0; field < 2; ++field)
      sum += list.coefficients[field].bytes() + list.received[field].bytes();
  }
  return static_cast<std::int64_t>(sum);
}

template class CudaRetardedSums<float>;
template class CudaRetardedSums<double>;

}  // namespace fluxtet::dgtd::cuda
