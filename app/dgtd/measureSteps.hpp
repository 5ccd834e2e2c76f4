// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/step/timeStepper.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <mpi.h>

#include <cstdint>

namespace fluxtet::dgtd {

/// A short measurement of time steps.
struct MeasuredSteps {
  double secondsPerStep = 0;  ///< s, wall time, of the slowest rank
  std::int64_t count = 0;     ///< steps that this is the mean of
};

/// Takes time steps as a run does between two outputs and measures them: one step to warm up, then 1, 2, 4, ... steps
/// until these take a tenth of a second. That is less than half a second in all, or two steps where steps are long.
/// Changes the fields. Collective.
template <class Real>
MeasuredSteps measureSteps(FieldEngine<Real>& engine, TimeStepper<Real>& stepper, MPI_Comm comm);

}  // namespace fluxtet::dgtd
