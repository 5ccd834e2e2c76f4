// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/weightedSums.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/compileTime.hpp"

#include <algorithm>
#include <stdexcept>

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 256;
/// Sums that one launch adds to, at most. Each further launch reads the field again.
constexpr int sumsPerLaunch = 32;

/// 16 bytes of a field, which a thread reads and writes at once. A field consists of whole packs, because clusters have
/// a multiple of 32 elements.
template <class Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real value[size];
};

template <class Real>
struct SumArgs {
  const Pack<Real>* field;  ///< [packs]
  Pack<Real>* sums;         ///< [count][packs]
  std::int64_t packs;
  int count;
  Real weight[sumsPerLaunch];
};

/// Adds pack i of the field to the sums first, ..., first + number - 1. All loads are issued before the first store.
template <int number, class Real>
__device__ void addToGroup(const SumArgs<Real>& args, int first, std::int64_t i, const Pack<Real>& field) {
  Pack<Real>* const sums = args.sums + first * args.packs + i;
  Pack<Real> sum[number];
#pragma unroll
  for (int s = 0; s < number; ++s) sum[s] = sums[s * args.packs];
#pragma unroll
  for (int s = 0; s < number; ++s) {
    for (int k = 0; k < Pack<Real>::size; ++k) sum[s].value[k] += args.weight[first + s] * field.value[k];
    sums[s * args.packs] = sum[s];
  }
}

/// sums[s] += weight[s] * field, for all sums in one pass over the field. A thread computes one pack of each sum. The
/// kernel is bound by memory, which moves 1 + 2 `count` fields. `number`: the count as a constant expression, so that a
/// thread takes fewer registers; 0: any count.
template <class Real, int number>
__global__ void addToSumsKernel(const __grid_constant__ SumArgs<Real> args) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (i >= args.packs) return;
  const Pack<Real> field = args.field[i];
  if constexpr (number > 0) {
    addToGroup<number>(args, 0, i, field);
  } else {
    int s = 0;
    for (; s + 4 <= args.count; s += 4) addToGroup<4>(args, s, i, field);
    for (; s < args.count; ++s) addToGroup<1>(args, s, i, field);
  }
}

/// Calls function(Constant<count>) for the counts of one frequency and of two, else function(Constant<0>).
template <class Function>
void withCount(int count, Function&& function) {
  switch (count) {
    case 2:
      return function(Constant<2>{});
    case 4:
      return function(Constant<4>{});
    default:
      return function(Constant<0>{});
  }
}

}  // namespace

template <class Real>
WeightedSums<Real>::WeightedSums(std::size_t fieldSize, int count, cudaStream_t stream)
    : fieldSize_(fieldSize), count_(count), sums_(fieldSize * static_cast<std::size_t>(count)) {
  if (fieldSize % Pack<Real>::size != 0) throw std::logic_error("a field is not made of whole packs");
  sums_.zero(stream);
}

template <class Real>
const Real* WeightedSums<Real>::of(int sum) const {
  if (sum < 0 || sum >= count_) throw std::logic_error("the field has no such sum");
  return sums_.data() + static_cast<std::size_t>(sum) * fieldSize_;
}

template <class Real>
void WeightedSums<Real>::add(const Real* field, std::span<const double> weight, cudaStream_t stream) {
  if (static_cast<int>(weight.size()) != count_) throw std::logic_error("each sum of a field needs a weight");
  if (fieldSize_ == 0) return;
  const auto packs = static_cast<std::int64_t>(fieldSize_ / Pack<Real>::size);
  for (int first = 0; first < count_; first += sumsPerLaunch) {
    SumArgs<Real> args{reinterpret_cast<const Pack<Real>*>(field),
                       reinterpret_cast<Pack<Real>*>(of(first)),
                       packs,
                       std::min(sumsPerLaunch, count_ - first),
                       {}};
    for (int s = 0; s < args.count; ++s)
      args.weight[s] = static_cast<Real>(weight[static_cast<std::size_t>(first + s)]);
    withCount(args.count, [&](auto number) {
      const auto blocks = static_cast<unsigned int>((packs + blockSize - 1) / blockSize);
      addToSumsKernel<Real, number.value><<<blocks, blockSize, 0, stream>>>(args);
      checkLaunch("addToSumsKernel");
    });
  }
}

template class WeightedSums<float>;
template class WeightedSums<double>;

}  // namespace fluxtet::dgtd::cuda
