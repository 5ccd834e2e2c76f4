// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/hybridModes.hpp"

#include "app/dgtd/modes/outline.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "tests/unit/modes/sections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace dgtd;
using constants::pi;

constexpr double a = 22.86e-3, b = 10.16e-3, epsilonR = 2.25;  // WR-90, half of it filled
constexpr FrequencyBand band{8e9, 12e9};

double waveNumber(double frequency) {
  return 2 * pi * frequency / constants::c0;
}

double betaSquared(const PortMode& mode, double frequency) {
  const auto gamma = propagationConstant(mode, frequency);
  return -(gamma * gamma).real();
}

/// s cot(s d), and s tan(s d), for s^2 = `square` of either sign.
double sCot(double square, double d) {
  const double s = std::sqrt(std::abs(square));
  return square > 0 ? s / std::tan(s * d) : s / std::tanh(s * d);
}
double sTan(double square, double d) {
  const double s = std::sqrt(std::abs(square));
  return square > 0 ? s * std::tan(s * d) : -s * std::tanh(s * d);
}

/// The `number`-th root of `f` below `from`, 0 being the first; poles are left out.
double rootBelow(const std::function<double(double)>& f, double from, int number) {
  const double step = 20;
  for (double high = from;; high -= step) {
    double low = high - step, top = high;
    const double atTop = f(top), atLow = f(low);
    if (atTop * atLow > 0 || std::abs(atTop) + std::abs(atLow) > 1000) continue;
    if (number-- > 0) continue;
    for (int bisection = 0; bisection < 60; ++bisection) {
      const double middle = (low + top) / 2;
      (f(middle) * atTop > 0 ? top : low) = middle;
    }
    return (low + top) / 2;
  }
}

/// Half of WR-90 filled, at u < a / 2; `cells` along b.
CrossSection upright(int cells) {
  GridPlan plan;
  plan.epsilonR = [](Point x) { return x[0] < a / 2 ? epsilonR : 1.0; };
  return gridSection(lines(0, a, 2 * cells), lines(0, b, cells), plan);
}

// Collin, Field Theory of Guided Waves, section 6.1: E along the interface alone, so that e_z = 0, and
// q cot(q a / 2) + s cot(s a / 2) = 0 with q^2 = epsilonR k^2 - beta^2, s^2 = k^2 - beta^2.
double exactUpright(double frequency, int number) {
  const double k = waveNumber(frequency);
  return rootBelow([&](double beta2) { return sCot(epsilonR * k * k - beta2, a / 2) + sCot(k * k - beta2, a / 2); },
                   epsilonR * k * k - 10, number);
}

TEST(HybridModes, ConvergeToTheModeWithoutAxialElectricFieldOfAHalfFilledGuide) {
  double error[2];
  for (const int i : {0, 1}) {
    const PortMode mode = findModes(upright(2 << i), 1, band)[0];
    error[i] = 1 - betaSquared(mode, 12e9) / exactUpright(12e9, 0);
    // V / I = omega mu0 / beta, at frequencies where the mode was computed and between these.
    for (const double frequency : {8e9, 9.3e9, 12e9}) {
      const double beta = std::sqrt(exactUpright(frequency, 0)), tolerance = i == 0 ? 1e-5 : 2e-7;
      EXPECT_NEAR(propagationConstant(mode, frequency).imag() / beta, 1, tolerance);
      EXPECT_NEAR(modeImpedance(mode, frequency).real() * beta / (2 * pi * frequency * constants::mu0), 1, tolerance);
    }
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 6, 0.3);
}

TEST(HybridModes, HaveARealPropagationConstantBelowCutoff) {
  const auto modes = findModes(upright(2), 4, band);
  // The second mode of this kind, wherever it is in the order.
  for (const double frequency : {8e9, 10e9, 12e9}) {
    const double exact = exactUpright(frequency, 1);
    double nearest = 1e300;
    for (const PortMode& mode : modes) nearest = std::min(nearest, std::abs(betaSquared(mode, frequency) - exact));
    EXPECT_LT(nearest, 2e-4 * epsilonR * std::pow(waveNumber(frequency), 2)) << frequency;
  }
  EXPECT_LT(exactUpright(8e9, 1), -1e4);
  EXPECT_GT(exactUpright(12e9, 1), 1e4);
}

// H along the interface alone across the guide: (q / epsilonR) tan(q b / 2) + s tan(s b / 2) = 0 with
// q^2 = epsilonR k^2 - (pi / a)^2 - beta^2, s^2 = k^2 - (pi / a)^2 - beta^2. This mode has e_z.
TEST(HybridModes, ConvergeToTheModeWithAxialElectricFieldOfALayeredGuide) {
  GridPlan plan;
  plan.epsilonR = [](Point x) { return x[1] < b / 2 ? epsilonR : 1.0; };
  double error[2];
  for (const int i : {0, 1}) {
    const CrossSection section = gridSection(lines(0, a, 4 << i), lines(0, b, 2 << i), plan);
    const auto modes = findModes(section, 2, band);
    const double k = waveNumber(12e9), kx = pi / a;
    const double exact = rootBelow(
        [&](double beta2) {
          return sTan(epsilonR * k * k - kx * kx - beta2, b / 2) / epsilonR + sTan(k * k - kx * kx - beta2, b / 2);
        },
        epsilonR * k * k - kx * kx - 10, 0);
    error[i] = 1 - betaSquared(modes[0], 12e9) / exact;
    EXPECT_NEAR(overlap(modes[0].electric, modes[0].electric, section), 1, 1e-10);
    EXPECT_NEAR(powerOverlap(modes[0], modes[0], section), 1, 1e-10);
    EXPECT_NEAR(powerOverlap(modes[0], modes[1], section), 0, 1e-8);
    EXPECT_NEAR(powerOverlap(modes[1], modes[0], section), 0, 1e-8);
  }
  EXPECT_LT(error[1], 2e-7);
  EXPECT_NEAR(std::log2(error[0] / error[1]), 6, 0.3);
}

