// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/setup/stability.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet::dgtd {

/// Computes FilterConditions for a step of `step` = c0 dt, m, by Lanczos processes on the operators themselves, each on
/// the elements of its level: StabilityEstimate::conditions, and the element with the largest share of the stiffest
/// mode. The engine does all work on fields. Overwrites its fields and frees its work arrays. Collective. `levels`:
/// levelElements().
template <class Real>
StabilityEstimate filterConditions(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                   const std::vector<LevelElements>& levels, double step, MPI_Comm comm);

/// The longest step for which these conditions hold, from that of d.timeLevels down: StabilityEstimate::maxStep, tested
/// at dtOf(maxStep) <= maxStep, s, the step that the run will take. The engine is given the laws of walls and sheets
/// with their bounds. Collective.
template <class Real>
StabilityEstimate estimateWithLevels(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                     const std::function<double(double)>& dtOf, MPI_Comm comm);

}  // namespace fluxtet::dgtd
