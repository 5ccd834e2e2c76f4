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
