// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/step/timeStepper.hpp"

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>

namespace fluxtet::dgtd {

/// Electromagnetic energy of the whole mesh at one step, J.
struct EnergySample {
  double total = 0;
  double electric = 0;
  double magnetic = 0;
};

/// How the energy of the fields may grow when no source feeds them. In absorbing layers a static field that sources
/// have left grows to 1 + sigma / alpha times its value, altogether to the peak at most. With local time steps it
/// varies a little, altogether not far above the peak. Dispersive media give back what they have stored, which may be a
/// multiple of the fields' energy.
enum class FreeGrowth { none, upToPeak, ofLocalSteps, fromStates };

/// Evaluates the energy over time: drift, decay, growth without a source, values that are not finite. The same on every
/// rank.
class EnergyMonitor {
 public:
  /// `sourcesEnd`: time after which no source feeds the fields, s (0: no sources; infinity: a source never ends).
  /// `untilDecay`: level in dB, negative, below which the fields count as decayed.
  EnergyMonitor(double sourcesEnd, std::optional<double> untilDecay, FreeGrowth growth = FreeGrowth::none)
      : sourcesEnd_(sourcesEnd), untilDecay_(untilDecay), growth_(growth) {}

  /// Adds the energy at `step` and `time` (s). Throws RunError if it is not finite, or if it grows without a source
  /// more than FreeGrowth allows.
  void observe(std::int64_t step, double time, const EnergySample& sample);

  /// Throws RunError if `energy`, any number that is finite if the fields are, is not finite. `time`: s.
  static void requireFinite(std::int64_t step, double time, double energy);

  bool decayed() const { return decayed_; }
  /// First and last energy observed, J; NaN before the first.
  double initial() const { return initial_; }
  double last() const { return last_; }
  /// Largest |energy - initial| / initial.
  double maxRelativeDrift() const { return maxDrift_; }
  /// Last energy over the largest, dB; -infinity if the last is zero, NaN if all are zero.
  double level() const;

  /// State for a checkpoint, by name.
  void save(std::map<std::string, double>& scalars) const;
  void restore(const std::map<std::string, double>& scalars);

 private:
  /// Energy, J, above which the scheme counts as unstable when no source feeds the fields.
  double allowedEnergy() const;

  double sourcesEnd_;
  std::optional<double> untilDecay_;
  FreeGrowth growth_;
  double initial_ = std::numeric_limits<double>::quiet_NaN();
  double last_ = std::numeric_limits<double>::quiet_NaN();
  double peak_ = 0;            ///< J; unless FreeGrowth::none, while sources feed the fields
  double freeReference_ = -1;  ///< J, energy at the end of the sources; -1: not reached
  double freeLeast_ = -1;      ///< J, least energy since then
  double maxDrift_ = 0;
  bool decayed_ = false;
};

/// Energies of the whole mesh after TimeStepper::advance(., true), J. Collective.
template <class Real>
EnergySample measureEnergy(FieldEngine<Real>& engine, const TimeStepper<Real>& stepper, MPI_Comm comm);

}  // namespace fluxtet::dgtd
