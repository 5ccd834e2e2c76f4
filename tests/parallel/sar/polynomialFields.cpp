// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/sar/polynomialFields.hpp"

#include "lib/base/constants.hpp"
#include "tests/parallel/output/fieldMesh.hpp"
#include "tests/support/solverCase.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fluxtet::test {

using namespace fluxtet::dgtd;

ComplexVec3 polynomialE(const Vec3& x, int order) {
  const Complex i(0, 1);
  return {std::pow(0.3 + 1.5 * x[0] - 0.2 * x[1] + 0.7 * x[2] + i * (0.4 - x[1]), order),
          std::pow(0.1 - 0.4 * x[0] + 1.6 * x[1] + 0.2 * x[2] - i * (0.2 + x[0]), order),
          std::pow(0.8 + 0.1 * x[0] + 0.3 * x[1] - 1.9 * x[2] + i * (0.6 * x[2]), order)};
}

ComplexVec3 polynomialH(const Vec3& x, int order) {
  ComplexVec3 value = polynomialE({x[1], x[2], x[0]}, order);
  for (Complex& component : value) component *= Complex(0.01, 0.004);
  return value;
}

TwoRegionBox twoRegionBox(int order, const std::string& boundaries, const std::string& sources, MPI_Comm comm) {
  const std::string yaml = fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [0.4 m, 0.3 m, 0.2 m], cells: [4, 3, 2]}}}}
materials:
  left: {{sigma: {} S/m, density: {} kg/m^3}}
  right: {{sigma: {} S/m, density: {} kg/m^3}}
regions: {{box: left}}
boundaries: {}
sources: {}
dgtd: {{order: {}}}
time: {{end: 1 ns}}
output:
  dft: {{frequencies: [1 GHz], kind: amplitude}}
  sar: {{voxel: 40 mm, averages: []}}
)",
                                       TwoRegionBox::sigmaLeft, TwoRegionBox::densityLeft, TwoRegionBox::sigmaRight,
                                       TwoRegionBox::densityRight, boundaries, sources, order);
  DgtdCase theCase = parseDgtdCase(yaml, "twoRegions.yaml", {});
  Discretisation d = discretise(theCase, comm);
  theCase.regions = {{"left", 0, {}}, {"right", 1, {}}};
  theCase.output.sar->regions = {"left", "right"};
  d.mesh.groups.regions = {"left", "right"};
  for (std::size_t e = 0; e < d.mesh.region.size(); ++e) {
    double centre = 0;
    for (std::size_t v = 0; v < 4; ++v) centre += 0.25 * d.mesh.vertices[12 * e + 3 * v];
    d.mesh.region[e] = centre < TwoRegionBox::middle ? 0 : 1;
    d.problem.sigma[e] = (d.mesh.region[e] == 0 ? TwoRegionBox::sigmaLeft : TwoRegionBox::sigmaRight) * constants::z0;
  }
  return {std::move(theCase), std::move(d)};
}

ComplexField<double> nodalField(const Discretisation& d, double factor,
                                const std::function<ComplexVec3(const Vec3&)>& f) {
  const auto valuesOf = [&](const auto& part) {
    return nodalValues<double>(d.mesh, d.basis, [&](const Vec3& x) {
      const ComplexVec3 value = f(x);
      return Vec3{factor * part(value[0]), factor * part(value[1]), factor * part(value[2])};
    });
  };
  return {valuesOf([](const Complex& z) { return z.real(); }), valuesOf([](const Complex& z) { return z.imag(); })};
}

Spectrum<double> polynomialSpectrum(const Discretisation& d) {
  const int order = d.basis.order();
  Spectrum<double> spectrum;
  spectrum.frequency = 1e9;
  spectrum.E = nodalField(d, 1, [&](const Vec3& x) { return polynomialE(x, order); });
  spectrum.H = nodalField(d, constants::z0, [&](const Vec3& x) { return polynomialH(x, order); });
  return spectrum;
}

/// Gauss-Legendre rule of five points (Abramowitz and Stegun, table 25.4).
Complex integrate(const Vec3& low, const Vec3& high, const std::function<Complex(const Vec3&)>& f) {
  const double inner = std::sqrt(5 - 2 * std::sqrt(10.0 / 7)) / 3, outer = std::sqrt(5 + 2 * std::sqrt(10.0 / 7)) / 3;
  const double heavy = (322 + 13 * std::sqrt(70.0)) / 900, light = (322 - 13 * std::sqrt(70.0)) / 900;
  const std::array<double, 5> at{-outer, -inner, 0, inner, outer}, weight{light, heavy, 128.0 / 225, heavy, light};
  // An axis of no extent is not integrated over.
  const auto point = [&](std::size_t c, std::size_t i) {
    return 0.5 * (low[c] + high[c]) + 0.5 * (high[c] - low[c]) * at[i];
  };
  const auto factor = [&](std::size_t c, std::size_t i) {
    return high[c] > low[c] ? 0.5 * (high[c] - low[c]) * weight[i] : weight[i] / 2;
  };
  Complex sum = 0;
  for (std::size_t k = 0; k < 5; ++k)
    for (std::size_t j = 0; j < 5; ++j)
      for (std::size_t i = 0; i < 5; ++i)
        sum += factor(0, i) * factor(1, j) * factor(2, k) * f({point(0, i), point(1, j), point(2, k)});
  return sum;
}

}  // namespace fluxtet::test
