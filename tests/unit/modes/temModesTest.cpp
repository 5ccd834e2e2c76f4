// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/portMode.hpp"
#include "lib/base/constants.hpp"
#include "tests/unit/modes/sections.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace dgtd;
using constants::pi;

/// Walls at u = 0 and u = `width` are magnetic.
GridPlan magneticSides(double width) {
  GridPlan plan;
  plan.isMagnetic = [width](Point x) { return x[0] == 0 || x[0] == width; };
  return plan;
}

TEST(TemModes, GiveTheExactImpedanceOfParallelPlates) {
  const CrossSection section = gridSection(lines(0, 4e-3, 4), lines(0, 2e-3, 2), magneticSides(4e-3));
  const auto modes = findModes(section, 2);
  EXPECT_EQ(modes[0].kind, ModeKind::tem);
  EXPECT_NEAR(modes[0].impedance0, constants::z0 / 2, 1e-9);
  EXPECT_NEAR(modeImpedance(modes[0], 1e9).real(), constants::z0, 1e-9);
  EXPECT_EQ(modeText(modes[0]), "TEM, 188.4 ohm");
  // From the upper plate, which is driven, to the lower one.
  const auto e = modes[0].electric(3, {1e-3, 0.2e-3});
  EXPECT_NEAR(e[0], 0, 1e-6);
  EXPECT_NEAR(e[1], -1 / std::sqrt(8e-6), 1e-6);
  // Next comes the wave with half a wavelength between the plates' magnetic sides.
  EXPECT_NEAR(modes[1].cutoff, pi / 4e-3, 1e-4);
}

// Layers between plates: capacitances and inductances in series, the static fields constant in each layer.
TEST(TemModes, GiveTheExactQuasiTemLineOfLayersBetweenPlates) {
  const double w = 4e-3, d[2] = {1e-3, 1e-3}, epsilonR[2] = {4, 1}, muR[2] = {1, 3};
  CrossSection section = gridSection(lines(0, w, 4), lines(0, 2e-3, 4), magneticSides(w));
  for (std::size_t i = 0; i < section.triangle.size(); ++i) {
    const int layer = i < section.triangle.size() / 2 ? 0 : 1;
    section.epsilonR[i] = epsilonR[layer];
    section.muR[i] = muR[layer];
  }
  const double elastance = d[0] / epsilonR[0] + d[1] / epsilonR[1], inductance = muR[0] * d[0] + muR[1] * d[1];
  const double z0 = constants::z0 / w * std::sqrt(elastance * inductance);
  const PortMode mode = findModes(section, 1)[0];
  EXPECT_EQ(mode.kind, ModeKind::hybrid);
  EXPECT_EQ(mode.name, "quasi-TEM");
  EXPECT_NEAR(mode.impedance0, z0, 1e-8);
  EXPECT_NEAR(mode.epsilonR, 2e-3 / elastance, 1e-10);
  EXPECT_NEAR(mode.muR, inductance / 2e-3, 1e-10);
  // V / I = Z0 int |grad phi|^2 for a potential difference of 1 V: e is 1 / (epsilonR elastance) in each layer.
  double norm = 0;
  for (const int layer : {0, 1}) norm += w * d[layer] / std::pow(epsilonR[layer] * elastance, 2);
  EXPECT_NEAR(modeImpedance(mode, 1e9).real(), z0 * norm, 1e-6);
  EXPECT_NEAR(overlap(mode.electric, mode.electric, section), 1, 1e-10);
  EXPECT_NEAR(powerOverlap(mode, mode, section), 1, 1e-10);
  // D across the interface is continuous, and so is H along it.
  const auto below = mode.electric(0, {1e-3, 0.5e-3}),
             above = mode.electric(section.triangle.size() - 1, {1e-3, 1.5e-3});
  EXPECT_NEAR(4 * below[1] / above[1], 1, 1e-9);
  const auto hBelow = mode.magnetic(0, {1e-3, 0.5e-3});
  const auto hAbove = mode.magnetic(section.triangle.size() - 1, {1e-3, 1.5e-3});
  EXPECT_NEAR(hBelow[0] / hAbove[0], 1, 1e-8);
}

// eta ln(b / a) / (2 pi). Polygons of N edges shrink both circles alike, so that the error falls faster than N^-2.
TEST(TemModes, ConvergeToTheImpedanceOfACoaxialLine) {
  const double coarse = findTemModes(coaxialSection(1.5e-3, 3.45e-3, 2, 24))[0].impedance0;
  const CrossSection section = coaxialSection(1.5e-3, 3.45e-3, 4, 48);
  const PortMode mode = findTemModes(section)[0];
  EXPECT_NEAR(mode.impedance0 / 49.9399747, 1, 1e-4);
  EXPECT_GT((49.9399747 - coarse) / (49.9399747 - mode.impedance0), 4);
  // e = 1 / r / sqrt(2 pi ln(b / a)), from the inner conductor outwards.
  const double r = 2e-3;
  const ModeProfile exact = [](std::size_t, Point x) -> Point {
    const double scale = 1 / ((x[0] * x[0] + x[1] * x[1]) * std::sqrt(2 * pi * std::log(3.45 / 1.5)));
    return {scale * x[0], scale * x[1]};
  };
  EXPECT_NEAR(overlap(mode.electric, exact, section), 1, 1e-3);
  EXPECT_GT(exact(0, {r, 0})[0], 0);
  CrossSection filled = section;
  for (double& epsilonR : filled.epsilonR) epsilonR = 2.25;
  EXPECT_NEAR(findTemModes(filled)[0].impedance0, mode.impedance0 / 1.5, 1e-9);
  EXPECT_NEAR(propagationConstant(findTemModes(filled)[0], 1e9).imag(), 2 * pi * 1e9 / constants::c0 * 1.5, 1e-9);
}

