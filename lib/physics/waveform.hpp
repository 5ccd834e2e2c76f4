// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/hostDevice.hpp"
#include "lib/physics/waveformSpec.hpp"

#include <cmath>
#include <span>
#include <vector>

namespace fluxtet {

/// Time function w(t), dimensionless, as plain numbers, so that a kernel can evaluate it. Time is in s.
struct Waveform {
  enum class Kind : int { gaussian, ricker, sine, table };
  Kind kind = Kind::sine;
  double frequency = 0;  ///< Hz
  double width = 0;      ///< gaussian: s of exp(-(t-t0)^2 / (2 s^2)), in s; sine: length of the ramp, s
  double delay = 0;      ///< s
  double phase = 0;      ///< of a sine and of the carrier of a gaussian, rad
  int tableBegin = 0;    ///< table: first row in WaveformSet::tableTime / tableValue
  int tableSize = 0;

  /// A finite impulse response that the function passes through, sum over i of tap[i] w(t + (i - numTaps / 2)
  /// interval); a single tap of 1 leaves it as it is.
  static constexpr int maxTaps = 9;
  int numTaps = 1;         ///< odd
  double tapInterval = 0;  ///< s
  double tap[maxTaps] = {1};
};

/// All waveforms of a case with the rows of their tables.
struct WaveformSet {
  std::vector<Waveform> waveforms;
  int numSources = 0;  ///< the first are the case's own, in the order of its sources; filtered ones come behind them
  std::vector<double> tableTime, tableValue;  ///< [row] of all tables: s; 1

  /// Appends the waveform of a source; returns its index.
  int add(const WaveformSpec& spec);
  /// Appends a filtered waveform; returns its index. No source may be added after it.
  int addFiltered(const Waveform& filtered);
  /// Appends a waveform that goes through these rows, which no source of the case has; returns its index. Time in s.
  int addTable(std::span<const double> time, std::span<const double> value);
  /// w(t) of the waveform with this index, dimensionless; `time` in s.
  double value(int waveform, double time) const;
  /// value[i] = w(time[i]) of as many times as there are; faster than one by one, and the same to rounding.
  void values(int waveform, std::span<const double> time, std::span<double> value) const;
};

/// w(t), dimensionless, through its taps; `time` in s. `tableTime` [row], s, and `tableValue` [row] point at the rows
/// of all tables (unused by other kinds). The formulas stand in waveformSpec.hpp.
FLUXTET_HOST_DEVICE double waveformValue(const Waveform& w, const double* tableTime, const double* tableValue,
                                         double time);

/// The waveform whose oscillation lags that of `w`, a sine or a gaussian, by a quarter of a period: what the second
/// component of an elliptically polarized wave follows.
Waveform quadratureOf(const Waveform& w);

/// Time after which |w| stays below 1e-12 of its peak, s; infinity for a sine. For a table, the time from which its
/// rows stay zero, or its last row. `untilDecay` does not stop a run before the sources end.
double endTime(const Waveform& w, const WaveformSet& set);

/// Frequency above which the waveform's amplitude spectrum stays below 1e-4 of its peak, Hz. For a sine its own
/// frequency, for a table the inverse of the shortest time between two rows.
double highestFrequency(const Waveform& w, const WaveformSet& set);

}  // namespace fluxtet

#include "lib/physics/waveform.inl"
