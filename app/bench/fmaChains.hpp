// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Multiply-adds that never leave the vector registers, compiled once per instruction set: nothing here may be an
/// inline function that the linker could share between those translation units.
namespace fluxtet::bench {

template <class Real>
struct FmaChains {
  /// `rounds` times x = factor x + summand on each of a set of independent vectors; the result keeps them alive.
  Real (*run)(std::int64_t rounds, Real factor, Real summand) = nullptr;
  int flopsPerRound = 0;  ///< of one thread
};

FmaChains<float> baselineFmaFloat();
FmaChains<double> baselineFmaDouble();
FmaChains<float> avx2FmaFloat();
FmaChains<double> avx2FmaDouble();
FmaChains<float> avx512FmaFloat();
FmaChains<double> avx512FmaDouble();

}  // namespace fluxtet::bench
