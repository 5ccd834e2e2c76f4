// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/tensorsInLayers.hpp"

#include "app/case/regionMaterials.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/symmetricTensor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <utility>
#include <vector>

namespace fluxtet::dgtd {
namespace {

using Complex = std::complex<double>;
constexpr double rounding = 1e-9;  // relative

/// The tensors of a material, numbers as multiples of the unit matrix: of the permittivity and its conductivity, or of
/// the permeability.
struct Law {
  Matrix3 inertia;
  Matrix3 sigma;  ///< S/m
  const Dispersion* poles;
  double vacuum;  ///< epsilon0, of which sigma is a part

  Law(const Material& m, bool magnetic)
      : inertia(matrixOr(magnetic ? m.muTensor : m.epsilonTensor, magnetic ? m.muR : m.epsilonR)),
        sigma(magnetic ? Matrix3{} : matrixOr(m.sigmaTensor, m.sigma)),
        poles(magnetic ? &m.magnetic : &m.dispersion),
        vacuum(constants::epsilon0) {}
  static Matrix3 matrixOr(const std::optional<SymmetricTensor>& tensor, double number) {
    return tensor ? matrixOf(*tensor) : scalarMatrix(number);
  }
  bool hasCurrents() const {
    return !poles->none() || std::any_of(sigma.begin(), sigma.end(), [](double x) { return x != 0; });
  }
  /// Relative permittivity or permeability for a field along the unit vector u at s = i omega, 1/s.
  Complex along(const Vec3& u, Complex s) const {
    return dot(u, inertia * u) + susceptibility(*poles, s) + dot(u, sigma * u) / (vacuum * s);
  }
};

/// Whether a matrix turns a field along axis i into one along axis j.
bool couples(const Matrix3& m, std::size_t i, std::size_t j) {
  const double size = std::max({std::abs(m[0]), std::abs(m[4]), std::abs(m[8])});
  return std::abs(m[3 * i + j]) > rounding * size;
}

/// Whether, of three different ratios epsilon / mu of the axes, that of the normal n is the middle one. Across the
/// normal they are the solutions r of det(epsilon - r mu) = 0.
bool isMiddle(const Matrix3& epsilon, const Matrix3& mu, std::size_t n) {
  const std::size_t i = (n + 1) % 3, j = (n + 2) % 3;
  const auto at = [](const Matrix3& m, std::size_t row, std::size_t column) { return m[3 * row + column]; };
  const double a = at(mu, i, i) * at(mu, j, j) - at(mu, i, j) * at(mu, i, j);
  const double b =
      at(epsilon, i, i) * at(mu, j, j) + at(epsilon, j, j) * at(mu, i, i) - 2 * at(epsilon, i, j) * at(mu, i, j);
  const double c = at(epsilon, i, i) * at(epsilon, j, j) - at(epsilon, i, j) * at(epsilon, i, j);
  const double root = std::sqrt(std::max(b * b - 4 * a * c, 0.0)), low = (b - root) / (2 * a),
               high = (b + root) / (2 * a);
  const double normal = at(epsilon, n, n) / at(mu, n, n);
  constexpr double slack = 1e-6;  // the root of a small difference
  return normal > low * (1 + slack) && normal < high * (1 - slack);
}

/// Of a passive medium it is 0 to pi.
double lossAngle(Complex value) {
  return std::atan2(value.imag() < 0 ? -value.imag() : 0.0, value.real());
}

/// Whether at some frequency the loss angle across the normal n exceeds that along it by more than a layer bears.
bool losesMoreAcross(const Law& law, std::size_t n) {
  if (!law.hasCurrents()) return false;
  // A layer stretches by up to 200 (LayerDesign::alphaOf()), so that its factor s has an angle of up to atan(200 / (2
  // sqrt(201))). What is left to a right angle is half of the difference that evanescent waves bear.
  const double bearable = constants::pi - 2 * std::atan(100 / std::sqrt(201.0));
  constexpr int directions = 16, perDecade = 200, lowest = 0, highest = 16;
  Vec3 normal{};
  normal[n] = 1;
  for (int k = lowest * perDecade; k <= highest * perDecade; ++k) {
    const Complex s(0, std::pow(10.0, static_cast<double>(k) / perDecade));
    const double own = lossAngle(law.along(normal, s));
    for (int i = 0; i < directions; ++i) {
      const double phi = constants::pi * i / directions;
      Vec3 across{};
      across[(n + 1) % 3] = std::cos(phi);
      across[(n + 2) % 3] = std::sin(phi);
      if (lossAngle(law.along(across, s)) - own > bearable) return true;
    }
  }
  return false;
}

}  // namespace

std::string faultInLayer(const Material& material, const std::array<bool, 3>& absorbs) {
  if (!material.hasTensors()) return {};
  if (material.magnetisedPlasma)
    return "a magnetised plasma carries waves whose energy runs against their phase, and a layer makes these grow";
  const Law electric(material, false), magnetic(material, true);
  const std::pair<const char*, const Matrix3*> tensors[] = {
      {"epsilon_r", &electric.inertia}, {"mu_r", &magnetic.inertia}, {"sigma", &electric.sigma}};
  for (const auto& [key, matrix] : tensors)
    for (const auto& [i, j] : {std::array<std::size_t, 2>{0, 1}, {0, 2}, {1, 2}})
      if ((absorbs[i] || absorbs[j]) && couples(*matrix, i, j))
        return fmt::format(
            "its {} couples fields along {} with fields along {}, of which the layer absorbs {}: a "
            "layer's normal must be an axis of the tensors",
            key, "xyz"[i], "xyz"[j],
            absorbs[i] && absorbs[j] ? "both" : fmt::format("one, {}", "xyz"[absorbs[i] ? i : j]));
  for (std::size_t n = 0; n < 3; ++n) {
    if (!absorbs[n]) continue;
    if (isMiddle(electric.inertia, magnetic.inertia, n))
      return fmt::format(
          "of three different principal values of epsilon_r (over those of mu_r) the middle one is that "
          "along {}, the layer's normal, so that energy runs against the phase near the optic axes",
          "xyz"[n]);
    for (const Law* law : {&electric, &magnetic})
      if (losesMoreAcross(*law, n))
        return fmt::format(
            "its {} loses more across {}, the layer's normal, than along it, by more than 16 degrees of "
            "the loss angle, with which evanescent waves grow in a layer",
            law == &electric ? "permittivity" : "permeability", "xyz"[n]);
  }
  return {};
}

void requireTensorsFitLayers(const DgtdCase& theCase, const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm) {
  constexpr std::size_t combinations = 8;  // of the directions in which a layer absorbs
  std::vector<double> reaches(combinations * mesh.groups.regions.size(), 0);
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    if (!problem.isInLayer(e) || problem.tensorsOf(static_cast<std::size_t>(e)) == nullptr) continue;
    std::size_t combination = 0;
    for (int d = 0; d < 3; ++d) combination += problem.layerOf(e).absorbs(d) ? std::size_t{1} << d : 0;
    reaches[combinations * static_cast<std::size_t>(mesh.region[static_cast<std::size_t>(e)]) + combination] = 1;
  }
  maxInPlace(comm, reaches);
  for (const RegionAssignment& region : theCase.regions) {
    const auto r = static_cast<std::size_t>(groupIndex(mesh.groups.regions, region.region));
    const Material& material = theCase.materials[static_cast<std::size_t>(region.material)];
    for (std::size_t combination = 1; combination < combinations; ++combination) {
      if (reaches[combinations * r + combination] == 0) continue;
      const std::string fault =
          faultInLayer(material, {(combination & 1) != 0, (combination & 2) != 0, (combination & 4) != 0});
      require(fault.empty(),
              "{}: region '{}' reaches an absorbing layer that cannot continue its anisotropic material '{}': {}: turn "
              "the axes or choose other values, let the region end inside of the mesh, or make that side absorbing, "
              "pec or pmc",
              toString(region.mark), region.region, material.name, fault);
    }
  }
}

}  // namespace fluxtet::dgtd
