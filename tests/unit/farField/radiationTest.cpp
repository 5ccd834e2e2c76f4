// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/farFieldFiles.hpp"
#include "app/post/farField/gaussLegendre.hpp"
#include "app/post/farField/radiation.hpp"
#include "lib/base/constants.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <sstream>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace farField;

using Complex = std::complex<double>;
using constants::pi;

TEST(GaussLegendre, IntegratesPolynomialsOfTwiceItsPointsExactly) {
  for (const int count : {1, 2, 5, 20, 60}) {
    const GaussLegendre rule = gaussLegendre(count);
    for (int degree = 0; degree < 2 * count; ++degree) {
      double sum = 0;
      for (std::size_t i = 0; i < rule.points.size(); ++i) sum += rule.weights[i] * std::pow(rule.points[i], degree);
      EXPECT_NEAR(sum, degree % 2 == 1 ? 0 : 2.0 / (degree + 1), 1e-13) << count << " points, degree " << degree;
    }
  }
}

/// A current element at one point; `magnetic`: of magnetic current.
SurfaceCurrents element(const std::array<Complex, 3>& moment, bool magnetic) {
  const std::array<Complex, 3> none{};
  return {{magnetic ? none : moment}, {magnetic ? moment : none}};
}

const Direction directions[] = {{0.3, 0.2}, {1.2, -2.0}, {2.5, 3.0}, {pi / 2, 0}, {0, 0.7}, {pi, -1.1}};

TEST(Radiation, OfACurrentElementIsThatOfAHertzianDipole) {
  // Balanis, Antenna Theory, 4th ed., (4-26): E_theta = i k eta I l exp(-i k r) sin(theta) / (4 pi r).
  const double k = 3;
  const Vec3 at{0.4, -0.3, 0.2}, origin{0.1, 0, 0};
  const auto found =
      radiate(std::vector<Vec3>{at}, element({0, 0, Complex(2, 1)}, false), k, origin, directions, MPI_COMM_SELF);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Direction& d = directions[i];
    const Complex expected = Complex(0, k) / (4 * pi) * Complex(2, 1) * std::sin(d.theta) *
                             std::polar(1.0, k * dot(d.radial(), at - origin));
    EXPECT_LT(std::abs(found[i].theta - expected), 1e-14);
    EXPECT_LT(std::abs(found[i].phi), 1e-14);
  }
}

TEST(Radiation, OfAMagneticCurrentElementIsItsDual) {
  // E_phi = -i k M l exp(-i k r) sin(theta) / (4 pi r).
  const double k = 3;
  const auto found =
      radiate(std::vector<Vec3>{{0, 0, 0}}, element({0, 0, 1}, true), k, {0, 0, 0}, directions, MPI_COMM_SELF);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_LT(std::abs(found[i].phi - Complex(0, -k) / (4 * pi) * std::sin(directions[i].theta)), 1e-14);
    EXPECT_LT(std::abs(found[i].theta), 1e-14);
  }
}

TEST(Radiation, ThePowerOfCurrentsFarFromTheCentreIsExactOnTheSphere) {
  // Two z-directed elements a distance d apart on the x axis: P over that of one alone is 2 (1 + 3/2 (sin u / u +
  // cos u / u^2 - sin u / u^3)) with u = k d (Balanis, section 8.7, mutual resistance).
  const double k = 20, radius = 1;
  const SphereRule sphere = sphereRule(k, radius);
  double whole = 0;
  for (const double weight : sphere.weights) whole += weight;
  EXPECT_NEAR(whole, 4 * pi, 1e-12);
  const SurfaceCurrents both{{{0, 0, 1}, {0, 0, 1}}, {{}, {}}};
  const auto found =
      radiate(std::vector<Vec3>{{-radius, 0, 0}, {radius, 0, 0}}, both, k, {0, 0, 0}, sphere.directions, MPI_COMM_SELF);
  double power = 0;
  for (std::size_t i = 0; i < found.size(); ++i) power += sphere.weights[i] * found[i].square();
  const double alone = 8 * pi / 3 * std::pow(k / (4 * pi), 2), u = 2 * k * radius;
  const double coupled = 1.5 * (std::sin(u) / u + std::cos(u) / (u * u) - std::sin(u) / (u * u * u));
  EXPECT_NEAR(power / (2 * alone * (1 + coupled)), 1, 1e-10);
}

std::vector<std::vector<double>> rowsOf(const std::string& table) {
  std::vector<std::vector<double>> rows;
  std::istringstream lines(table);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::string cell;
    rows.emplace_back();
    while (std::getline(cells, cell, ',')) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

TEST(FarFieldTable, HasDirectivityComponentsAndAxialRatioOfEachDirection) {
  dgtd::FarFieldOutput output;
  output.kind = SpectrumKind::amplitude;
  output.theta = {0, 90, 2};
  output.phi = {0, 90, 2};
  FarField field;
  field.frequency = 1e9;
  field.impedance = constants::z0;
  // Linear along theta, linear along phi, circular, elliptical with the axes 3 and 1.
  field.amplitude = {{2, 0}, {0, 2}, {Complex(1, 0), Complex(0, 1)}, {Complex(3, 0), Complex(0, -1)}};
  field.radiatedPower = 4 * pi * 4 / (2 * constants::z0);  // so that |amplitude| = 2 is 0 dBi
  const auto rows = rowsOf(farFieldTable(output, {&field, 1}));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0], (std::vector<double>{1e9, 0, 0, 2, 0, 0, 0, 0, 0, rows[0][9], rows[0][10]}));
  EXPECT_TRUE(std::isinf(rows[0][10]));
  EXPECT_NEAR(rows[0][8], 0, 1e-4);  // phi = 0: theta is along x
  EXPECT_LT(rows[0][9], -300);
  EXPECT_NEAR(rows[1][8], 0, 1e-4);  // phi = 90 degrees: phi is along -x
  EXPECT_LT(rows[1][9], -300);
  EXPECT_NEAR(rows[2][10], 0, 1e-4);
  EXPECT_NEAR(rows[2][7], 10 * std::log10(0.5), 1e-4);
  EXPECT_NEAR(rows[3][10], 20 * std::log10(3.0), 1e-4);
}

TEST(FarFieldTable, OfAPlaneWaveHasTheCrossSection) {
  dgtd::FarFieldOutput output;
  output.kind = SpectrumKind::integral;
  output.theta = {30, 30, 1};
  output.phi = {0, 0, 1};
  FarField field;
  field.frequency = 1e9;
  field.impedance = constants::z0;
  field.amplitude = {{Complex(0.3, 0.4), 0}};
  field.radiatedPower = 1;
  field.scattering = Scattering{4, 0, 0};
  const std::string table = farFieldTable(output, {&field, 1});
  EXPECT_NE(table.find("rE_theta_Vs"), std::string::npos);
  EXPECT_NE(table.find(",rcs_dBsm\n"), std::string::npos);
  EXPECT_NEAR(rowsOf(table)[0].back(), 10 * std::log10(4 * pi * 0.25 / 4), 1e-4);
}

}  // namespace
}  // namespace fluxtet::test
