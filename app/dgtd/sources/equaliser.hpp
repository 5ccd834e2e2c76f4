// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/physics/waveform.hpp"

#include <array>
#include <complex>
#include <vector>

namespace fluxtet::dgtd {

/// A filter of a waveform in time that undoes a source's form factor F(k), the share of a point's field that a source
/// spread round it radiates at the wave number k (docs/theory.md, section 2.6).
struct Equaliser {
  double interval = 0;                        ///< s between taps
  std::array<double, Waveform::maxTaps> tap;  ///< times w(t + (i - maxTaps / 2) interval)

  Waveform applied(Waveform w) const;
  /// What it multiplies exp(j w t) by at the angular frequency w, 1/s.
  std::complex<double> response(double angularFrequency) const;
};

/// The frequencies at which a form factor is asked for: those of a medium in which the wave number times the source's
/// radius is at most `reach` in size, beyond what elements of that size resolve.
class EqualiserBand {
 public:
  /// `conductivity` is Z0 sigma radius sqrt(muR / epsilonR), the ratio of conduction to displacement currents where the
  /// lossless wave number is 1 / radius; `transit` the time of a wave over the radius without losses, s.
  EqualiserBand(double conductivity, double transit);

  /// k radius at each frequency; in a medium with losses complex.
  const std::vector<std::complex<double>>& waveNumbers() const { return waveNumbers_; }

  /// The filter with real taps whose response is 1 / formFactor at these frequencies, relative error by least squares,
  /// and exactly 1 at frequency 0.
  Equaliser equalise(const std::vector<std::complex<double>>& formFactor) const;

 private:
  static constexpr double reach = 3.5;

  double transit_;
  std::vector<double> phases_;  ///< angular frequency times transit
  std::vector<std::complex<double>> waveNumbers_;
};

}  // namespace fluxtet::dgtd
