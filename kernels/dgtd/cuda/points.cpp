// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/points.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"

#include <utility>

namespace fluxtet::dgtd::cuda {
namespace {
/// Samples that the record's memory on the GPU holds, if all records are of these points.
constexpr std::uint32_t mostSamplesOnGpu = 512;
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
void Points<Real>::enqueue(const SampledFields<Real>& fields, const Real* edge, const SampleRows& to, bool beginsEarly,
                           cudaStream_t stream) const {
  launchSample(order_, fields, edge, slot_.data(), weight_.data(), static_cast<std::int32_t>(slot_.size()), to,
               beginsEarly, stream);
}

template <class Real>
void Points<Real>::sample(const Real* field, const Real* edge, std::span<double> values, cudaStream_t stream) const {
  if (slot_.empty()) return;
  enqueue({1, {field, nullptr}}, edge, SampleRows{values_.data()}, false, stream);
  values_.toHost(values, stream);
  cudaCheck(cudaStreamSynchronize(stream), "sampling points");
}

template <class Real>
void Points<Real>::prepare() {
  if (record_.empty()) record_ = DeviceBuffer<double>(mostSamplesOnGpu * 2 * valuesPerField());
}

template <class Real>
bool Points<Real>::hasRoom(std::uint32_t end) const {
  return onGpu_.empty() || end - onGpu_.front() <= mostSamplesOnGpu;  // numbers wrap round
}

template <class Real>
void Points<Real>::record(const Real* E, const Real* H, const Real* edge, const KernelCount& number, bool beginsEarly,
                          cudaStream_t stream) {
  enqueue({2, {E, H}}, edge, SampleRows{record_.data(), mostSamplesOnGpu, number}, beginsEarly, stream);
}

template <class Real>
void Points<Real>::bringHome(cudaStream_t stream) {
  const std::size_t each = 2 * valuesPerField(), begin = atHome_.size();
  atHome_.resize(begin + onGpu_.size() * each);
  for (std::size_t first = 0, end = 0; first < onGpu_.size(); first = end) {
    const std::size_t row = onGpu_[first] % mostSamplesOnGpu;
    for (end = first + 1; end < onGpu_.size() && onGpu_[end] % mostSamplesOnGpu == row + (end - first);) ++end;
    cudaCheck(cudaMemcpyAsync(atHome_.data() + begin + first * each, record_.data() + row * each,
                              (end - first) * each * sizeof(double), cudaMemcpyDeviceToHost, stream),
              "bringing recorded points to the host");
  }
  cudaCheck(cudaStreamSynchronize(stream), "bringing recorded points to the host");
  onGpu_.clear();
}

template <class Real>
std::vector<double> Points<Real>::take(cudaStream_t stream) {
  if (!onGpu_.empty()) bringHome(stream);
  return std::exchange(atHome_, {});
}

template class Points<float>;
template class Points<double>;

}  // namespace fluxtet::dgtd::cuda
