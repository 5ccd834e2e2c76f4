// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/physics/dispersion.hpp"

#include "lib/base/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxtet {
namespace {

using Complex = std::complex<double>;
constexpr double twoPi = 2 * constants::pi;

Complex toComplex(const std::array<double, 2>& parts) {
  return {parts[0], parts[1]};
}

/// A resonance or relaxation: its angular frequency and its width, 1/s.
struct Feature {
  double at, width;
};

std::vector<Feature> featuresOf(const Dispersion& dispersion) {
  std::vector<Feature> features;
  for (const DebyeTerm& term : dispersion.debye) features.push_back({1 / term.tau, 1 / term.tau});
  for (const DrudeTerm& term : dispersion.drude) {
    const double plasma = twoPi * term.plasmaFrequency, collision = twoPi * term.collision;
    features.push_back({plasma, collision});
    if (collision > 0) features.push_back({collision, collision});
  }
  for (const LorentzTerm& term : dispersion.lorentz) features.push_back({twoPi * term.frequency, term.damping});
  for (const PoleTerm& term : dispersion.poles) {
    features.push_back({std::abs(toComplex(term.pole)), std::abs(term.pole[0])});
    if (!term.isReal()) features.push_back({std::abs(term.pole[1]), std::abs(term.pole[0])});
  }
  return features;
}

/// Angular frequencies at which passivity is looked at, 1/s.
std::vector<double> gridOf(const std::vector<Feature>& features) {
  constexpr int perDecade = 200;
  constexpr double margin = 1e3;
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (const Feature& feature : features) {
    low = std::min(low, feature.at / margin);
    high = std::max(high, feature.at * margin);
  }
  std::vector<double> grid;
  const int count = static_cast<int>(std::ceil(perDecade * std::log10(high / low)));
  for (int i = 0; i <= count; ++i) grid.push_back(low * std::pow(high / low, static_cast<double>(i) / count));
  // A resonance may be narrower than the grid's steps.
  constexpr int near = 20;
  for (const Feature& feature : features)
    for (int i = -near; i <= near; ++i)
      if (const double omega = feature.at + 0.25 * i * feature.width; omega > 0) grid.push_back(omega);
  return grid;
}

}  // namespace

Complex susceptibility(const Dispersion& dispersion, Complex s) {
  Complex sum = 0;
  for (const DebyeTerm& term : dispersion.debye) sum += term.delta / (1.0 + s * term.tau);
  for (const DrudeTerm& term : dispersion.drude) {
    const double plasma = twoPi * term.plasmaFrequency;
    sum += plasma * plasma / (s * (s + twoPi * term.collision));
  }
  for (const LorentzTerm& term : dispersion.lorentz) {
    const double stiffness = std::pow(twoPi * term.frequency, 2);
    sum += term.delta * stiffness / (s * s + 2 * term.damping * s + stiffness);
  }
  for (const PoleTerm& term : dispersion.poles) {
    const Complex pole = toComplex(term.pole), residue = toComplex(term.residue);
    sum += residue / (s - pole);
    if (!term.isReal()) sum += std::conj(residue) / (s - std::conj(pole));
  }
  return sum;
}

std::optional<ActiveFrequency> activeFrequency(const Dispersion& dispersion, double conduction) {
  constexpr double rounding = 1e-9;  // of the terms, which cancel in the sum
  std::optional<ActiveFrequency> worst;
  if (dispersion.none()) return worst;
  for (const double omega : gridOf(featuresOf(dispersion))) {
    const Complex s(0, omega), current = s * susceptibility(dispersion, s);
    const double taken = current.real() + conduction;
    if (!(taken < -rounding * (std::abs(current) + conduction))) continue;
    if (!worst || taken < worst->conductivity) worst = {omega / twoPi, taken};
  }
  return worst;
}

std::string toString(const Dispersion& dispersion) {
  std::vector<std::string> terms;
  for (const DebyeTerm& term : dispersion.debye) terms.push_back(fmt::format("debye {} {} s", term.delta, term.tau));
  for (const DrudeTerm& term : dispersion.drude)
    terms.push_back(fmt::format("drude {} Hz {} Hz", term.plasmaFrequency, term.collision));
  for (const LorentzTerm& term : dispersion.lorentz)
    terms.push_back(fmt::format("lorentz {} {} Hz {} 1/s", term.delta, term.frequency, term.damping));
  for (const PoleTerm& term : dispersion.poles)
    terms.push_back(
        fmt::format("pole {} {} 1/s, {} {} 1/s", term.pole[0], term.pole[1], term.residue[0], term.residue[1]));
  return fmt::format("{}", fmt::join(terms, ", "));
}

}  // namespace fluxtet
