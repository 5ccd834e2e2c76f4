// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/amg/amgCycle.hpp"

#include "app/static/amg/amgConductors.hpp"
#include "app/static/amg/amgMatrix.hpp"

#include <HYPRE_utilities.h>

namespace fluxtet::statics::amg {

namespace {

/// A x = b for conjugate gradients (iterate()), on hypre's vectors.
class AmgSystem {
 public:
  AmgSystem(const AmgCycle& M, const AmgEquations& equations, const std::function<bool()>& stop)
      : M_(M),
        A_(equations.A),
        x_(equations.x),
        stop_(stop),
        r_(equations.rows, equations.comm),
        z_(equations.rows, equations.comm),
        p_(equations.rows, equations.comm),
        q_(equations.rows, equations.comm) {
    HYPRE_ParVectorCopy(equations.b, r_.get());
  }
  void setDirection(double beta) {
    HYPRE_ParVectorScale(beta, p_.get());
    HYPRE_ParVectorAxpy(1, z_.get(), p_.get());
  }
  double applyOperator() {
    HYPRE_ParCSRMatrixMatvec(1, A_, p_.get(), 0, q_.get());
    return product(q_.get(), p_.get());
  }
  void advance(double alpha) {
    HYPRE_ParVectorAxpy(alpha, p_.get(), x_);
    HYPRE_ParVectorAxpy(-alpha, q_.get(), r_.get());
  }
  double applyPreconditioner() {
    stopIfAsked(stop_);
    M_.apply(r_.get(), z_.get());
    return product(r_.get(), z_.get());
  }

 private:
  static double product(HYPRE_ParVector a, HYPRE_ParVector b) {
    double result = 0;
    HYPRE_ParVectorInnerProd(a, b, &result);
    return result;
  }

  const AmgCycle& M_;
  HYPRE_ParCSRMatrix A_;
  HYPRE_ParVector x_;
  const std::function<bool()>& stop_;
  AmgVector r_, z_, p_, q_;
};

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

void AmgCycle::apply(HYPRE_ParVector r, HYPRE_ParVector z) const {
  HYPRE_ParVectorSetConstantValues(z, 0);
  HYPRE_BoomerAMGSolve(solver_, matrix_, r, z);
  HYPRE_ClearAllErrors();  // each rank counts errors for itself; what fails shows in (r, z), alike on all ranks
  if (conductors_ != nullptr) conductors_->addTo(r, z);
}

CgState solveByCycles(const AmgCycle& cycle, const AmgEquations& equations, double tolerance,
                      std::int64_t maxIterations, const std::function<bool()>& stop, double& start) {
  AmgSystem system(cycle, equations, stop);
  start = system.applyPreconditioner();
  const CgLimits limits{tolerance * tolerance * start, maxIterations, maxIterations};
  CgState state = startState(start, limits);
  conjugateGradients(system, state, limits, {});
  return state;
}

}  // namespace fluxtet::statics::amg
