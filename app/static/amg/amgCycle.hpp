// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/amg/amgRows.hpp"
#include "kernels/static/conjugateGradients.hpp"

#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>
#include <mpi.h>

#include <cstdint>
#include <functional>

namespace fluxtet::statics::amg {

class AmgConductors;

/// One V-cycle of BoomerAMG on a matrix of its own, which need not be the one that is solved.
class AmgCycle {
 public:
  explicit AmgCycle(HYPRE_ParCSRMatrix matrix);
  AmgCycle(const AmgCycle&) = delete;
  AmgCycle& operator=(const AmgCycle&) = delete;
  ~AmgCycle();

  /// Makes the coarse levels; the vectors only give the shape. Collective.
  void setup(HYPRE_ParVector b, HYPRE_ParVector x);
  /// Adds the correction for what the matrix leaves out to each application; it outlives the cycle.
  void correctBy(const AmgConductors& conductors) { conductors_ = &conductors; }
  HYPRE_ParCSRMatrix matrix() const { return matrix_; }
  /// z = M^-1 r. Collective.
  void apply(HYPRE_ParVector r, HYPRE_ParVector z) const;

 private:
  void setHierarchy();
  void setSmoother();

  HYPRE_ParCSRMatrix matrix_;
  HYPRE_Solver solver_ = nullptr;
  const AmgConductors* conductors_ = nullptr;
};

/// A system A x = b over the ranks of `comm`.
struct AmgEquations {
  HYPRE_ParCSRMatrix A;
  HYPRE_ParVector b;
  HYPRE_ParVector x;  ///< zero on entry
  const AmgRows& rows;
  MPI_Comm comm;
};

/// Conjugate gradients on hypre's vectors until (r, M^-1 r) <= tolerance^2 (b, M^-1 b), preconditioned by the cycle.
/// Returns the state at the end and sets `start` to (b, M^-1 b). `stop` (SolveSettings::stop) is asked in each
/// iteration. Collective; the same on every rank. Throws SolveStopped.
CgState solveByCycles(const AmgCycle& cycle, const AmgEquations& equations, double tolerance,
                      std::int64_t maxIterations, const std::function<bool()>& stop, double& start);

}  // namespace fluxtet::statics::amg
