// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace fluxtet::dgtd {

/// Parameters of a time stepper on this rank.
struct StepPlan {
  std::int32_t numElements = 0, numInterior = 0;  ///< all elements; those before the border
  std::size_t nodesPerElement = 0;                ///< Np
  KernelSet kernels = KernelSet::fused;
  double dt = 0;                        ///< s
  std::vector<LevelElements> levels{};  ///< of local time steps, [level - 1]; leap-frog only
  DampedPenalty damped{};
};

/// A time integration scheme: leap-frog or Runge-Kutta. Between steps the traces of a field may be in flight to other
/// ranks, so a caller that sets a field in the middle of a run calls TraceExchange::start() again. advance() and
/// advanceMany() are collective.
template <class Real>
class TimeStepper {
 public:
  virtual ~TimeStepper() = default;
  /// Advances the fields from step `step` to step + 1. With `keepH` the engine keeps the magnetic field of before its
  /// update, which energy() needs.
  virtual void advance(std::int64_t step, bool keepH) = 0;
  /// Advances the fields from step `step` to step + count and keeps no field. An engine on a GPU may replay all steps
  /// without the host.
  virtual void advanceMany(std::int64_t step, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) advance(step + i, false);
  }
  /// The same, with a record of these points of its engine (PointSamples) after every step.
  virtual void advanceRecorded(std::int64_t step, std::int64_t count, PointSamples<Real>& points,
                               const std::vector<int>& handles) {
    for (std::int64_t i = 0; i < count; ++i) {
      advanceMany(step + i, 1);
      for (const int handle : handles) points.record(handle);
    }
  }
  /// Receives the other ranks' traces of both fields as they stand, so that sums of traces on faces of several ranks
  /// may take a sample. Collective.
  virtual void receiveTraces() = 0;
  /// Time of the magnetic field after `step` steps, s. The electric field's is step * dt.
  virtual double timeH(std::int64_t step) const = 0;
  /// This rank's part of the discrete energy that the scheme conserves, divided by epsilon0, (V/m)^2 m^3. The last call
  /// is advance(., true).
  double energy() const { return electricEnergy() + magneticEnergy(); }
  /// The electric part of energy(), (V/m)^2 m^3.
  virtual double electricEnergy() const = 0;
  /// The magnetic part of energy(), (V/m)^2 m^3.
  virtual double magneticEnergy() const = 0;
  /// energy() of the initial fields, (V/m)^2 m^3. Leap-frog needs H at -dt/2, for which it takes half a step back; it
  /// restores the fields. Collective.
  virtual double initialEnergy() = 0;
};

/// Leap-frog with E at integer steps and H at half-integer steps (Cabel, Charles, Lanteri 2011, eq. 6; docs/theory.md,
/// section 3).
template <class Real>
std::unique_ptr<TimeStepper<Real>> makeLeapFrog(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                                StepPlan plan);

/// Five-stage fourth-order low-storage Runge-Kutta (Carpenter, Kennedy 1994) on both fields at once.
template <class Real>
std::unique_ptr<TimeStepper<Real>> makeRungeKutta(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                                  StepPlan plan);

}  // namespace fluxtet::dgtd
