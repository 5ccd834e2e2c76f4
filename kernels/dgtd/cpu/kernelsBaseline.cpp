// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The vector kernels for any 64-bit processor: vectors of 16 bytes, and gathers as loops.
#include <cstdint>

#include "kernels/dgtd/cpu/vectorOf.hpp"

namespace fluxtet::dgtd::cpu {
namespace {

template <class Real>
struct Lanes {
  static constexpr int width = 16 / static_cast<int>(sizeof(Real));
  using Vec = typename VectorOf<Real, width>::Type;
  using IVec = typename VectorOf<std::int32_t, width>::Type;

  static IVec lookup(const std::int32_t* table, IVec code) {
    IVec result;
    for (int l = 0; l < width; ++l) result[l] = table[code[l]];
    return result;
  }
  static Vec gather(const Real* base, IVec offset) {
    Vec result;
    for (int l = 0; l < width; ++l) result[l] = base[offset[l]];
    return result;
  }
};

}  // namespace
}  // namespace fluxtet::dgtd::cpu

#include "kernels/dgtd/cpu/blockKernels.inl"

namespace fluxtet::dgtd::cpu {
KernelTable<float> baselineKernelsFloat() {
  return kernelTable<float>("baseline");
}
KernelTable<double> baselineKernelsDouble() {
  return kernelTable<double>("baseline");
}
}  // namespace fluxtet::dgtd::cpu
