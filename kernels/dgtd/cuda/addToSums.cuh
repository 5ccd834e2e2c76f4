// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the kernels that add to sums over time have in common.
#pragma once

#include "kernels/dgtd/cuda/compileTime.hpp"
#include "kernels/dgtd/cuda/weightedSums.hpp"

namespace fluxtet::dgtd::cuda {

/// Values that a thread reads and writes at once.
template <class Real, int size_>
struct alignas(size_ * sizeof(Real)) Pack {
  static constexpr int size = size_;
  Real value[size];
};

/// Adds pack i of the field to the sums first, ..., first + number - 1. All loads are issued before the first store.
template <int number, class Real, int size>
__device__ __forceinline__ void addToGroup(const SumArgs<Real>& args, int first, std::int64_t i,
                                           const Pack<Real, size>& field) {
  const std::int64_t packs = args.size / size;
  Pack<Real, size>* const sums = reinterpret_cast<Pack<Real, size>*>(args.sums) + first * packs + i;
  Pack<Real, size> sum[number];
#pragma unroll
  for (int s = 0; s < number; ++s) sum[s] = sums[s * packs];
#pragma unroll
  for (int s = 0; s < number; ++s) {
    for (int k = 0; k < size; ++k) sum[s].value[k] += args.weight[first + s] * field.value[k];
    sums[s * packs] = sum[s];
  }
}

/// Adds pack i of the field to all sums. `number`: the count of sums as a constant expression, so that a thread takes
/// fewer registers; 0: any count.
template <int number, class Real, int size>
__device__ __forceinline__ void addToSums(const SumArgs<Real>& args, std::int64_t i, const Pack<Real, size>& field) {
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

}  // namespace fluxtet::dgtd::cuda
