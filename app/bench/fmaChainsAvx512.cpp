// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiled for AVX-512; called only where the processor has it.
#include "app/bench/fmaChains.inl"

namespace fluxtet::bench {
FmaChains<float> avx512FmaFloat() {
  return fmaChainsOf<float, 64>();
}
FmaChains<double> avx512FmaDouble() {
  return fmaChainsOf<double, 64>();
}
}  // namespace fluxtet::bench
