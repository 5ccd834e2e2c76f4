// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/points.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"

#include <algorithm>
#include <utility>

namespace fluxtet::dgtd::cuda {

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
  if (record_.empty()) record_ = DeviceBuffer<double>(mostRecordsOnGpu * 2 * valuesPerField());
}

template <class Real>
bool Points<Real>::hasRoom(std::uint32_t end) const {
  return onGpu_.empty() || end - onGpu_.front() <= mostRecordsOnGpu;  // numbers wrap round
}

template <class Real>
void Points<Real>::record(const Real* E, const Real* H, const Real* edge, const KernelCount& number, bool beginsEarly,
                          cudaStream_t stream) {
  enqueue({2, {E, H}}, edge, SampleRows{record_.data(), mostRecordsOnGpu, number}, beginsEarly, stream);
}

template <class Real>
void Points<Real>::bringHome(cudaStream_t stream) {
  if (onGpu_.empty()) return;
  const std::size_t each = 2 * valuesPerField(), begin = atHome_.size(), count = onGpu_.size();
  atHome_.resize(begin + count * each);
  const auto copy = [&](double* to, std::size_t row, std::size_t rows) {
    cudaCheck(
        cudaMemcpyAsync(to, record_.data() + row * each, rows * each * sizeof(double), cudaMemcpyDeviceToHost, stream),
        "bringing recorded points to the host");
  };
  const std::size_t first = onGpu_.front() % mostRecordsOnGpu;
  const bool adjoin = onGpu_.back() - onGpu_.front() + 1 == count;
  std::vector<double> all;
  if (adjoin) {
    const std::size_t toEnd = std::min<std::size_t>(count, mostRecordsOnGpu - first);
    copy(&atHome_[begin], first, toEnd);
    if (count > toEnd) copy(&atHome_[begin + toEnd * each], 0, count - toEnd);
  } else {
    // Other points are recorded, too. One copy of all rows takes less time than one of each.
    all.resize(record_.size());
    copy(all.data(), 0, mostRecordsOnGpu);
  }
  cudaCheck(cudaStreamSynchronize(stream), "bringing recorded points to the host");
  for (std::size_t i = 0; !adjoin && i < count; ++i)
    std::copy_n(&all[onGpu_[i] % mostRecordsOnGpu * each], each, &atHome_[begin + i * each]);
  onGpu_.clear();
}

template <class Real>
std::vector<double> Points<Real>::take(cudaStream_t stream) {
  bringHome(stream);
  return std::exchange(atHome_, {});
}

template class Points<float>;
template class Points<double>;

}  // namespace fluxtet::dgtd::cuda
