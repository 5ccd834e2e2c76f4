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

/// dt = cfl times `maxStableStep` (s), at most time.maxStep, reduced so that a whole number of steps ends at time.end.
TimeAxis makeTimeAxis(const DgtdCase& theCase, double maxStableStep);
/// Number of steps of length `dt` (s) that reach time.end; for a restart, which keeps its dt.
std::int64_t stepsWithStep(const DgtdCase& theCase, double dt);

/// Time after which no source feeds the fields, s: the end of the last waveform; for a plane wave, when this end has
/// reached the far end of the mesh. 0 without sources, infinity if a source never ends. Collective.
double sourcesEnd(const Discretisation& d, MPI_Comm comm);

}  // namespace fluxtet::dgtd
