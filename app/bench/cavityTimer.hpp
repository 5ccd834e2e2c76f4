// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/cavityMeasurement.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/physics/exactSolution.hpp"
#include "partition/exchange/traceExchange.hpp"

namespace fluxtet::bench {

/// Times time steps of a cavity's mode on one engine. The constructor's arguments outlive it.
template <class Real>
class CavityTimer {
 public:
  CavityTimer(dgtd::FieldEngine<Real>& engine, const dgtd::Discretisation& discretisation, const ExactSolution& exact,
              double dt, MPI_Comm comm)
      : engine_(engine), discretisation_(discretisation), exact_(exact), dt_(dt), comm_(comm) {}

  /// Times upload and download of both fields, after a warm-up. Collective.
  CavityCopies timeCopies();
  /// Times runs of `steps` steps, each from the mode at time 0, until they have taken `seconds`, after a short warm-up.
  /// The error is the largest difference between a nodal value and the exact fields, in every sixteenth element,
  /// relative to the electric amplitude. Collective.
  CavityRun run(dgtd::KernelSet kernels, dgtd::RouteChoice route, std::int64_t steps, double seconds);

 private:
  double setFields(dgtd::TimeStepper<Real>& stepper);
  double timeSteps(dgtd::TimeStepper<Real>& stepper, std::int64_t steps);
  double error(double timeE, double timeH) const;
  double errorOf(dgtd::Field field, double time) const;

  dgtd::FieldEngine<Real>& engine_;
  const dgtd::Discretisation& discretisation_;
  const ExactSolution& exact_;
  double dt_;  ///< s
  MPI_Comm comm_;
};

extern template class CavityTimer<float>;
extern template class CavityTimer<double>;

}  // namespace fluxtet::bench
