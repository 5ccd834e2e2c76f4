// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A dipole in a box with absorbing sides, and its far field in closed form.
#pragma once

#include "lib/base/constants.hpp"
#include "lib/base/vec3.hpp"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <string>

namespace fluxtet::test {

using Complex = std::complex<double>;
using constants::pi;

inline constexpr double degree = pi / 180;

inline std::string box(int cells, const std::string& rest) {
  return fmt::format(R"(
mesh: {{box: {{size: [1, 1, 1], origin: [-0.5, -0.5, -0.5], cells: [{0}, {0}, {0}]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}}
{1}
)",
                     cells, rest);
}

/// A dipole of moment 1 A m along z with a pulse whose Fourier integral is known.
struct PulsedDipole {
  Vec3 at{0.010, 0.012, 0.008};
  double frequency = 600e6, bandwidth = 400e6;

  double width() const { return std::sqrt(2 * std::log(2.0)) / (pi * bandwidth); }
  double delay() const { return 5 * width(); }
  /// Derivative of the waveform, 1/s.
  double slope(double t) const {
    const double x = t - delay(), turn = 2 * pi * frequency;
    return -std::exp(-x * x / (2 * width() * width())) *
           (x / (width() * width()) * std::cos(turn * x) + turn * std::sin(turn * x));
  }
  Complex spectrum(double f) const {
    const auto bell = [&](double from) { return std::exp(-2 * std::pow(pi * width() * from, 2)); };
    return 0.5 * width() * std::sqrt(2 * pi) * (bell(f - frequency) + bell(f + frequency)) *
           std::polar(1.0, -2 * pi * f * delay());
  }
  /// r E_theta exp(i k r) about `origin` (Balanis, Antenna Theory, 4th ed., (4-26)).
  Complex theta(double f, double angle, double phi, const Vec3& origin) const {
    const double k = 2 * pi * f / constants::c0;
    const Vec3 r{std::sin(angle) * std::cos(phi), std::sin(angle) * std::sin(phi), std::cos(angle)};
    return Complex(0, k * constants::z0 / (4 * pi)) * spectrum(f) * std::sin(angle) *
           std::polar(1.0, k * dot(r, at - origin));
  }
  /// r E_theta at the time t after the passage of a wave from `origin` (Balanis, (4-26), in the time domain).
  double thetaAt(double t, double angle, double phi, const Vec3& origin) const {
    const Vec3 r{std::sin(angle) * std::cos(phi), std::sin(angle) * std::sin(phi), std::cos(angle)};
    return constants::z0 / (4 * pi * constants::c0) * std::sin(angle) * slope(t + dot(r, at - origin) / constants::c0);
  }
  std::string source() const {
    return fmt::format(
        "sources: [{{dipole: {{at: [{}, {}, {}], moment: [0, 0, 1], waveform: {{gaussian: {{frequency: {}, "
        "bandwidth: {}}}}}}}}}]\n",
        at[0], at[1], at[2], frequency, bandwidth);
  }
};

}  // namespace fluxtet::test
