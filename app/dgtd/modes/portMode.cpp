// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/portMode.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fluxtet::dgtd {

using Complex = std::complex<double>;

std::complex<double> propagationConstant(const PortMode& mode, double frequency) {
  const double k = 2 * constants::pi * frequency / constants::c0;
  const double square = mode.cutoff * mode.cutoff - k * k * mode.epsilonR * mode.muR;
  return square < 0 ? Complex(0, std::sqrt(-square)) : Complex(std::sqrt(square), 0);
}

std::complex<double> modeImpedance(const PortMode& mode, double frequency) {
  const double omega = 2 * constants::pi * frequency;
  const Complex gamma = propagationConstant(mode, frequency);
  switch (mode.kind) {
    case ModeKind::te:
      return Complex(0, omega * constants::mu0 * mode.muR) / gamma;
    case ModeKind::tm:
      return gamma / Complex(0, omega * constants::epsilon0 * mode.epsilonR);
    case ModeKind::hybrid:
      return mode.impedance;
    case ModeKind::tem:
      break;
  }
  return constants::z0 * std::sqrt(mode.muR / mode.epsilonR);
}

double cutoffFrequency(const PortMode& mode) {
  return mode.cutoff * constants::c0 / (2 * constants::pi * std::sqrt(mode.epsilonR * mode.muR));
}

std::string modeText(const PortMode& mode) {
  if (mode.kind == ModeKind::tem) return fmt::format("{}, {:.4g} ohm", mode.name, mode.impedance0);
  if (mode.kind == ModeKind::hybrid)
    return fmt::format("{}, {:.4g} ohm, effective permittivity {:.4g}", mode.name, mode.impedance0, mode.epsilonR);
  return fmt::format("{}, cut-off {}", mode.name, frequencyText(cutoffFrequency(mode), 4));
}

}  // namespace fluxtet::dgtd
