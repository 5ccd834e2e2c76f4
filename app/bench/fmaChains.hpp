// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Multiply-adds on vector registers, compiled once per instruction set. This header must not contain inline functions,
/// which the linker might share between translation units of different instruction sets.
namespace fluxtet::bench {

template <class Real>
struct FmaChains {
  /// Computes x = factor x + summand `rounds` times on each of a set of independent vectors. The result depends on all
  /// of them, so that the compiler keeps the work.
  Real (*run)(std::int64_t rounds, Real factor, Real summand) = nullptr;
  int flopsPerRound = 0;  ///< flops of one thread in one round
};

FmaChains<float> baselineFmaFloat();
FmaChains<double> baselineFmaDouble();
FmaChains<float> avx2FmaFloat();
FmaChains<double> avx2FmaDouble();
FmaChains<float> avx512FmaFloat();
FmaChains<double> avx512FmaDouble();

}  // namespace fluxtet::bench
