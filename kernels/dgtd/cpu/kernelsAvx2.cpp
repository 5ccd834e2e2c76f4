// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The vector kernels for AVX2 with FMA. This file is compiled for these instructions; what it defines is called only if
// the processor has them.
#include <immintrin.h>

#include <cstdint>

#include "kernels/dgtd/cpu/vectorOf.hpp"

namespace fluxtet::dgtd::cpu {
namespace {

template <class Real>
struct Lanes;

template <>
struct Lanes<float> {
  static constexpr int width = 8;
  using Vec = VectorOf<float, width>::Type;
  using IVec = VectorOf<std::int32_t, width>::Type;

  static IVec lookup(const std::int32_t* table, IVec code) {
    return (IVec)_mm256_permutevar8x32_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(table)),
                                             (__m256i)code);
  }
  static Vec gather(const float* base, IVec offset) {
    const __m256 all = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
    return (Vec)_mm256_mask_i32gather_ps(_mm256_setzero_ps(), base, (__m256i)offset, all, 4);
  }
};

template <>
struct Lanes<double> {
  static constexpr int width = 4;
  using Vec = VectorOf<double, width>::Type;
  using IVec = VectorOf<std::int32_t, width>::Type;

  static IVec lookup(const std::int32_t* table, IVec code) {
    const __m256i entries = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(table));
    return (IVec)_mm256_castsi256_si128(_mm256_permutevar8x32_epi32(entries, _mm256_castsi128_si256((__m128i)code)));
  }
  static Vec gather(const double* base, IVec offset) {
    const __m256d all = _mm256_castsi256_pd(_mm256_set1_epi32(-1));
    return (Vec)_mm256_mask_i32gather_pd(_mm256_setzero_pd(), base, (__m128i)offset, all, 8);
  }
};

}  // namespace
}  // namespace fluxtet::dgtd::cpu

#include "kernels/dgtd/cpu/blockKernels.inl"

namespace fluxtet::dgtd::cpu {
KernelTable<float> avx2KernelsFloat() {
  return kernelTable<float>("AVX2");
}
KernelTable<double> avx2KernelsDouble() {
  return kernelTable<double>("AVX2");
}
}  // namespace fluxtet::dgtd::cpu
