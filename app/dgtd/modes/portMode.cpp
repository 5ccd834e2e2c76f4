// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/portMode.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace fluxtet::dgtd {

using Complex = std::complex<double>;

ModeDispersion::Values ModeDispersion::at(double frequencyHz) const {
  const auto square = [this](std::size_t i) { return frequency[i] * frequency[i]; };
  const double x = frequencyHz * frequencyHz;
  const std::size_t last = frequency.size() - 1;
  const auto beyond = [&](std::size_t end, std::size_t next) -> Values {
    const double slope = (betaSquared[end] - betaSquared[next]) / (square(end) - square(next));
    return {betaSquared[end] + slope * (x - square(end)), impedanceFactor[end]};
  };
  if (frequencyHz < frequency[0]) return beyond(0, 1);
  if (frequencyHz > frequency[last]) return beyond(last, last - 1);
  Values sum{0, 0};
  for (std::size_t i = 0; i <= last; ++i) {
    double weight = 1;
    for (std::size_t j = 0; j <= last; ++j)
      if (j != i) weight *= (x - square(j)) / (square(i) - square(j));
    sum.betaSquared += weight * betaSquared[i];
    sum.impedanceFactor += weight * impedanceFactor[i];
  }
  return sum;
}

namespace {

Complex permittivityAt(const PortMode& mode, double frequency) {
  return mode.permittivity ? mode.permittivity(frequency) : mode.epsilonR;
}
Complex permeabilityAt(const PortMode& mode, double frequency) {
  return mode.permeability ? mode.permeability(frequency) : mode.muR;
}

}  // namespace

std::complex<double> propagationConstant(const PortMode& mode, double frequency) {
  const double k = 2 * constants::pi * frequency / constants::c0;
  const bool isTabulated = !mode.dispersion.frequency.empty();
  const Complex square = isTabulated ? -mode.dispersion.at(frequency).betaSquared
                                     : mode.cutoff * mode.cutoff -
                                           k * k * permittivityAt(mode, frequency) * permeabilityAt(mode, frequency);
  if (square.imag() != 0) return std::sqrt(square);  // of positive real part: the wave decays
  return square.real() < 0 ? Complex(0, std::sqrt(-square.real())) : Complex(std::sqrt(square.real()), 0);
}

std::complex<double> modeImpedance(const PortMode& mode, double frequency) {
  const double omega = 2 * constants::pi * frequency;
  const Complex gamma = propagationConstant(mode, frequency);
  switch (mode.kind) {
    case ModeKind::te:
      return Complex(0, omega * constants::mu0) * permeabilityAt(mode, frequency) / gamma;
    case ModeKind::tm:
      return gamma / (Complex(0, omega * constants::epsilon0) * permittivityAt(mode, frequency));
    case ModeKind::hybrid:
      if (hasConstantImpedance(mode)) return mode.impedance;
      if (mode.dispersion.frequency.empty())
        return mode.impedance *
               std::sqrt(mode.epsilonR / permittivityAt(mode, frequency) * permeabilityAt(mode, frequency) / mode.muR);
      return mode.dispersion.at(frequency).impedanceFactor * Complex(0, omega * constants::mu0) / gamma;
    case ModeKind::tem:
      break;
  }
  return constants::z0 * std::sqrt(permeabilityAt(mode, frequency) / permittivityAt(mode, frequency));
}

bool hasConstantImpedance(const PortMode& mode) {
  return mode.cutoff == 0 && mode.dispersion.frequency.empty() && !mode.permittivity && !mode.permeability;
}

double cutoffFrequency(const PortMode& mode) {
  if (const ModeDispersion& table = mode.dispersion; !table.frequency.empty()) {
    // beta^2 is smooth in f^2 and grows with it. Below the table it is a straight line, which of a line without cut-off
    // ends close to zero.
    constexpr double nearZero = 0.1;  // of the lowest frequency
    double low = 0, high = table.frequency.back() * table.frequency.back();
    if (table.at(nearZero * table.frequency.front()).betaSquared >= 0) return 0;
    for (int i = 0; i < 60; ++i) {
      const double middle = (low + high) / 2;
      (table.at(std::sqrt(middle)).betaSquared < 0 ? low : high) = middle;
    }
    return std::sqrt(high);
  }
  return mode.cutoff * constants::c0 / (2 * constants::pi * std::sqrt(mode.epsilonR * mode.muR));
}

std::string modeText(const PortMode& mode) {
  if (mode.kind == ModeKind::tem) return fmt::format("{}, {:.4g} ohm", mode.name, mode.impedance0);
  if (!mode.dispersion.frequency.empty()) {
    const double f = mode.dispersion.frequency[mode.dispersion.frequency.size() / 2];
    const double k = 2 * constants::pi * f / constants::c0;
    const std::string line = std::isnan(mode.impedance0) ? "" : fmt::format(", {:.4g} ohm", mode.impedance0);
    return fmt::format("{}{}, effective permittivity {:.4g} at {}", mode.name, line,
                       mode.dispersion.at(f).betaSquared / (k * k), frequencyText(f, 4));
  }
  if (mode.kind == ModeKind::hybrid)
    return fmt::format("{}, {:.4g} ohm, effective permittivity {:.4g}", mode.name, mode.impedance0, mode.epsilonR);
  return fmt::format("{}, cut-off {}", mode.name, frequencyText(cutoffFrequency(mode), 4));
}

}  // namespace fluxtet::dgtd
