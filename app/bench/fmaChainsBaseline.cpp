// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
//
// Vectors of 16 bytes; where the processor has no FMA, a multiplication and an addition.
#include "app/bench/fmaChains.inl"

namespace fluxtet::bench {
FmaChains<float> baselineFmaFloat() {
  return fmaChainsOf<float, 16>();
}
FmaChains<double> baselineFmaDouble() {
  return fmaChainsOf<double, 16>();
}
}  // namespace fluxtet::bench
