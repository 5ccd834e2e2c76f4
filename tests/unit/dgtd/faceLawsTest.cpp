// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The laws that walls and sheets of a case have: circuits exactly, metals by a fit, and what half steps make of them.
#include "app/dgtd/setup/faceLaws.hpp"
#include "lib/base/constants.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>
#include <vector>

namespace fluxtet::test {
using namespace fluxtet::dgtd;
using Complex = std::complex<double>;

namespace {

constexpr double waveNumber(double frequency) {
  return 2 * std::numbers::pi * frequency / constants::c0;
}

/// The surface impedance of a law, ohm.
Complex impedanceOf(const FaceLaw& law, double frequency, double step = 0) {
  const Complex response = responseOf(law, waveNumber(frequency), step);
  return law.form == FaceLaw::Form::impedance ? constants::z0 * response : constants::z0 / response;
}

TEST(FaceLaws, circuitsHaveTheImpedanceOfTheirElements) {
  const std::array<std::optional<double>, 2> resistances{std::nullopt, 70}, inductances{std::nullopt, 3e-9},
      capacitances{std::nullopt, 0.8e-12};
  for (const auto connection : {CircuitConnection::series, CircuitConnection::parallel})
    for (const auto& R : resistances)
      for (const auto& L : inductances)
        for (const auto& C : capacitances) {
          if (!R && !L && !C) continue;
          const FaceLaw law = lawOf(ImpedanceSettings{R, L, C, connection});
          for (const double f : {0.3e9, 2e9, 9e9}) {
            const Complex s(0, 2 * std::numbers::pi * f);
            std::vector<Complex> parts;
            if (R) parts.emplace_back(*R);
            if (L) parts.push_back(s * *L);
            if (C) parts.push_back(1.0 / (s * *C));
            Complex expected = 0;
            for (const Complex& part : parts) expected += connection == CircuitConnection::series ? part : 1.0 / part;
            if (connection == CircuitConnection::parallel) expected = 1.0 / expected;
            EXPECT_LT(std::abs(impedanceOf(law, f) / expected - 1.0), 1e-12) << f;
          }
        }
  EXPECT_EQ(lawOf(ImpedanceSettings{.R = 1000}).form, FaceLaw::Form::admittance);
  EXPECT_NEAR(impedanceOf(lawOf(ImpedanceSettings{.R = 1000}), 1e9).real(), 1000, 1e-9);
}

// What a fit approximates is what half steps make of it, the lag of half a step included.
TEST(FaceLaws, metalsAreFittedToATenthOfAPerCentOverTwoDecades) {
  for (const double low : {1e9, 1e8})
    for (const double share : {0.0, 0.005, 0.01}) {
      const ConductorFilm copper{5.8e7, 1, 0, {low, 1e10}};
      const double dt = share / 1e10;
      const FittedLaw fit = fitConductor(copper, dt);
      EXPECT_LT(fit.error, low == 1e9 ? 0.001 : 0.002);
      for (const HighPass& pass : fit.law.highPasses) EXPECT_GE(pass.strength, 0);
      for (const double f : {1.3e9, 4.1e9, 9.7e9})
        EXPECT_LT(std::abs(impedanceOf(fit.law, f, constants::c0 * dt) / surfaceImpedanceOf(copper, f) - 1.0),
                  1.1 * fit.error);
    }
}

TEST(FaceLaws, thinMetalHasItsResistanceAtLowFrequencyAndItsSkinAtHigh) {
  const ConductorFilm film{5.8e7, 1, 18e-6, {1e6, 1e9}};
  EXPECT_NEAR(surfaceImpedanceOf(film, 1e3).real() * 5.8e7 * 18e-6, 1, 1e-5);
  const ConductorFilm thick{5.8e7, 1, 0, {1e6, 1e9}};
  EXPECT_LT(std::abs(surfaceImpedanceOf(film, 1e9) / surfaceImpedanceOf(thick, 1e9) - 1.0), 1e-3);
  // In between, where the skin depth passes the thickness, at 13 MHz, the fit follows.
  EXPECT_LT(fitConductor(film, 0).error, 0.02);
  // The resistance of copper at 10 GHz: 26.1 milliohm.
  EXPECT_NEAR(surfaceImpedanceOf(thick, 10e9).real(), 0.02609, 1e-5);
}

// A sine that drives a law by half steps comes out as responseOf() says.
TEST(FaceLaws, theDiscreteResponseIsThatOfHalfSteps) {
  FaceLaw law{.direct = 0.3};
  law.highPasses = {{0.5, 2}, {0.2, 40}};
  law.growth = 3;
  law.decay = 5;
  law.stiffness = 70;
  const double step = 0.01, k = 9;
  const FaceLawStep<double> constants(law, step);
  std::array<double, 4> state{};
  Complex driven = 0, drive = 0;
  const int period = 1000, steps = 400 * period;
  const double turns = 2 * std::numbers::pi * std::round(k * step * period / (2 * std::numbers::pi)) / period;
  for (int n = 0; n < steps; ++n) {
    // The drive stands at (n - 1/2) steps, the response at n.
    const double response = respond(constants, std::cos(turns * (n - 0.5)), state.data(), 1);
    if (n < steps - period) continue;
    driven += response * std::polar(1.0, -turns * n);
    drive += std::cos(turns * n) * std::polar(1.0, -turns * n);
  }
  const Complex expected = responseOf(law, turns / step, step);
  EXPECT_LT(std::abs(driven / drive / expected - 1.0), 1e-9);
}

TEST(FaceLaws, boundsGrowWithTheStepAndEndAtTheLawsOwnLimit) {
  FaceLaw law{.direct = 0.1};
  law.highPasses = {{0.2, 50}};
  law.growth = 4;
  law.stiffness = 400;
  EXPECT_DOUBLE_EQ(boundOf(law, 0), 0.3);
  EXPECT_NEAR(boundOf(law, 0.02), 0.1 + 0.2 / 0.5 + 0.04 / 0.96, 1e-15);
  EXPECT_TRUE(std::isinf(boundOf(law, 0.04)));
  law.highPasses.clear();
  EXPECT_TRUE(std::isfinite(boundOf(law, 0.09)));
  EXPECT_TRUE(std::isinf(boundOf(law, 0.1)));
}

}  // namespace
}  // namespace fluxtet::test
