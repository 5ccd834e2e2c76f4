// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/setup/timeAxis.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/mesh/elementOrder.hpp"

#include <mpi.h>

#include <cstdint>

namespace fluxtet::dgtd {

/// The run that observers look at. What it refers to outlives them.
template <class Real>
struct ObservedRun {
  const DgtdCase& theCase;
  const Discretisation& discretisation;
  FieldEngine<Real>& engine;
  TimeStepper<Real>& stepper;
  const ElementOrder& fileOrder;
  TimeAxis axis;
  std::int64_t continueAfterStep = -1;  ///< the step of the checkpoint that the run goes on from; -1: it begins at 0
  bool onGpu = false;                   ///< the engine's calls return before their work is done
  MPI_Comm comm = MPI_COMM_NULL;

  bool isRestart() const { return continueAfterStep >= 0; }
};

}  // namespace fluxtet::dgtd
