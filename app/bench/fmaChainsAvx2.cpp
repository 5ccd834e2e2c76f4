// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiled for AVX2 with FMA; called only where the processor has it.
#include "app/bench/fmaChains.inl"

namespace fluxtet::bench {
FmaChains<float> avx2FmaFloat() {
  return fmaChainsOf<float, 32>();
}
FmaChains<double> avx2FmaDouble() {
  return fmaChainsOf<double, 32>();
}
}  // namespace fluxtet::bench
