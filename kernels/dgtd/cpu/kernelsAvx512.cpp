// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The vector kernels for AVX-512 (F, DQ, VL, BW). This file is compiled for these instructions; what it defines is
// called only if the processor has them.
#include <immintrin.h>

#include <cstdint>

#include "kernels/dgtd/cpu/vectorOf.hpp"

namespace fluxtet::dgtd::cpu {
namespace {

template <class Real>
struct Lanes;

template <>
struct Lanes<float> {
  static constexpr int width = 16;
  using Vec = VectorOf<float, width>::Type;
  using IVec = VectorOf<std::int32_t, width>::Type;

  static IVec lookup(const std::int32_t* table, IVec code) {
    const __m512i entries = _mm512_castsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(table)));
    return (IVec)_mm512_maskz_permutexvar_epi32(__mmask16(-1), (__m512i)code, entries);
  }
  static Vec gather(const float* base, IVec offset) {
    return (Vec)_mm512_mask_i32gather_ps(_mm512_setzero_ps(), __mmask16(-1), (__m512i)offset, base, 4);
  }
};

template <>
struct Lanes<double> {
  static constexpr int width = 8;
  using Vec = VectorOf<double, width>::Type;
  using IVec = VectorOf<std::int32_t, width>::Type;

  static IVec lookup(const std::int32_t* table, IVec code) {
    return (IVec)_mm256_permutevar8x32_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(table)),
                                             (__m256i)code);
  }
  static Vec gather(const double* base, IVec offset) {
    return (Vec)_mm512_mask_i32gather_pd(_mm512_setzero_pd(), __mmask8(-1), (__m256i)offset, base, 8);
  }
};

}  // namespace
}  // namespace fluxtet::dgtd::cpu

#include "kernels/dgtd/cpu/blockKernels.inl"

namespace fluxtet::dgtd::cpu {
KernelTable<float> avx512KernelsFloat() {
  return kernelTable<float>("AVX-512");
}
KernelTable<double> avx512KernelsDouble() {
  return kernelTable<double>("AVX-512");
}
}  // namespace fluxtet::dgtd::cpu
