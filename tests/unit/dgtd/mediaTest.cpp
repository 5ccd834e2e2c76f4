// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/media.hpp"
#include "app/dgtd/setup/tensorsInLayers.hpp"

#include "app/case/medium.hpp"
#include "lib/base/constants.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <complex>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

using Complex = std::complex<double>;
constexpr double twoPi = 2 * constants::pi;

const Dispersion everything{.debye = {{75.2, 9.36e-12}},
                            .drude = {{2e10, 3e9}},
                            .lorentz = {{3, 3e9, 1e9}},
                            .poles = {{{-2e10, 0}, {5e10, 0}}, {{-1e9, 2e10}, {1e8, -3e9}}}};

/// (c (s - A)^-1 b + e) / s, with s in 1/m.
Complex transfer(const Pole& pole, Complex s) {
  Eigen::Matrix2cd M;
  M << s - pole.A[0], -pole.A[1], -pole.A[2], s - pole.A[3];
  if (pole.size == 1) M(1, 1) = 1;
  const Eigen::Vector2cd b(pole.b[0], pole.b[1]), x = M.fullPivLu().solve(b);
  return (pole.c[0] * x[0] + pole.c[1] * x[1] + pole.e) / s;
}

TEST(Media, PolesHaveThePermittivityOfTheirTerms) {
  const std::vector<Pole> poles = polesOf(everything);
  ASSERT_EQ(poles.size(), 5u);
  for (std::size_t p = 0; p < poles.size(); ++p) EXPECT_EQ(poles[p].size, p < 2 ? 2 : 1) << "those of two states first";
  for (const double f : {1e8, 1e9, 3e9, 2e10, 1e12}) {
    const Complex s(0, twoPi * f), expected = susceptibility(everything, s);
    Complex found = 0;
    for (const Pole& pole : poles) found += transfer(pole, s / constants::c0);
    EXPECT_NEAR(std::abs(found - expected), 0, 1e-12 * std::abs(expected)) << f;
  }
}

// With exp(j w t), E = x - j y turns right-handed round z. The law of the engine, J = (s + nu - Omega x)^-1 wp^2 E,
// gives this E the permittivity 1 + J / (s E).
TEST(Media, APlasmaHasAPermittivityForEachCircularPolarisation) {
  Material plasma;
  plasma.magnetisedPlasma = MagnetisedPlasmaTerm{28.7e9, 3e9, {0, 0, 1.7}};
  // 28.0 GHz in a tesla.
  EXPECT_NEAR(norm(gyrationOf({0, 0, 1})) / twoPi, 27.992e9, 1e6);
  const MagnetisedPlasma law = tensorsOf(plasma).plasma.value();
  const double omega = twoPi * 10e9;
  const Complex s(0, omega / constants::c0);
  const auto found = plasmaPermittivities(plasma, omega);
  Eigen::Matrix3cd M = (s + law.collision) * Eigen::Matrix3cd::Identity();
  M(0, 1) += law.gyration[2];
  M(1, 0) -= law.gyration[2];
  const Eigen::Vector3cd fields[] = {{1, Complex(0, -1), 0}, {1, Complex(0, 1), 0}, {0, 0, 1}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector3cd J = M.fullPivLu().solve(law.plasma * law.plasma * fields[i]);
    const Complex expected = 1.0 + J.cwiseProduct(fields[i].conjugate()).sum() / fields[i].squaredNorm() / s;
    EXPECT_NEAR(std::abs(found[i] - expected), 0, 1e-12 * std::abs(expected)) << i;
  }
}

// x' = phi x + gamma (E + E'), Z0 J = k x + (beta / step) (E + E') with E' = z E.
TEST(Media, AStepTakesThePowerOfTheConductivityAtTheSteppedFrequency) {
  const double f = 3e9, dt = 20e-12, phase = twoPi * f * dt, step = constants::c0 * dt;
  const Complex z = std::polar(1.0, phase);
  Complex current = 0;
  for (const Pole& pole : polesOf(everything)) {
    const PoleStep rule = trapezoidalStep(pole, step);
    Eigen::Matrix2cd M;
    M << z - rule.phi[0], -rule.phi[1], -rule.phi[2], z - rule.phi[3];
    const Eigen::Vector2cd x = M.fullPivLu().solve(Eigen::Vector2cd(rule.gamma[0], rule.gamma[1]) * (1.0 + z));
    current += rule.k[0] * x[0] + rule.k[1] * x[1] + rule.beta / step * (1.0 + z);
  }
  // Over the mean of E in the step this is Z0 times the conductivity in its real part.
  const Complex admittance = current / ((1.0 + z) / 2.0) / constants::z0;
  const double omega = steppedFrequency(twoPi * f, std::cos(phase / 2));
  EXPECT_NEAR(omega, 2 / dt * std::tan(phase / 2), 1e-10 * omega);
  const Material material{.name = "all", .dispersion = everything};
  EXPECT_NEAR(admittance.real(), conductivityOf(material, omega), 1e-10 * std::abs(admittance));
  // Far from that at the frequency itself: the step is a seventeenth of a period.
  EXPECT_GT(std::abs(admittance.real() - conductivityOf(material, twoPi * f)), 1e-3 * std::abs(admittance));
}

