// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/medium.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fluxtet {
namespace {

// CODATA 2018.
constexpr double electronCharge = 1.602176634e-19;  // C
constexpr double electronMass = 9.1093837015e-31;   // kg

SymmetricTensor isotropic(double value) {
  return {value, value, value};
}

void add(SymmetricTensor& sum, const SymmetricTensor& t) {
  sum = {sum.xx + t.xx, sum.yy + t.yy, sum.zz + t.zz, sum.xy + t.xy, sum.xz + t.xz, sum.yz + t.yz};
}

/// Adds the Hermitian part of the conductivity of a magnetised plasma, epsilon0 plasma^2 (s + collision - Omega x)^-1.
/// With the unit vector u along Omega, p = s + collision and q = p^2 + |Omega|^2 this inverse is
///   u u^T / p + (1 - u u^T) p / q + (u x) |Omega| / q.
void addLosses(const MagnetisedPlasmaTerm& term, double omega, LossForm& form) {
  const double plasma = 2 * constants::pi * term.plasmaFrequency, collision = 2 * constants::pi * term.collision;
  const Vec3 gyration = gyrationOf(term.field);
  const double rate = norm(gyration);
  const std::complex<double> p(collision, omega), q = p * p + rate * rate;
  if (collision == 0) return;  // at its gyrofrequency, too, such a plasma turns E back into E
  const double scale = constants::epsilon0 * plasma * plasma;
  const double across = scale * (p / q).real(), along = scale * (1.0 / p).real();
  add(form.symmetric, isotropic(across));
  if (rate == 0) return;
  const Vec3 u = 1 / rate * gyration;
  const double more = along - across;
  add(form.symmetric, {more * u[0] * u[0], more * u[1] * u[1], more * u[2] * u[2], more * u[0] * u[1],
                       more * u[0] * u[2], more * u[1] * u[2]});
  form.turning = scale * (rate / q).imag() * u;
}

}  // namespace

std::complex<double> permittivityOf(const Material& material, double omega) {
  if (material.magnetisedPlasma) {
    const auto all = plasmaPermittivities(material, omega);
    return *std::max_element(all.begin(), all.end(), [](auto a, auto b) { return std::abs(a) < std::abs(b); });
  }
  const std::complex<double> s(0, omega);
  return material.epsilonR + susceptibility(material.dispersion, s) + material.sigma / (constants::epsilon0 * s);
}

std::complex<double> permeabilityOf(const Material& material, double omega) {
  return material.muR + susceptibility(material.magnetic, {0, omega});
}

std::array<std::complex<double>, 3> plasmaPermittivities(const Material& material, double omega) {
  const MagnetisedPlasmaTerm& term = material.magnetisedPlasma.value();
  const std::complex<double> s(0, omega);
  const double plasma = 2 * constants::pi * term.plasmaFrequency, collision = 2 * constants::pi * term.collision;
  const std::complex<double> turn(0, norm(gyrationOf(term.field)));
  const std::complex<double> others =
      material.epsilonR + susceptibility(material.dispersion, s) + material.sigma / (constants::epsilon0 * s);
  const auto with = [&](std::complex<double> rate) { return others + plasma * plasma / (s * (s + rate)); };
  return {with(collision - turn), with(collision + turn), with(collision)};
}

Vec3 gyrationOf(const Vec3& field) {
  return electronCharge / electronMass * field;
}

double conductivityOf(const Material& material, double omega) {
  if (material.dispersion.none()) return material.sigma;
  const std::complex<double> s(0, omega);
  return material.sigma + constants::epsilon0 * (s * susceptibility(material.dispersion, s)).real();
}

double LossForm::density(const PhasorProducts& products) const {
  const Matrix3 matrix = matrixOf(symmetric);
  double sum = 0;
  for (std::size_t i = 0; i < 9; ++i) sum += matrix[i] * products[i].real();
  for (std::size_t c = 0; c < 3; ++c) sum += 2 * turning[c] * products[3 * ((c + 1) % 3) + (c + 2) % 3].imag();
  return 0.5 * sum;
}

double Losses::density(const std::function<PhasorProducts()>& ofE, const std::function<PhasorProducts()>& ofZ0H) const {
  double sum = electric.none() ? 0 : electric.density(ofE());
  if (!magnetic.none()) sum += magnetic.density(ofZ0H()) / (constants::z0 * constants::z0);
  return sum;
}

Losses lossesOf(const Material& material, double omega) {
  const std::complex<double> s(0, omega);
  const auto ofPoles = [&](const Dispersion& poles) {
    return poles.none() ? 0.0 : (s * susceptibility(poles, s)).real();
  };
  Losses losses;
  losses.electric.symmetric = isotropic(constants::epsilon0 * ofPoles(material.dispersion));
  add(losses.electric.symmetric, material.sigmaTensor.value_or(isotropic(material.sigma)));
  if (material.magnetisedPlasma) addLosses(*material.magnetisedPlasma, omega, losses.electric);
  losses.magnetic.symmetric = isotropic(constants::mu0 * ofPoles(material.magnetic));
  return losses;
}

double steppedFrequency(double omega, double meanOverStep) {
  const double half = std::acos(meanOverStep);  // omega dt / 2
  return half > 0 ? omega * std::tan(half) / half : omega;
}

bool canAbsorb(const Material& material) {
  return material.sigma > 0 || material.isDispersive();
}

std::optional<std::string> activityOf(const Material& material, bool magnetic) {
  // Of a tensor the direction in which least is lost decides.
  const double sigma = material.sigmaTensor ? principalValues(*material.sigmaTensor)[0] : material.sigma;
  const auto active = magnetic ? activeFrequency(material.magnetic, 0)
                               : activeFrequency(material.dispersion, sigma / constants::epsilon0);
  if (!active) return std::nullopt;
  if (magnetic)
    return fmt::format("at {} its permeability has the imaginary part {:.4g}", frequencyText(active->frequency, 4),
                       -active->conductivity / (2 * constants::pi * active->frequency));
  return fmt::format("at {} it has the conductivity {:.4g} S/m", frequencyText(active->frequency, 4),
                     constants::epsilon0 * active->conductivity);
}

}  // namespace fluxtet
