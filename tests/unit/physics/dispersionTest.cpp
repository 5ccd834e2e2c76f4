// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/physics/dispersion.hpp"

#include "lib/base/constants.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
constexpr double twoPi = 2 * constants::pi;
constexpr double rounding = 1e-13;

void expectNear(Complex found, Complex expected) {
  EXPECT_NEAR(std::abs(found - expected), 0, rounding * std::abs(expected)) << found << " instead of " << expected;
}

TEST(Dispersion, TermsHaveTheValuesOfTheirClosedForms) {
  // At omega tau = 1 a relaxation has half its strength, and as much of losses.
  expectNear(susceptibility({.debye = {{10, 1e-9}}}, Complex(0, 1e9)), {5, -5});
  // -fp^2 / (f^2 - j f fc).
  const Complex drude = -4.0 / Complex(1, -0.5);
  expectNear(susceptibility({.drude = {{2e9, 0.5e9}}}, Complex(0, twoPi * 1e9)), drude);
  // In resonance delta w0 / (2 j damping).
  expectNear(susceptibility({.lorentz = {{3, 1e9, 1e8}}}, Complex(0, twoPi * 1e9)), {0, -3 * twoPi * 1e9 / 2e8});
  const Complex s(0, 2e9), pole(-1e9, 3e9), residue(2e8, -5e8);
  expectNear(susceptibility({.poles = {{{-1e9, 3e9}, {2e8, -5e8}}}}, s),
             residue / (s - pole) + std::conj(residue) / (s - std::conj(pole)));
}

TEST(Dispersion, ARealPoleIsARelaxationAndALorentzTermIsAPair) {
  const Complex s(0, 4e9);
  expectNear(susceptibility({.poles = {{{-1e9, 0}, {7e9, 0}}}}, s), susceptibility({.debye = {{7, 1e-9}}}, s));
  const double f = 1e9, damping = 2e9, w0 = twoPi * f, w1 = std::sqrt(w0 * w0 - damping * damping);
  expectNear(susceptibility({.poles = {{{-damping, w1}, {0, -3 * w0 * w0 / (2 * w1)}}}}, s),
             susceptibility({.lorentz = {{3, f, damping}}}, s));
}

TEST(Dispersion, RelaxationsChargesAndResonancesArePassive) {
  EXPECT_FALSE(activeFrequency({}, 0));
  EXPECT_FALSE(activeFrequency({.debye = {{10, 1e-9}, {3, 1e-3}}, .drude = {{1e9, 1e7}, {1e12, 0}}}, 0));
  EXPECT_FALSE(activeFrequency({.lorentz = {{3, 1e9, 0}, {1, 5e9, 1e3}, {1, 1e9, 1e12}}}, 0));
}

TEST(Dispersion, OnlyTheSumNeedsToBePassive) {
  // -1 / (1 + j w tau) alone gives energy at w = 1 / tau with the conductivity -epsilon0 / (2 tau).
  const Dispersion gain{.debye = {{4, 1e-9}}, .poles = {{{-1e9, 0}, {-1e9, 0}}}};
  EXPECT_FALSE(activeFrequency(gain, 0));
  const Dispersion alone{.poles = {{{-1e9, 0}, {-1e9, 0}}}};
  const auto active = activeFrequency(alone, 0);
  ASSERT_TRUE(active);
  EXPECT_LT(active->conductivity, -0.99e9);  // it tends to -1 / tau
  EXPECT_FALSE(activeFrequency(alone, 1e9));
}

TEST(Dispersion, ANarrowGainIsFound) {
  // A resonance of the wrong sign, a millionth as wide as its frequency.
  const auto active = activeFrequency({.poles = {{{-1e4, 1e10}, {0, 1e4}}}}, 0);
  ASSERT_TRUE(active);
  EXPECT_NEAR(active->frequency, 1e10 / twoPi, 1e-6 * 1e10 / twoPi);
}

}  // namespace
}  // namespace fluxtet::test