// Of the three fields that a plasma does not turn into each other, the loss is that of their permittivity; and a plasma
// without a magnetic field is a Drude medium.
TEST(Media, APlasmaTakesFromEachPolarisationWhatItsPermittivitySays) {
  const double omega = twoPi * 5e9;
  Material material{.name = "plasma", .epsilonR = 2};
  material.magnetisedPlasma = MagnetisedPlasmaTerm{6e9, 1e9, {0, 0, 0.15}};
  const auto permittivities = plasmaPermittivities(material, omega);
  const std::array<std::array<Complex, 3>, 3> fields{
      {{1, Complex(0, -1), 0}, {1, Complex(0, 1), 0}, {0, 0, std::sqrt(2.0)}}};
  std::array<double, 3> found{};
  for (std::size_t i = 0; i < 3; ++i) {
    PhasorProducts products;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) products[3 * a + b] = std::conj(fields[i][a]) * fields[i][b];
    found[i] = lossesOf(material, omega).electric.density(products);
    EXPECT_NEAR(found[i], -omega * constants::epsilon0 * permittivities[i].imag(), 1e-12 * found[i]) << i;
  }
  EXPECT_GT(found[0], 3 * found[1]);
  EXPECT_TRUE(lossesOf(material, omega).magnetic.none());

  material.magnetisedPlasma->field = {0, 0, 0};
  const Material drude{.name = "drude", .epsilonR = 2, .dispersion = {.drude = {{6e9, 1e9}}}};
  const LossForm form = lossesOf(material, omega).electric, expected = lossesOf(drude, omega).electric;
  EXPECT_NEAR(form.symmetric.yy, expected.symmetric.yy, 1e-12 * expected.symmetric.yy);
  EXPECT_EQ(form.turning, (Vec3{0, 0, 0}));
}

TEST(Media, AFrequencyIsItselfWhereNoStepIsKnown) {
  EXPECT_EQ(steppedFrequency(3e9, 1), 3e9);
}

TEST(Media, PermittivityHoldsConductionAndTheLimitAtInfiniteFrequency) {
  const Material salty{.name = "salty", .epsilonR = 4.9, .sigma = 2, .dispersion = {.debye = {{75.2, 9.36e-12}}}};
  const double omega = twoPi * 10e9;
  const Complex expected = 4.9 + 75.2 / Complex(1, omega * 9.36e-12) - Complex(0, 2 / (omega * constants::epsilon0));
  EXPECT_NEAR(std::abs(permittivityOf(salty, omega) - expected), 0, 1e-12 * std::abs(expected));
  EXPECT_NEAR(conductivityOf(salty, omega), -expected.imag() * omega * constants::epsilon0, 1e-12 * 100);
}

TEST(Media, ALayerContinuesTensorsThatDoNotCoupleItsNormalWithOtherDirections) {
  const std::array<bool, 3> alongZ{false, false, true}, alongX{true, false, false}, edge{true, true, false};
  Material material{.name = "crystal", .epsilonR = 4, .epsilonTensor = SymmetricTensor{2, 2, 4}};
  const auto refused = [&](const std::array<bool, 3>& absorbs, const std::string& why) {
    const std::string fault = faultInLayer(material, absorbs);
    EXPECT_NE(fault.find(why), std::string::npos) << fault;
    EXPECT_TRUE(!why.empty() || fault.empty()) << fault;
  };
  for (const auto& absorbs : {alongZ, alongX, edge}) refused(absorbs, "");
  // Turned round z: a layer along z does not see it.
  material.epsilonTensor = SymmetricTensor{2.5, 3.5, 4, 0.8, 0, 0};
  refused(alongZ, "");
  refused(alongX, "its epsilon_r couples fields along x with fields along y, of which the layer absorbs one, x");
  refused(edge, "of which the layer absorbs both");
  material.epsilonTensor = SymmetricTensor{2.5, 3.5, 4, 1e-12, 0, 0};
  refused(alongZ, "");
  refused(alongX, "");
  refused(edge, "the middle one is that along y");
  // Equal ratios to those of mu: no wave has two speeds.
  material.muTensor = SymmetricTensor{2.5, 3.5, 4};
  refused(edge, "");
  material.muTensor = SymmetricTensor{1, 1, 1, 0, 0.2, 0};
  refused(alongZ, "its mu_r couples fields along x with fields along z");
}

TEST(Media, ALayerRefusesWhatWouldGrowInIt) {
  const std::array<bool, 3> alongZ{false, false, true}, alongX{true, false, false};
  Material material{.name = "ground", .epsilonR = 6, .sigma = 0.1, .epsilonTensor = SymmetricTensor{2, 2, 6}};
  EXPECT_NE(faultInLayer(material, alongZ).find("loses more across z"), std::string::npos);
  EXPECT_EQ(faultInLayer(material, alongX), "");  // 6 along the other axis is its own extreme, with less loss
  material.epsilonTensor = SymmetricTensor{5, 5, 6};
  EXPECT_EQ(faultInLayer(material, alongZ), "");  // by less than the layer bears
  material.epsilonTensor = SymmetricTensor{6, 6, 2};
  EXPECT_EQ(faultInLayer(material, alongZ), "");
  material.sigmaTensor = SymmetricTensor{0.3, 0, 0};
  EXPECT_NE(faultInLayer(material, alongZ).find("loses more across z"), std::string::npos);
  EXPECT_EQ(faultInLayer(material, alongX), "");
  material.sigmaTensor.reset();
  // Free charges: hyperbolic where one of the permittivities is negative.
  material.sigma = 0;
  material.dispersion.drude = {{5e9, 0}};
  EXPECT_EQ(faultInLayer(material, alongZ), "");
  material.epsilonTensor = SymmetricTensor{2, 2, 6};
  EXPECT_NE(faultInLayer(material, alongZ).find("loses more across z"), std::string::npos);
  material.magnetisedPlasma = MagnetisedPlasmaTerm{5e9, 1e9, {0, 0, 0.1}};
  EXPECT_NE(faultInLayer(material, alongZ).find("against their phase"), std::string::npos);
  EXPECT_EQ(faultInLayer({.name = "glass", .epsilonR = 4}, alongZ), "");
}

}  // namespace
}  // namespace fluxtet::test
