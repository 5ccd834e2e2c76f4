// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <cstdint>

namespace fluxtet::dgtd {

/// The time axis of a run.
struct TimeAxis {
  double dt = 0;  ///< s
  std::int64_t steps = 0;
};

/// dt = cfl times the stable step (at most time.maxStep), shortened so that a whole number of steps ends at time.end.
TimeAxis makeTimeAxis(const DgtdCase& theCase, double maxStableStep);
/// Steps that reach time.end with a dt that is given (a restart keeps its dt).
std::int64_t stepsWithStep(const DgtdCase& theCase, double dt);

/// When nothing feeds the fields any more, s: the last waveform's end, for a plane wave at the far end of the mesh.
/// Collective.
double sourcesEnd(const Discretisation& d, MPI_Comm comm);

}  // namespace fluxtet::dgtd
