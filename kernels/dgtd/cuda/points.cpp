// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/points.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"

#include <utility>

namespace fluxtet::dgtd::cuda {
namespace {
/// Samples that the record's memory on the GPU holds.
constexpr std::size_t mostSamplesOnGpu = 512;
}  // namespace

template <class Real>
Points<Real>::Points(int order, const std::vector<std::int32_t>& slot, const std::vector<double>& weight,
                     cudaStream_t stream)
    : order_(order), slot_(toDevice(slot, stream)), weight_(toDevice(weight, stream)), values_(3 * slot.size()) {}

template <class Real>
std::int64_t Points<Real>::bytes() const {
  return static_cast<std::int64_t>(slot_.bytes() + weight_.bytes() + values_.bytes() + record_.bytes());
}

template <class Real>
void Points<Real>::enqueue(const SampledFields<Real>& fields, const Real* edge, double* values,
                           cudaStream_t stream) const {
  launchSample(order_, fields, edge, slot_.data(), weight_.data(), static_cast<std::int32_t>(slot_.size()), values,
               stream);
}

template <class Real>
void Points<Real>::sample(const Real* field, const Real* edge, std::span<double> values, cudaStream_t stream) const {
  if (slot_.empty()) return;
  enqueue({1, {field, nullptr}}, edge, values_.data(), stream);
  values_.toHost(values, stream);
  cudaCheck(cudaStreamSynchronize(stream), "sampling points");
}

template <class Real>
void Points<Real>::record(const Real* E, const Real* H, const Real* edge, cudaStream_t stream) {
  if (slot_.empty()) return;
  if (record_.empty()) record_ = DeviceBuffer<double>(mostSamplesOnGpu * 2 * valuesPerField());
  if (samplesOnGpu_ == mostSamplesOnGpu) bringHome(stream);
  enqueue({2, {E, H}}, edge, record_.data() + samplesOnGpu_ * 2 * valuesPerField(), stream);
  ++samplesOnGpu_;
}

template <class Real>
void Points<Real>::bringHome(cudaStream_t stream) {
  const std::size_t begin = atHome_.size();
  atHome_.resize(begin + samplesOnGpu_ * 2 * valuesPerField());
  record_.toHost(std::span(atHome_).subspan(begin), stream);
  cudaCheck(cudaStreamSynchronize(stream), "bringing recorded points to the host");
  samplesOnGpu_ = 0;
}

template <class Real>
std::vector<double> Points<Real>::take(cudaStream_t stream) {
  if (samplesOnGpu_ > 0) bringHome(stream);
  return std::exchange(atHome_, {});
}

template class Points<float>;
template class Points<double>;

}  // namespace fluxtet::dgtd::cuda
