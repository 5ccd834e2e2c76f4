// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/amg/amgCycle.hpp"

#include "app/static/amg/amgConductors.hpp"

#include <HYPRE_utilities.h>

#include <algorithm>
#include <limits>

namespace fluxtet {

namespace {

/// What hypre would have set up by its conjugate gradients is set up already.
HYPRE_Int keep(HYPRE_Solver, HYPRE_Matrix, HYPRE_Vector, HYPRE_Vector) {
  return 0;
}

}  // namespace

AmgCycle::AmgCycle(HYPRE_ParCSRMatrix matrix) : matrix_(matrix) {
  HYPRE_BoomerAMGCreate(&solver_);
  HYPRE_BoomerAMGSetTol(solver_, 0);
  HYPRE_BoomerAMGSetMaxIter(solver_, 1);
  setHierarchy();
  setSmoother();
}

AmgCycle::~AmgCycle() {
  HYPRE_BoomerAMGDestroy(solver_);
}

/// PMIS with one aggressive level keeps the hierarchy sparse (de Sterck, Yang, Heys 2006), extended+i interpolation of
/// four entries a row keeps it accurate in spite of that and of coefficients that jump (de Sterck, Falgout, Nolting,
/// Yang 2008).
void AmgCycle::setHierarchy() {
  constexpr int pmis = 8, extendedPlusI = 6;
  HYPRE_BoomerAMGSetCoarsenType(solver_, pmis);
  HYPRE_BoomerAMGSetAggNumLevels(solver_, 1);
  HYPRE_BoomerAMGSetInterpType(solver_, extendedPlusI);
  HYPRE_BoomerAMGSetPMaxElmts(solver_, 4);
  HYPRE_BoomerAMGSetStrongThreshold(solver_, 0.25);
}

/// l1-Gauss-Seidel, forward on the way down and backward on the way up: symmetric as conjugate gradients need it, and
/// it converges on any number of ranks (Baker, Falgout, Kolev, Yang 2011).
void AmgCycle::setSmoother() {
  constexpr int forward = 13, backward = 14, gaussianElimination = 9, down = 1, up = 2, coarsest = 3;
  HYPRE_BoomerAMGSetCycleRelaxType(solver_, forward, down);
  HYPRE_BoomerAMGSetCycleRelaxType(solver_, backward, up);
  HYPRE_BoomerAMGSetCycleRelaxType(solver_, gaussianElimination, coarsest);
  HYPRE_BoomerAMGSetRelaxOrder(solver_, 0);
}

void AmgCycle::setup(HYPRE_ParVector b, HYPRE_ParVector x) {
  HYPRE_BoomerAMGSetup(solver_, matrix_, b, x);
}

HYPRE_Int AmgCycle::apply(HYPRE_Solver self, HYPRE_Matrix, HYPRE_Vector b, HYPRE_Vector x) {
  auto* cycle = reinterpret_cast<AmgCycle*>(self);
  const auto right = reinterpret_cast<HYPRE_ParVector>(b), left = reinterpret_cast<HYPRE_ParVector>(x);
  if (!cycle->stopped_ && cycle->stop_) cycle->stopped_ = cycle->stop_();
  if (cycle->stopped_) return HYPRE_ParVectorSetConstantValues(left, 0);
  const HYPRE_Int status = HYPRE_BoomerAMGSolve(cycle->solver_, cycle->matrix_, right, left);
  if (cycle->conductors_ != nullptr) cycle->conductors_->addTo(right, left);
  return status;
}

AmgOutcome conjugateGradients(AmgCycle& cycle, double tolerance, std::int64_t maxIterations, HYPRE_ParCSRMatrix A,
                              HYPRE_ParVector b, HYPRE_ParVector x, MPI_Comm comm) {
  constexpr std::int64_t most = std::numeric_limits<HYPRE_Int>::max();
  HYPRE_Solver solver = nullptr;
  HYPRE_ParCSRPCGCreate(comm, &solver);
  HYPRE_PCGSetTol(solver, tolerance);
  HYPRE_PCGSetMaxIter(solver, static_cast<HYPRE_Int>(std::min(maxIterations, most)));
  HYPRE_PCGSetTwoNorm(solver, 0);
  HYPRE_PCGSetPrecond(solver, AmgCycle::apply, keep, cycle.asSolver());
  HYPRE_ParCSRPCGSetup(solver, A, b, x);
  HYPRE_ParCSRPCGSolve(solver, A, b, x);
  HYPRE_Int iterations = 0, converged = 0;
  AmgOutcome outcome;
  HYPRE_PCGGetConverged(solver, &converged);
  HYPRE_PCGGetNumIterations(solver, &iterations);
  HYPRE_PCGGetFinalRelativeResidualNorm(solver, &outcome.residual);
  HYPRE_ParCSRPCGDestroy(solver);
  // `converged` tells of a breakdown too, and alike on all ranks, while each rank counts errors for itself.
  HYPRE_ClearAllErrors();
  outcome.iterations = iterations;
  outcome.converged = converged != 0;
  return outcome;
}

}  // namespace fluxtet
