// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/medium.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fluxtet {

std::complex<double> permittivityOf(const Material& material, double omega) {
  const std::complex<double> s(0, omega);
  return material.epsilonR + susceptibility(material.dispersion, s) + material.sigma / (constants::epsilon0 * s);
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
  return material.sigma > 0 || !material.dispersion.none();
}

std::optional<std::string> activityOf(const Material& material) {
  const auto active = activeFrequency(material.dispersion, material.sigma / constants::epsilon0);
  if (!active) return std::nullopt;
  return fmt::format("at {} it has the conductivity {:.4g} S/m", frequencyText(active->frequency, 4),
                     constants::epsilon0 * active->conductivity);
}

}  // namespace fluxtet