// Cohn 1954: Z0 = (eta / 4) K(k') / K(k), k = tanh(pi w / (2 b)), for a strip of no thickness midway between wide
// planes. Here half of it, with a magnetic wall in the middle, of twice the impedance.
TEST(TemModes, ConvergeToTheImpedanceOfAStripline) {
  const double b = 2e-3, w = 2e-3, k = std::tanh(pi * w / (2 * b));
  const double exact = constants::z0 / 2 * std::comp_ellint_1(std::sqrt(1 - k * k)) / std::comp_ellint_1(k);
  GridPlan plan;
  plan.isSheet = [&](Point x) { return std::abs(x[1] - b / 2) < 1e-9 && x[0] < w / 2; };
  plan.isMagnetic = [](Point x) { return x[0] == 0; };
  double error[2];
  for (const int i : {0, 1}) {
    const double least = i == 0 ? 1e-4 : 1e-6;
    const CrossSection section =
        gridSection(crowdedLines({0, w / 2, 1e-2}, least, 3), crowdedLines({0, b / 2, b}, least, 3), plan);
    error[i] = 1 - findTemModes(section)[0].impedance0 / exact;
  }
  EXPECT_GT(error[0], 0);  // the discrete capacitance is an upper bound
  EXPECT_LT(error[0], 4e-3);
  EXPECT_NEAR(error[1], 0, 1e-4);
}

// Hammerstad and Jensen 1980: Z0 of the open line in vacuum to 0.03 %, the effective permittivity to 0.2 %.
TEST(TemModes, AgreeWithHammerstadAndJensenForAMicrostripLine) {
  const double h = 1e-3, w = 1e-3, far = 60e-3, epsilonR = 9.8, u = w / h;
  const double f = 6 + (2 * pi - 6) * std::exp(-std::pow(30.666 / u, 0.7528));
  const double z01 = constants::z0 / (2 * pi) * std::log(f / u + std::sqrt(1 + 4 / (u * u)));
  const double a = 1 + std::log((std::pow(u, 4) + std::pow(u / 52, 2)) / (std::pow(u, 4) + 0.432)) / 49 +
                   std::log(1 + std::pow(u / 18.1, 3)) / 18.7;
  const double b = 0.564 * std::pow((epsilonR - 0.9) / (epsilonR + 3), 0.053);
  const double effective = (epsilonR + 1) / 2 + (epsilonR - 1) / 2 * std::pow(1 + 10 / u, -a * b);
  GridPlan plan;
  plan.isSheet = [&](Point x) { return std::abs(x[1] - h) < 1e-9 && x[0] < w / 2; };
  plan.isMagnetic = [](Point x) { return x[0] == 0; };
  plan.epsilonR = [&](Point x) { return x[1] < h ? epsilonR : 1.0; };
  const CrossSection section =
      gridSection(crowdedLines({0, w / 2, far}, 1e-6, 3), crowdedLines({0, h, far}, 1e-6, 3), plan);
  const PortMode mode = findTemModes(section)[0];
  EXPECT_NEAR(mode.epsilonR / effective, 1, 2e-3);
  EXPECT_NEAR(mode.impedance0 / 2 / (z01 / std::sqrt(effective)), 1, 1.3e-3);
  EXPECT_EQ(mode.muR, 1);
}

// Two equal strips: the even mode is that of one half with a magnetic wall in the middle, the odd one with an electric
// wall. The mirrored triangles differ from the others, so that the values differ by the error of the elements.
TEST(TemModes, AreTheEvenAndTheOddOneOfTwoEqualStrips) {
  GridPlan pair;
  pair.isSheet = [](Point x) {
    return std::abs(x[1] - 1e-3) < 1e-9 && std::abs(x[0]) > 0.25e-3 && std::abs(x[0]) < 1.25e-3;
  };
  GridPlan even = pair;
  even.isMagnetic = [](Point x) { return x[0] == 0; };
  const std::vector<double> v = crowdedLines({0, 1e-3, 2e-3}, 1e-5, 3);
  const std::vector<double> u = crowdedLines({0, 0.25e-3, 1.25e-3, 4e-3}, 1e-5, 3);
  std::vector<double> both(u.rbegin(), u.rend());
  for (double& x : both) x = -x;
  both.insert(both.end(), u.begin() + 1, u.end());
  const CrossSection section = gridSection(both, v, pair);
  const auto modes = findModes(section, 2);
  EXPECT_EQ(modes[0].name, "TEM 1");
  const double evenHalf = findTemModes(gridSection(u, v, even))[0].impedance0;
  const double oddHalf = findTemModes(gridSection(u, v, pair))[0].impedance0;
  EXPECT_NEAR(modes[0].impedance0 / evenHalf, 1, 1e-3);
  EXPECT_NEAR(modes[1].impedance0 / oddHalf, 1, 1e-3);
  EXPECT_GT(evenHalf / oddHalf, 1.2);
  EXPECT_NEAR(overlap(modes[0].electric, modes[1].electric, section), 0, 1e-8);
  EXPECT_NEAR(powerOverlap(modes[0], modes[0], section), 1, 1e-8);
}

}  // namespace
}  // namespace fluxtet::test
