// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/powers.hpp"

#include "lib/base/constants.hpp"
#include "tests/parallel/sar/polynomialFields.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <complex>

namespace fluxtet::test {
using namespace fluxtet::dgtd;
using namespace fluxtet::sar;

namespace {

constexpr double rounding = 1e-12;  // relative: sums of some 10^4 terms in double precision
const std::string allAbsorbing =
    "{x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}";
const std::string current =
    "[{current: {region: box, density: [3 A/m^2, -1 A/m^2, 2 A/m^2], waveform: {sine: {frequency: 1 GHz}}}}]";

double squareE(const Vec3& x, int order) {
  double sum = 0;
  for (const Complex& component : polynomialE(x, order)) sum += std::norm(component);
  return sum;
}

/// Re(E x H*) along an axis.
double poynting(const Vec3& x, int order, std::size_t axis) {
  const ComplexVec3 E = polynomialE(x, order), H = polynomialH(x, order);
  const std::size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
  return (E[a] * std::conj(H[b]) - E[b] * std::conj(H[a])).real();
}

sar::Powers powersOf(const TwoRegionBox& box, const Spectrum<double>& spectrum) {
  std::vector<double> absorbedDensity;
  return computePowers(box.theCase, box.d, spectrum, absorbedDensity, MPI_COMM_WORLD);
}

const Complex waveform(0.3, -0.8);  // of the one source

sar::Powers powersOfPolynomials(const TwoRegionBox& box) {
  Spectrum<double> spectrum = polynomialSpectrum(box.d);
  spectrum.waveform = {waveform};
  return powersOf(box, spectrum);
}

class Powers : public ::testing::TestWithParam<int> {};

TEST_P(Powers, ofPolynomialFieldsAreExactOnAnyNumberOfRanks) {
  const int order = GetParam();
  const TwoRegionBox box = twoRegionBox(order, allAbsorbing, current, MPI_COMM_WORLD);
  const auto powers = powersOfPolynomials(box);

  const Vec3 size = TwoRegionBox::size;
  const auto half = [&](double sigma, double from, double to) {
    return 0.5 * sigma *
           integrate({from, 0, 0}, {to, size[1], size[2]}, [&](const Vec3& x) { return squareE(x, order); }).real();
  };
  const double left = half(TwoRegionBox::sigmaLeft, 0, TwoRegionBox::middle);
  const double right = half(TwoRegionBox::sigmaRight, TwoRegionBox::middle, size[0]);
  ASSERT_EQ(powers.regions.size(), 2u);
  EXPECT_NEAR(powers.regions[0].absorbed, left, rounding * left);
  EXPECT_NEAR(powers.regions[1].absorbed, right, rounding * right);
  EXPECT_NEAR(powers.absorbed, left + right, rounding * (left + right));

  EXPECT_EQ(powers.impressed, 0);
  EXPECT_TRUE(powers.fed);

  double outgoing = 0, turnover = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const bool upper : {false, true}) {
      Vec3 low{0, 0, 0}, high = size;
      (upper ? low : high)[axis] = upper ? size[axis] : 0;
      const double flow = 0.5 * integrate(low, high, [&](const Vec3& x) { return poynting(x, order, axis); }).real();
      outgoing += upper ? flow : -flow;
      turnover += std::abs(flow);
    }
  EXPECT_NEAR(powers.outgoing, outgoing, rounding * turnover);
  EXPECT_EQ(powers.accepted(), powers.absorbed + powers.outgoing);
}

// A wave of amplitude 2 V/m along z carries 4 / (2 Z0) W/m^2 through the one absorbing face.
TEST_P(Powers, ofAPlaneWaveAreItsPoyntingVectorTimesTheArea) {
  const int order = GetParam();
  const TwoRegionBox box =
      twoRegionBox(order, "{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: absorbing}", "[]", MPI_COMM_WORLD);
  const double k = 2 * constants::pi * 1e9 / constants::c0;
  const auto wave = [&](std::size_t component) {
    return nodalField(box.d, 2, [&, component](const Vec3& x) {
      ComplexVec3 value{};
      value[component] = std::polar(1.0, -k * x[2]);
      return value;
    });
  };
  const auto powers = powersOf(box, {1e9, wave(0), wave(1), {}});
  const double expected = 4 / (2 * constants::z0) * TwoRegionBox::size[0] * TwoRegionBox::size[1];
  EXPECT_NEAR(powers.outgoing, expected, rounding * expected);
  EXPECT_FALSE(powers.fed);
  EXPECT_EQ(powers.impressed, 0);
}

// The box itself as a gap of 0.4 m along x: voltage -int E_x dV / A; what the resistance takes is not absorbed by the
// material.
TEST_P(Powers, ofAGapFollowFromItsVoltageAndCurrent) {
  const int order = GetParam();
  const std::string port =
      "[{gap: {region: box, direction: [1, 0, 0], voltage: 2 V, resistance: 25 ohm, "
      "waveform: {sine: {frequency: 1 GHz}}}}]";
  TwoRegionBox box = twoRegionBox(order, allAbsorbing, port, MPI_COMM_WORLD);
  ASSERT_EQ(box.d.lumpedPorts.size(), 1u);
  // One region again: what was set up is a gap that fills the whole box.
  box.theCase.regions = {{"box", 0, {}}};
  box.d.mesh.groups.regions = {"box"};
  std::fill(box.d.mesh.region.begin(), box.d.mesh.region.end(), 0);
  const auto powers = powersOfPolynomials(box);

  const Vec3 size = TwoRegionBox::size;
  const double area = size[1] * size[2], resistance = 25;
  const Complex along = integrate({0, 0, 0}, size, [&](const Vec3& x) { return polynomialE(x, order)[0]; });
  const double square = integrate({0, 0, 0}, size, [&](const Vec3& x) { return squareE(x, order); }).real();
  const Complex voltage = -along / area, generated = 2.0 / resistance * waveform;
  const double loss = 0.5 * size[0] / (resistance * area) * square;
  ASSERT_EQ(powers.ports.size(), 1u);
  const ports::PortPower& found = powers.ports[0];
  const double scale = std::abs(voltage);
  EXPECT_NEAR(std::abs(found.voltage - voltage), 0, rounding * scale);
  EXPECT_NEAR(std::abs(found.current - (generated - voltage / resistance)), 0, rounding * std::abs(generated));
  EXPECT_NEAR(powers.portLoss, loss, rounding * loss);
  EXPECT_NEAR(powers.impressed, 0.5 * (voltage * std::conj(generated)).real(),
              rounding * std::abs(voltage * generated));
  EXPECT_NEAR(found.accepted, powers.accepted(), rounding * (loss + std::abs(powers.impressed)));
  EXPECT_NEAR(powers.absorbed, 0.5 * TwoRegionBox::sigmaLeft * square, rounding * square);
  EXPECT_NEAR(powers.accepted(), powers.impressed - powers.portLoss, rounding * (loss + std::abs(powers.impressed)));
}

// In the scheme of leap-frog the current of the resistance is that of the mean of two voltages, cos(w dt / 2) of
// either: beside a milliohm, through which a thousand amperes flow, this is all that the antenna's current could be.
TEST_P(Powers, ofAGapTakeItsCurrentFromTheMeanOfTwoVoltages) {
  const std::string port =
      "[{gap: {region: box, direction: [1, 0, 0], voltage: 1 V, resistance: 1 mohm, "
      "waveform: {sine: {frequency: 1 GHz}}}}]";
  TwoRegionBox box = twoRegionBox(GetParam(), allAbsorbing, port, MPI_COMM_WORLD);
  box.theCase.regions = {{"box", 0, {}}};
  box.d.mesh.groups.regions = {"box"};
  std::fill(box.d.mesh.region.begin(), box.d.mesh.region.end(), 0);

  constexpr double mean = 1 - 1e-5, length = TwoRegionBox::size[0], resistance = 1e-3;
  const Complex drawn(4e-4, 6e-3), voltage = (1.0 - resistance * drawn) / mean;
  Spectrum<double> spectrum = polynomialSpectrum(box.d);
  spectrum.E = nodalField(box.d, 1, [&](const Vec3&) { return ComplexVec3{-voltage / length, 0, 0}; });
  spectrum.waveform = {1};
  spectrum.meanOverStep = mean;
  const ports::PortPower found = powersOf(box, spectrum).ports.at(0);
  constexpr double throughTheResistance = 1000;  // A
  EXPECT_NEAR(std::abs(found.current - drawn), 0, rounding * throughTheResistance);
  EXPECT_NEAR(found.accepted, 0.5 * (mean * voltage * std::conj(drawn)).real(), rounding * throughTheResistance);
  EXPECT_LT(found.currentError, 1e-11 * throughTheResistance);
  EXPECT_NEAR(std::abs(found.voltage - voltage), 0, rounding);

  // What the filter of local time steps has in series is no part of the voltage, takes no power, and does not stand
  // between the generator and what it feeds.
  constexpr double inductance = 0.3e-9;  // H
  box.d.lumpedPorts.at(0).filterInductance = inductance;
  const ports::PortPower filtered = powersOf(box, spectrum).ports.at(0);
  const double half = std::acos(mean), omega = 2 * constants::pi * spectrum.frequency * std::sin(half) / half;
  EXPECT_NEAR(std::abs(filtered.voltage - (voltage - Complex(0, omega * inductance) * found.current)), 0, rounding);
  EXPECT_EQ(filtered.current, found.current);
  EXPECT_EQ(filtered.accepted, found.accepted);
  for (const ports::PortPower& power : {found, filtered})
    EXPECT_NEAR(power.available, 0.125 * resistance * std::norm(power.current + mean * power.voltage / resistance),
                rounding * found.available);
  EXPECT_GT(std::abs(filtered.available / found.available - 1), 1e-5);
}

// A relaxation at w tau = 1 takes the power of the conductivity w epsilon0 delta / 2; in a run whose step is a tenth of
// a period that of the frequency that the trapezoidal rule makes of it.
TEST_P(Powers, ofADispersiveMediumAreThoseOfItsLossesForTheTimeScheme) {
  TwoRegionBox box = twoRegionBox(GetParam(), allAbsorbing, current, MPI_COMM_WORLD);
  const double omega = 2 * constants::pi * 1e9, delta = 30;
  Material& left = box.theCase.materials[static_cast<std::size_t>(box.theCase.regions[0].material)];
  left.sigma = 0;
  const double conducting = powersOfPolynomials(box).regions.at(0).absorbed;  // of the right half alone
  left.dispersion.debye = {{delta, 1 / omega}};
  Spectrum<double> spectrum = polynomialSpectrum(box.d);
  spectrum.waveform = {waveform};
  const double square =
      integrate({0, 0, 0}, {TwoRegionBox::middle, TwoRegionBox::size[1], TwoRegionBox::size[2]}, [&](const Vec3& x) {
        return squareE(x, GetParam());
      }).real();
  for (const double half : {0.0, 0.1 * constants::pi}) {  // omega dt / 2
    spectrum.meanOverStep = std::cos(half);
    const double stepped = half == 0 ? 1 : std::tan(half) / half;
    const double sigma = omega * stepped * constants::epsilon0 * delta * stepped / (1 + stepped * stepped);
    const auto powers = powersOf(box, spectrum);
    ASSERT_EQ(powers.regions.size(), 2u);
    EXPECT_NEAR(powers.regions[0].absorbed, 0.5 * sigma * square, 1e-10 * sigma * square);
    EXPECT_EQ(powers.regions[1].absorbed, conducting);
  }
}

// All losses at once against the plain law: J = sigma E + s epsilon0 chi E + epsilon0 plasma^2 (s + collision - Omega
// x)^-1 E and a magnetic current, s = j omega.
TEST_P(Powers, ofAnisotropicAndMagneticMediaAreTheWorkOfTheirCurrents) {
  const int order = GetParam();
  TwoRegionBox box = twoRegionBox(order, allAbsorbing, current, MPI_COMM_WORLD);
  const double omega = 2 * constants::pi * 1e9, delta = 3, tau = 0.2e-9;
  Material& left = box.theCase.materials[static_cast<std::size_t>(box.theCase.regions[0].material)];
  left.sigmaTensor = SymmetricTensor{0.3, 0.5, 0.9, 0.2, -0.1, 0.25};
  left.dispersion.debye = {{delta, tau}};
  left.magnetic.debye = {{delta, tau}};
  left.magnetisedPlasma = MagnetisedPlasmaTerm{2e9, 0.3e9, {0.01, -0.03, 0.02}};
  const Complex s(0, omega);
  const Complex ofPole = s * delta / (1.0 + s * tau);
  const auto sigma = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>(matrixOf(*left.sigmaTensor).data());
  const Vec3 gyration = 1.602176634e-19 / 9.1093837015e-31 * left.magnetisedPlasma->field;
  const auto turn = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>(crossMatrix(gyration).data());
  const Eigen::Matrix3cd rate = (s + 2 * constants::pi * 0.3e9) * Eigen::Matrix3cd::Identity() - turn;
  const Eigen::Matrix3cd admittance = sigma.cast<Complex>() +
                                      constants::epsilon0 * ofPole * Eigen::Matrix3cd::Identity() +
                                      constants::epsilon0 * std::pow(2 * constants::pi * 2e9, 2) * rate.inverse();
  const double middle = TwoRegionBox::middle;
  const double expected =
      integrate({0, 0, 0}, {middle, TwoRegionBox::size[1], TwoRegionBox::size[2]}, [&](const Vec3& x) {
        const ComplexVec3 e = polynomialE(x, order), h = polynomialH(x, order);
        const Eigen::Vector3cd E(e.data()), H(h.data());
        return 0.5 * (E.dot(admittance * E) + constants::mu0 * ofPole * H.squaredNorm());
      }).real();
  const auto powers = powersOfPolynomials(box);
  ASSERT_EQ(powers.regions.size(), 2u);
  EXPECT_NEAR(powers.regions[0].absorbed, expected, 1e-10 * expected);
  // The plasma without its collisions takes nothing, but the rest does.
  left.magnetisedPlasma->collision = 0;
  const double withoutCollisions = powersOfPolynomials(box).regions.at(0).absorbed;
  left.magnetisedPlasma.reset();
  EXPECT_EQ(withoutCollisions, powersOfPolynomials(box).regions.at(0).absorbed);
  EXPECT_GT(std::abs(withoutCollisions / expected - 1), 0.01);
}

INSTANTIATE_TEST_SUITE_P(Orders, Powers, ::testing::Range(1, 5));

}  // namespace
}  // namespace fluxtet::test
