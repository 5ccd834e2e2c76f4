// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/config/faults.hpp"
#include "lib/config/value.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace fluxtet::dgtd {

/// Hz.
struct FrequencyRange {
  double low = 0, high = 0;
  bool contains(double frequency) const { return frequency >= low && frequency <= high; }
};

/// Where the amplitude spectrum of a pulse (gaussian, ricker) is above `share` of its peak; nothing for other
/// waveforms.
std::optional<FrequencyRange> rangeOfPulse(const WaveformSpec& waveform, double share);

/// Before this time, s, a waveform stays below a millionth of its peak; nothing for a sine, which is no pulse.
std::optional<double> beginOfPulse(const WaveformSpec& waveform);

const WaveformSpec& waveformOf(const SourceSpec& source);

/// The number that scales a source: V/m, A m, A/m^2, V or A; 0: it drives nothing.
double strengthOf(const SourceSpec& source);

/// Numbers that differ by less than this share are one and the same, differently rounded.
inline bool sameNumber(double a, double b) {
  constexpr double rounding = 1e-9;
  return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

/// Faults where the sources of the case leave nothing to be seen in `output.dft` (`value`, bound already): frequencies
/// that none of them excites, a pulse of which `after` cuts a part off. Warns of samples in the ramp of a sine. Fields
/// that are there from the start (`initial`) may hold any frequency: then nothing is checked.
void checkExcitation(const config::Value& value, const DgtdCase& theCase, config::Faults& faults);

}  // namespace fluxtet::dgtd
