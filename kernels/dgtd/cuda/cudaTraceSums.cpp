// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaTraceSums.hpp"

#include "kernels/dgtd/cuda/traceSums.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {
namespace {

/// Faces whose nodal values pass through the staging buffer at a time.
constexpr std::int32_t stagedFaces = 1 << 16;

}  // namespace

template <class Real>
int CudaTraceSums<Real>::addFaces(std::span<const std::int32_t> faces) {
  lists_.push_back({FaceSides(fields_, faces), {}});
  return static_cast<int>(lists_.size()) - 1;
}

template <class Real>
std::int64_t CudaTraceSums<Real>::bytes() const {
  std::int64_t sum = 0;
  for (const List& list : lists_)
    sum += static_cast<std::int64_t>(list.sides.side.bytes()) + list.sums[0].bytes() + list.sums[1].bytes();
  return sum;
}

template <class Real>
void CudaTraceSums<Real>::start(int list, Field field, int count) {
  List& of = listOf(list);
  WeightedSums<Real>& sums = of.sums[static_cast<std::size_t>(field)];
  sums = {};
  if (count > 0)
    sums = WeightedSums<Real>(
        static_cast<std::size_t>(of.sides.count) * 2 * static_cast<std::size_t>(traceSize(fields_.order())), count,
        fields_.streams().orderComputeAfterExchange());
}

template <class Real>
void CudaTraceSums<Real>::add(int list, Field field, std::span<const double> weight) {
  List& to = listOf(list);
  for (const SumArgs<Real>& args : to.sums[static_cast<std::size_t>(field)].launches(weight)) {
    launchTraceSums(fields_.order(), fields_.data(field), fields_.traces().of(field), to.sides.side.data(), args,
                    to.sides.streamForReading(fields_.streams()));
  }
}

template <class Real>
template <class Value, class Move>
void CudaTraceSums<Real>::byParts(const List& list, std::span<Value> values, const Move& move) const {
  const std::size_t each = nodalPerFace();
  DeviceBuffer<Real> staging(static_cast<std::size_t>(std::min(list.sides.count, stagedFaces)) * each);
  cudaStream_t stream = fields_.streams().orderComputeAfterExchange();
  for (std::int32_t first = 0; first < list.sides.count; first += stagedFaces) {
    const auto count = static_cast<std::size_t>(std::min(stagedFaces, list.sides.count - first));
    move(first, values.subspan(static_cast<std::size_t>(first) * each, count * each), staging, stream);
  }
  waitFor(stream);
}

template <class Real>
void CudaTraceSums<Real>::download(int list, Field field, int sum, std::span<Real> values) const {
  const List& from = listOf(list);
  const Real* sums = from.sums[static_cast<std::size_t>(field)].of(sum);
  byParts(from, values,
          [&](std::int32_t first, std::span<Real> part, DeviceBuffer<Real>& staging, cudaStream_t stream) {
            launchSumToNodal(fields_.layout(), from.sides.side.data(), sums, first,
                             static_cast<std::int32_t>(part.size() / nodalPerFace()), staging.data(), stream);
            staging.toHost(part, stream);
          });
}

template <class Real>
void CudaTraceSums<Real>::upload(int list, Field field, int sum, std::span<const Real> values) {
  List& to = listOf(list);
  Real* sums = to.sums[static_cast<std::size_t>(field)].of(sum);
  byParts(to, values,
          [&](std::int32_t first, std::span<const Real> part, DeviceBuffer<Real>& staging, cudaStream_t stream) {
            staging.fromHost(part, stream);
            launchSumFromNodal(fields_.layout(), to.sides.side.data(), staging.data(), first,
                               static_cast<std::int32_t>(part.size() / nodalPerFace()), sums, stream);
          });
}

template class CudaTraceSums<float>;
template class CudaTraceSums<double>;

}  // namespace fluxtet::dgtd::cuda
