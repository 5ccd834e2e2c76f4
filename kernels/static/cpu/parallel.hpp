// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <vector>

/// Loops over threads. Each thread has one contiguous part, the same in every loop over the same count, so that what it
/// wrote first lies near it.
namespace fluxtet::statics::cpu {

/// Indices begin .. end - 1.
struct IndexRange {
  std::int64_t begin, end;
};

/// Calls function(range, thread) for the contiguous parts of [0, count), one per thread. One thread runs the same
/// machine code as many, so that sums which the compiler reorders come out alike.
template <class Function>
void forRanges(int threads, std::int64_t count, Function&& function) {
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    const std::int64_t thread = omp_get_thread_num(), team = omp_get_num_threads();
    function(IndexRange{count * thread / team, count * (thread + 1) / team}, static_cast<int>(thread));
  }
}

/// Sum of function(range) over blocks of [0, count), in the unit of the function. The blocks and their order are always
/// the same, so that the bits do not depend on the number of threads.
template <std::int64_t block = 4096, class Function>
double sumBlocks(int threads, std::int64_t count, Function&& function) {
  const std::int64_t blocks = (count + block - 1) / block;
  std::vector<double> part(static_cast<std::size_t>(blocks));
  forRanges(threads, blocks, [&](IndexRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i)
      part[static_cast<std::size_t>(i)] = function(IndexRange{i * block, std::min(count, (i + 1) * block)});
  });
  double sum = 0;
  for (double p : part) sum += p;
  return sum;
}

/// Adds `value` to `target`, safe against other threads if `shared`.
template <bool shared, class Real>
void addTo(Real& target, Real value) {
  if constexpr (shared) {
#pragma omp atomic
    target += value;
  } else {
    target += value;
  }
}

}  // namespace fluxtet::statics::cpu
