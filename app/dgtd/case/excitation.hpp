// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/config/faults.hpp"
#include "lib/config/value.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

namespace fluxtet::dgtd {

/// A range of frequencies, Hz.
struct FrequencyRange {
  double low = 0, high = 0;
  /// Whether a frequency, Hz, lies in the range.
  bool contains(double frequency) const { return frequency >= low && frequency <= high; }
  double middle() const { return (low + high) / 2; }
};

/// Frequencies at which the amplitude spectrum of a pulse (gaussian, ricker) exceeds `share` of its peak; nothing for
/// other waveforms.
std::optional<FrequencyRange> rangeOfPulse(const WaveformSpec& waveform, double share);

/// Time before which a waveform stays below a millionth of its peak, s; nothing for a sine.
std::optional<double> beginOfPulse(const WaveformSpec& waveform);

/// Whether two numbers of one unit differ by rounding only, by 1e-9 of the larger one at most.
inline bool sameNumber(double a, double b) {
  constexpr double rounding = 1e-9;
  return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

/// Adds faults for frequencies of an output that no source excites, and for an `after` that cuts off a part of a pulse.
/// Warns of samples during the ramp of a sine. Checks nothing if the case has initial fields, which may contain any
/// frequency. `value`: the section of the output.
void checkExcitation(const config::Value& value, const FrequencySampling& sampling, const DgtdCase& theCase,
                     config::Faults& faults);

}  // namespace fluxtet::dgtd
