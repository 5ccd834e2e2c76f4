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

/// Watches the energy: drift, decay, growth without a source, values that are no longer finite. The same on every rank.
class EnergyMonitor {
 public:
  /// `sourcesEnd`: s, from then on nothing feeds the fields (0: no sources; infinity: a source never ends).
  EnergyMonitor(double sourcesEnd, std::optional<double> untilDecay)
      : sourcesEnd_(sourcesEnd), untilDecay_(untilDecay) {}

  /// Takes note of the energy at `step`. Throws RunError with step, time and advice for a field that is not finite or
  /// an energy that grows although no source feeds it.
  void observe(std::int64_t step, double time, const EnergySample& sample);

  /// The part of observe() that tells a field that is no longer finite. `energy`: anything that is finite with the
  /// fields.
  static void requireFinite(std::int64_t step, double time, double energy);

  bool decayed() const { return decayed_; }
  double initial() const { return initial_; }
  double last() const { return last_; }
  double maxRelativeDrift() const { return maxDrift_; }
  /// dB: the last energy over the largest that was observed; -infinity where nothing is left, not a number where there
  /// was nothing.
  double level() const;

  void save(std::map<std::string, double>& scalars) const;
  void restore(const std::map<std::string, double>& scalars);

 private:
  double sourcesEnd_;
  std::optional<double> untilDecay_;
  double initial_ = std::numeric_limits<double>::quiet_NaN();
  double last_ = std::numeric_limits<double>::quiet_NaN();
  double peak_ = 0;
  double freeReference_ = -1;  ///< energy when the sources had ended; -1: they have not
  double freeLeast_ = -1;      ///< least energy since then
  double maxDrift_ = 0;
  bool decayed_ = false;
};

/// Total, electric and magnetic energy of the state that the stepper has just reached. Collective.
template <class Real>
EnergySample measureEnergy(FieldEngine<Real>& engine, const TimeStepper<Real>& stepper, MPI_Comm comm);

}  // namespace fluxtet::dgtd