TEST(HybridModes, AreThoseOfAHomogeneousGuide) {
  const CrossSection section = gridSection(lines(0, a, 6), lines(0, b, 3));
  const auto closed = findModes(section, 3), computed = hybridModes(section, 3, {10e9, 16e9});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(std::abs(overlap(closed[i].electric, computed[i].electric, section)), 1, 1e-5);
    for (const double frequency : {10e9, 12e9, 16e9}) {
      EXPECT_NEAR(betaSquared(computed[i], frequency), betaSquared(closed[i], frequency), 1);
      const auto expected = modeImpedance(closed[i], frequency), found = modeImpedance(computed[i], frequency);
      EXPECT_NEAR(std::abs(found - expected), 0, 1e-3 * std::abs(expected));
    }
  }
}

// A rod in a round guide: its first two modes are degenerate, and are told apart alike at all frequencies.
TEST(HybridModes, SplitTheDegeneratePairsOfARoundGuideByAFixedRule) {
  CrossSection section = discSection(10e-3, 3);
  for (std::size_t i = 0; i < 6 * 4; ++i) section.epsilonR[i] = 4;  // the inner two rings
  const auto modes = findModes(section, 2, {8e9, 12e9});
  EXPECT_NEAR(betaSquared(modes[0], 10e9) / betaSquared(modes[1], 10e9), 1, 1e-6);
  const auto along = modes[0].electric(0, {0, 0}), across = modes[1].electric(0, {0, 0});
  EXPECT_GT(along[0], 50);
  EXPECT_NEAR(along[1], 0, 0.1);
  EXPECT_NEAR(across[0], 0, 0.1);
  EXPECT_GT(across[1], 50);
}

// Half of a microstrip line, w = h = 1 mm, of permittivity 9.8. Kirschning and Jansen 1982: the effective permittivity
// of the open line up to 60 GHz to 0.6 %, from its value at low frequencies; walls are 8 mm away here.
TEST(HybridModes, AreQuasiTemAtLowFrequenciesAndHaveTheDispersionOfAMicrostripLine) {
  GridPlan plan;
  plan.isSheet = [](Point x) { return std::abs(x[1] - 1e-3) < 1e-9 && x[0] < 0.5e-3; };
  plan.isMagnetic = [](Point x) { return x[0] == 0; };
  plan.epsilonR = [](Point x) { return x[1] < 1e-3 ? 9.8 : 1.0; };
  const CrossSection section =
      gridSection(crowdedLines({0, 0.5e-3, 8e-3}, 1e-4, 4), crowdedLines({0, 1e-3, 8e-3}, 1e-4, 4), plan);
  const PortMode quasi = findModes(section, 1)[0], full = findModes(section, 1, {100e6, 20e9})[0];
  const auto effective = [&](double frequency) {
    return betaSquared(full, frequency) / std::pow(waveNumber(frequency), 2);
  };
  EXPECT_NEAR(effective(1e8) / quasi.epsilonR, 1, 1e-4);
  EXPECT_NEAR(modeImpedance(full, 1e8).real() / quasi.impedance, 1, 1e-4);
  EXPECT_EQ(full.impedance0, quasi.impedance0);
  EXPECT_GT(overlap(full.electric, quasi.electric, section), 0.9);  // at the middle, 14 GHz
  for (const double frequency : {5e9, 10e9, 20e9}) {
    const double fh = frequency * 1e-9;  // GHz mm
    const double p1 = 0.27488 + 0.6315 + 0.525 / std::pow(1 + 0.0157 * fh, 20) - 0.065683 * std::exp(-8.7513);
    const double p2 = 0.33622 * (1 - std::exp(-0.03442 * 9.8));
    const double p3 = 0.0363 * std::exp(-4.6) * (1 - std::exp(-std::pow(fh / 38.7, 4.97)));
    const double p4 = 1 + 2.751 * (1 - std::exp(-std::pow(9.8 / 15.916, 8)));
    const double p = p1 * p2 * std::pow((0.1844 + p3 * p4) * fh, 1.5763);
    EXPECT_NEAR(effective(frequency) / (9.8 - (9.8 - quasi.epsilonR) / (1 + p)), 1, 1e-2) << frequency;
  }
}

TEST(HybridModes, NeedTrianglesEnough) {
  GridPlan plan;
  plan.epsilonR = [](Point x) { return x[0] < a / 2 ? epsilonR : 1.0; };
  EXPECT_THROW(findModes(gridSection(lines(0, a, 2), lines(0, b, 1), plan), 6, band), InputError);
}

TEST(HybridModes, NeedABand) {
  EXPECT_THROW(findModes(upright(2), 1, {0, 1e9}), InputError);
  EXPECT_THROW(findModes(upright(2), 1, {2e9, 1e9}), InputError);
  EXPECT_THROW(findModes(upright(2), 1), InputError);
}

}  // namespace
}  // namespace fluxtet::test
