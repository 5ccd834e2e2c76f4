// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <cstdint>
#include <memory>

namespace fluxtet {

/// What one time step must be told.
struct StepPlan {
  std::int32_t numElements = 0, numInterior = 0;
  std::size_t nodesPerElement = 0;
  KernelSet kernels = KernelSet::fused;
  double dt = 0;  ///< s
};

/// Moves the fields by one time step; the two schemes are siblings behind this interface. Between steps the traces of a
/// field may be on their way to other ranks: who sets a field in the middle of a run starts its exchange anew.
template <class Real>
class TimeStepper {
 public:
  virtual ~TimeStepper() = default;
  /// Goes from step `step` to `step + 1`. With `keepH` the magnetic field before its update is kept (for energy()).
  virtual void advance(std::int64_t step, bool keepH) = 0;
  /// `count` steps from `step` on without keeping anything; at once where the engine can, which then works without the
  /// host.
  virtual void advanceMany(std::int64_t step, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) advance(step + i, false);
  }
  /// Time at which the magnetic field stands after `step` steps, s (the electric one at step * dt).
  virtual double timeH(std::int64_t step) const = 0;
  /// This rank's part of the discrete energy that the scheme conserves, times 1/epsilon0: after advance(., true).
  double energy() const { return electricEnergy() + magneticEnergy(); }
  /// The electric part of energy().
  virtual double electricEnergy() const = 0;
  /// The magnetic part of energy().
  virtual double magneticEnergy() const = 0;
  /// The same for the fields as they were uploaded at step 0 (leap-frog looks half a step back). Collective; restores
  /// the fields.
  virtual double initialEnergy() = 0;
};

/// Leap-frog with E at whole and H at half steps (Cabel, Charles, Lanteri 2011, eq. 6; docs/theory.md, section 3).
template <class Real>
std::unique_ptr<TimeStepper<Real>> makeLeapFrog(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                                StepPlan plan);

/// Five-stage fourth-order low-storage Runge-Kutta (Carpenter, Kennedy 1994) on both fields at once.
template <class Real>
std::unique_ptr<TimeStepper<Real>> makeRungeKutta(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                                  StepPlan plan);

}  // namespace fluxtet
