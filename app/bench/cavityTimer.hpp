// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/cavityMeasurement.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/physics/exactSolution.hpp"
#include "partition/exchange/traceExchange.hpp"

namespace fluxtet::bench {

/// Times steps of a cavity's mode on one engine. What it is made of must outlive it.
template <class Real>
class CavityTimer {
 public:
  CavityTimer(FieldEngine<Real>& engine, const Discretisation& discretisation, const ExactSolution& exact, double dt,
              MPI_Comm comm)
      : engine_(engine), discretisation_(discretisation), exact_(exact), dt_(dt), comm_(comm) {}

  /// Upload and download of both fields, after a first time that does not count. Collective.
  CavityCopies timeCopies();
  /// Runs of so many steps, each from the mode at time 0, until they have taken `seconds`, after a short one that does
  /// not count. Its error is the largest difference of a nodal value from the exact fields, in a sixteenth of the
  /// elements, as a share of the electric amplitude. Collective.
  CavityRun run(KernelSet kernels, RouteChoice route, std::int64_t steps, double seconds);

 private:
  double setFields(TimeStepper<Real>& stepper);
  double timeSteps(TimeStepper<Real>& stepper, std::int64_t steps);
  double error(double timeE, double timeH) const;
  double errorOf(Field field, double time) const;

  FieldEngine<Real>& engine_;
  const Discretisation& discretisation_;
  const ExactSolution& exact_;
  double dt_;  ///< s
  MPI_Comm comm_;
};

extern template class CavityTimer<float>;
extern template class CavityTimer<double>;

}  // namespace fluxtet::bench
