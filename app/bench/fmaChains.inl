// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
//
// Written once and compiled for each instruction set, with the options of the engine's kernels.
#include "app/bench/fmaChains.hpp"
#include "kernels/dgtd/cpu/vectorOf.hpp"

namespace fluxtet::bench {
namespace {

/// Number of vectors: two FMA units with a latency of four cycles need eight in flight; sixteen registers hold twelve
/// and the operands.
constexpr int numChains = 12;

template <class Real, int lanes>
Real fmaChains(std::int64_t rounds, Real factor, Real summand) {
  using Vec = typename dgtd::cpu::VectorOf<Real, lanes>::Type;
  const Vec a = factor - Vec{}, b = summand - Vec{};
  Vec x[numChains];
  for (int i = 0; i < numChains; ++i) x[i] = static_cast<Real>(i) - Vec{};
  for (std::int64_t round = 0; round < rounds; ++round)
#pragma GCC unroll 12
    for (int i = 0; i < numChains; ++i) x[i] = a * x[i] + b;
  Vec sum{};
  for (int i = 0; i < numChains; ++i) sum += x[i];
  Real result = 0;
  for (int l = 0; l < lanes; ++l) result += sum[l];
  return result;
}

/// The chains with vectors of `bytes` bytes.
template <class Real, int vectorBytes>
FmaChains<Real> fmaChainsOf() {
  constexpr int lanes = vectorBytes / static_cast<int>(sizeof(Real));
  return {fmaChains<Real, lanes>, 2 * lanes * numChains};
}

}  // namespace
}  // namespace fluxtet::bench
