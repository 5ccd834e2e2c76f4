// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

/// Time functions of sources by the numbers that people give of them.
namespace fluxtet {

/// Modulated Gaussian cos(2 pi f (t - t0)) exp(-(t - t0)^2 / (2 s^2)), s = sqrt(2 ln 2) / (pi bandwidth)
/// (so that its amplitude spectrum falls to one half at f +- bandwidth / 2); t0 = delay.
/// frequency 0 gives a plain Gaussian.
struct GaussianWaveform {
  double frequency = 0;  ///< Hz, centre
  double bandwidth = 0;  ///< Hz, full width at half maximum of the amplitude spectrum
  double delay = 0;      ///< s; default 5 s (so the pulse starts at 4e-6 of its peak)
  bool operator==(const GaussianWaveform&) const = default;
};
/// Ricker wavelet (1 - 2 a) exp(-a), a = (pi f (t - t0))^2.
struct RickerWaveform {
  double frequency = 0;  ///< Hz, of the spectral peak
  double delay = 0;      ///< s; default 1.5 / frequency
  bool operator==(const RickerWaveform&) const = default;
};
/// sin(2 pi f t + phase), raised over `ramp` periods by a smooth (cos^2) ramp.
struct SineWaveform {
  double frequency = 0;  ///< Hz
  double ramp = 0;       ///< periods
  double phase = 0;      ///< rad
  bool operator==(const SineWaveform&) const = default;
};
/// Piecewise linear through the rows (time, s; value, dimensionless); zero outside.
struct TableWaveform {
  std::string file;  ///< CSV of two columns: time in s, value
  std::vector<double> time{}, value{};
  bool operator==(const TableWaveform&) const = default;
};
using WaveformSpec = std::variant<GaussianWaveform, RickerWaveform, SineWaveform, TableWaveform>;

}  // namespace fluxtet
