// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace fluxtet {

/// Progress of a run, as its progress line shows it.
struct ProgressState {
  std::int64_t step = 0, firstStep = 0, totalSteps = 0, elements = 0;
  double time = 0;     ///< simulated, s
  double energy = 0;   ///< J; NaN: unknown
  double level = 0;    ///< dB, of the energy over the largest so far; not finite: unknown
  double elapsed = 0;  ///< s of wall time since firstStep
};
/// "step 1200/24000, t = 3.2 ns, 5.0 %, 1.23e+07 element-steps/s, energy 1.234e-12 J (-37.2 dB), 01:23 left".
/// The time left is shown once it can be told.
std::string progressLine(const ProgressState& state);

/// Shows the progress of a run: on a terminal one live line, elsewhere a line every 5 %. Tells the default logger a
/// line every 5 % too, below `info`. Rank 0 only.
class Progress {
 public:
  /// `totalSteps` of the run, `firstStep` where this process begins (restart); elements over all ranks.
  /// `stream`: where the lines go; live where it is a terminal.
  Progress(std::int64_t firstStep, std::int64_t totalSteps, std::int64_t elements, std::FILE* stream = stderr);
  /// Cheap to call every step. `time`: simulated, s. `energy`: last known value, J (NaN: unknown).
  /// `level`: it over the largest so far, dB (not finite: unknown).
  void update(std::int64_t step, double time, double energy, double level);
  /// Ends the live line.
  void finish();
  /// True if update() of this step would show a line, so that it pays to compute the energy.
  bool wantsEnergy(std::int64_t step) const;

 private:
  using Clock = std::chrono::steady_clock;
  std::int64_t lineOf(std::int64_t step) const;
  /// Text that cannot be written (the terminal is closed, the log's disk is full) is dropped: the run goes on.
  void show(const std::string& text);

  std::int64_t firstStep_, totalSteps_, elements_;
  Clock::time_point start_, lastShown_;
  std::int64_t lastLine_ = 0;  ///< how many twentieths of the run the last line told of, that was no redraw
  std::int64_t lastStepShown_ = -1;
  std::size_t shownWidth_ = 0;  ///< of the live line that stands on the terminal, characters
  std::FILE* stream_;
  bool terminal_ = false;
};

}  // namespace fluxtet
