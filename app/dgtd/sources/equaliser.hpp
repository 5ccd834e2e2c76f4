// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/physics/waveform.hpp"

#include <array>
#include <complex>
#include <vector>

namespace fluxtet::dgtd {

/// FIR filter of a waveform that compensates a source's form factor F(k): the field that the source, spread over a
/// ball, radiates at wave number k, divided by that of a point source (docs/theory.md, section 2.6).
struct Equaliser {
  double interval = 0;                        ///< s, time between taps
  std::array<double, Waveform::maxTaps> tap;  ///< factor of w(t + (i - maxTaps / 2) interval)

  /// `w` with this filter.
  Waveform applied(Waveform w) const;
  /// Frequency response: the factor of exp(j omega t). `angularFrequency`: omega, rad/s.
  std::complex<double> response(double angularFrequency) const;
};

/// The frequencies at which the filter is fitted: equidistant, up to |k| R = `reach`, k being the wave number of the
/// medium and R the source's radius. Elements of the source's size do not resolve shorter waves.
class EqualiserBand {
 public:
  /// `conductivity`: Z0 sigma R sqrt(muR / epsilonR), dimensionless: the ratio of conduction to displacement current at
  /// the frequency where the lossless wave number is 1 / R. `transit`: time in which a lossless wave travels R, s.
  EqualiserBand(double conductivity, double transit);

  /// k R at each frequency, dimensionless; complex in a lossy medium.
  const std::vector<std::complex<double>>& waveNumbers() const { return waveNumbers_; }

  /// The filter with real taps whose response is 1 at frequency 0 and approximates 1 / formFactor at the frequencies,
  /// with the least sum of squares of the relative errors. `formFactor`: F at each frequency.
  Equaliser equalise(const std::vector<std::complex<double>>& formFactor) const;

 private:
  static constexpr double reach = 3.5;  ///< largest |k| R

  double transit_;
  std::vector<double> phases_;  ///< omega transit at each frequency
  std::vector<std::complex<double>> waveNumbers_;
};

}  // namespace fluxtet::dgtd
