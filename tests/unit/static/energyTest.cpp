// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Energies and linkages of fields that the elements hold exactly, against closed forms.
#include "app/static/energy.hpp"

#include "app/static/excitation.hpp"
#include "lib/base/constants.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

using constants::epsilon0;
using constants::mu0;
using constants::pi;
constexpr double rounding = 1e-13;

void expectRelative(double value, double expected) {
  EXPECT_NEAR(value / expected, 1, rounding);
}

TEST(FieldEnergy, ofAUniformElectricField) {
  const StaticModel plane = squareModel("x-: {potential: 0 V}", "problem: electrostatic");
  expectRelative(fieldEnergy(plane, interpolate(plane, [](const Vec3& x) { return 3 * x[0] + 4 * x[1]; })),
                 epsilon0 * 25 / 2);
  const StaticModel space = cubeModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  expectRelative(fieldEnergy(space, interpolate(space, [](const Vec3& x) { return 3 * x[0] + 4 * x[2]; })),
                 epsilon0 * 25 / 2);
}
TEST(FieldEnergy, ofAQuadraticPotential) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  expectRelative(fieldEnergy(model, interpolate(model, [](const Vec3& x) { return x[0] * x[0] - x[1] * x[1]; })),
                 epsilon0 * 4 / 3);
}
TEST(FieldEnergy, ofAUniformFieldInACylinder) {
  const StaticModel electric = squareModel("y-: {potential: 0 V}", "problem: electrostatic, symmetry: axisymmetric");
  expectRelative(fieldEnergy(electric, interpolate(electric, [](const Vec3& x) { return 2 * x[1]; })),
                 epsilon0 * 4 / 2 * pi);
  const StaticModel magnetic = squareModel("x+: {potential: 1 Wb/m}", "problem: magnetostatic, symmetry: axisymmetric");
  expectRelative(fieldEnergy(magnetic, interpolate(magnetic, [](const Vec3& x) { return 0.35 * x[0]; })),
                 0.7 * 0.7 / (2 * mu0) * pi);
}
// B = B_r in the magnet means H = 0: no field energy.
TEST(FieldEnergy, ofAShortCircuitedMagnetIsZero) {
  StaticModel plane = squareModel("x-: {potential: 0 Wb/m}", "problem: magnetostatic, order: 2");
  plane.material[0].remanence = {0.3, 0.4, 0};
  const double scale = 0.5 * 0.5 / (2 * mu0);
  EXPECT_NEAR(fieldEnergy(plane, interpolate(plane, [](const Vec3& x) { return 0.3 * x[1] - 0.4 * x[0]; })), 0,
              rounding * scale);
  StaticModel meridian = squareModel("x+: {potential: 1 Wb/m}", "problem: magnetostatic, symmetry: axisymmetric");
  meridian.material[0].remanence = {0, 0.5, 0};
  EXPECT_NEAR(fieldEnergy(meridian, interpolate(meridian, [](const Vec3& x) { return 0.25 * x[0]; })), 0,
              10 * rounding * scale);
}
TEST(FieldEnergy, withAMagnetIsThatOfH) {
  StaticModel A = squareModel("x-: {potential: 0 Wb/m}", "problem: magnetostatic");
  A.material[0].remanence = {0, 0.5, 0};
  expectRelative(fieldEnergy(A, interpolate(A, [](const Vec3& x) { return -0.2 * x[0]; })), 0.3 * 0.3 / (2 * mu0));
  StaticModel phi = squareModel("x-: {potential: 0 A}", "problem: scalarMagnetic");
  phi.material[0].remanence = {0, 0.5, 0};
  expectRelative(fieldEnergy(phi, interpolate(phi, [](const Vec3& x) { return 0.3 / mu0 * x[1]; })),
                 0.3 * 0.3 / (2 * mu0));
}

TEST(EnergyProduct, isBilinearAndSymmetric) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  const auto u = interpolate(model, [](const Vec3& x) { return x[0]; });
  const auto v = interpolate(model, [](const Vec3& x) { return x[0] * x[1]; });
  expectRelative(energyProduct(model, u, v), epsilon0 / 2);
  EXPECT_NEAR(energyProduct(model, u, v), energyProduct(model, v, u), rounding * epsilon0);
}

TEST(LinkedFlux, integratesDensityTimesA) {
  const StaticModel plane = squareModel("x-: {potential: 0 Wb/m}", "problem: magnetostatic, order: 2");
  expectRelative(
      linkedFlux(plane, std::vector<double>{6}, interpolate(plane, [](const Vec3& x) { return x[0] * x[0]; })), 2);
  const StaticModel meridian = squareModel("x+: {potential: 1 Wb/m}", "problem: magnetostatic, symmetry: axisymmetric");
  // A = r B/2: int 2 pi r A dr dz = pi B / 3.
  expectRelative(
      linkedFlux(meridian, std::vector<double>{3}, interpolate(meridian, [](const Vec3& x) { return 0.5 * x[0]; })),
      pi);
}

}  // namespace
}  // namespace fluxtet::test
