// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Permittivity that depends on frequency, as a sum of terms of the complex angular frequency s in 1/s; s = j omega at
// the real angular frequency omega, time dependence exp(+j omega t), so that epsilon = epsilon' - j epsilon'' with
// epsilon'' >= 0 in a medium that absorbs (docs/theory.md, section 3.7).
#pragma once

#include <array>
#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet {

/// delta / (1 + s tau).
struct DebyeTerm {
  double delta = 0;  ///< dimensionless
  double tau = 0;    ///< relaxation time, s
  bool operator==(const DebyeTerm&) const = default;
};

/// wp^2 / (s (s + g)), wp = 2 pi plasmaFrequency, g = 2 pi collision.
struct DrudeTerm {
  double plasmaFrequency = 0;  ///< Hz
  double collision = 0;        ///< Hz
  bool operator==(const DrudeTerm&) const = default;
};

/// delta w0^2 / (s^2 + 2 damping s + w0^2), w0 = 2 pi frequency.
struct LorentzTerm {
  double delta = 0;      ///< dimensionless
  double frequency = 0;  ///< Hz
  double damping = 0;    ///< 1/s
  bool operator==(const LorentzTerm&) const = default;
};

/// residue / (s - pole) and, unless the pole is real, the same with both conjugated. Real and imaginary part, 1/s.
struct PoleTerm {
  std::array<double, 2> pole{}, residue{};
  bool isReal() const { return pole[1] == 0; }
  bool operator==(const PoleTerm&) const = default;
};

/// delta / (1 + (s tau)^(1 - alpha)), which a sum of relaxations approximates.
struct ColeColeTerm {
  double delta = 0;  ///< dimensionless
  double tau = 0;    ///< s
  double alpha = 0;  ///< 0 (a Debye term) to below 1
  bool operator==(const ColeColeTerm&) const = default;
};

/// What the relative permittivity of a medium has besides its limit at infinite frequency.
struct Dispersion {
  std::vector<DebyeTerm> debye{};
  std::vector<DrudeTerm> drude{};
  std::vector<LorentzTerm> lorentz{};
  std::vector<PoleTerm> poles{};

  bool none() const { return debye.empty() && drude.empty() && lorentz.empty() && poles.empty(); }
  bool operator==(const Dispersion&) const = default;
};

/// Returns the sum of the terms at s in 1/s, dimensionless.
std::complex<double> susceptibility(const Dispersion& dispersion, std::complex<double> s);

/// Where a medium gives energy to a field instead of taking it.
struct ActiveFrequency {
  double frequency = 0;     ///< Hz, where it gives most
  double conductivity = 0;  ///< there, over epsilon0: Re(s chi) + conduction, 1/s; negative
};
/// Looks for frequencies at which the terms together with a conduction, sigma / epsilon0 in 1/s, give energy: Re(s chi)
/// + conduction < 0 at s = j omega, on a logarithmic grid of 200 frequencies a decade from a thousandth of the lowest
/// to a thousand times the highest frequency of a term, and close to each pole. Nothing if there are none.
std::optional<ActiveFrequency> activeFrequency(const Dispersion& dispersion, double conduction);

/// Returns the terms in words, such as "debye 75.2 9.36e-12 s, drude 1e+15 Hz 1e+13 Hz"; equal texts have equal terms.
std::string toString(const Dispersion& dispersion);

}  // namespace fluxtet
