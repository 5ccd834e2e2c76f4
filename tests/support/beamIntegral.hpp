// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The field of a Gaussian beam as an integral over all its directions.
#pragma once

#include "lib/base/constants.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

namespace fluxtet::test {

/// The integral of waveAt(direction, E) over the waves of a beam with the spectrum exp(-s^2 / divergence^2) of lateral
/// components s, polarized along the first axis, relative to E of the beam at its focus. Vectors have the components
/// along the polarization, across it and along the axis; E: of the wave at the focus. By polar angles, of which the
/// rule is the trapezoidal one in azimuth and Simpson's in s: exact to about 1e-9.
template <class WaveAt>
std::array<std::complex<double>, 3> beamIntegralOf(double divergence, const WaveAt& waveAt) {
  constexpr int radial = 400, azimuthal = 240;
  const double most = std::min(1.0, 5.5 * divergence);
  std::array<std::complex<double>, 3> field{};
  double atFocus = 0;
  for (int i = 0; i <= radial; ++i) {
    // s = sin(angle), so that the end of the spectrum at 1 is no singularity.
    const double angle = std::asin(most) * i / radial, s = std::sin(angle), c = std::cos(angle);
    const double simpson = i == 0 || i == radial ? 1 : i % 2 == 1 ? 4 : 2;
    const double weight = simpson * s * c * std::exp(-s * s / (divergence * divergence));
    for (int j = 0; j < azimuthal; ++j) {
      const double azimuth = 2 * constants::pi * j / azimuthal, u = std::cos(azimuth), v = std::sin(azimuth);
      // (1, 0, 0) by the rotation that takes the axis to the direction (s u, s v, c).
      const std::array<double, 3> E{1 - (1 - c) * u * u, -(1 - c) * u * v, -s * u};
      const std::array<std::complex<double>, 3> wave = waveAt(std::array<double, 3>{s * u, s * v, c}, E);
      for (std::size_t k = 0; k < 3; ++k) field[k] += weight * wave[k];
      atFocus += weight * E[0];
    }
  }
  for (auto& component : field) component /= atFocus;
  return field;
}

/// Phasor of E, with exp(+i w t), of the beam at x from the focus, relative to the focus. wavenumber: that of the
/// medium, 1/m. Components and accuracy as in beamIntegralOf().
inline std::array<std::complex<double>, 3> beamIntegral(double divergence, double wavenumber,
                                                        const std::array<double, 3>& x) {
  return beamIntegralOf(divergence, [&](const std::array<double, 3>& d, const std::array<double, 3>& E) {
    const auto phase = std::polar(1.0, -wavenumber * (d[0] * x[0] + d[1] * x[1] + d[2] * x[2]));
    return std::array{phase * E[0], phase * E[1], phase * E[2]};
  });
}

}  // namespace fluxtet::test
