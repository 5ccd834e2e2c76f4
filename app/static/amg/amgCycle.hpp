// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <HYPRE.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <mpi.h>

#include <cstdint>
#include <functional>
#include <utility>

namespace fluxtet {

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
  /// Adds the correction for what the matrix leaves out; it outlives the cycle.
  void correctBy(const AmgConductors& conductors) { conductors_ = &conductors; }
  HYPRE_ParCSRMatrix matrix() const { return matrix_; }
  /// `stop`: collective, the same answer on every rank. Asked at every application; once it says so, corrections are
  /// zero, which ends hypre's conjugate gradients, and stopped() is true.
  void stopWhen(std::function<bool()> stop) { stop_ = std::move(stop); }
  bool stopped() const { return stopped_; }

  /// In the form that hypre's conjugate gradients call: x = M b; the matrix given is ignored.
  static HYPRE_Int apply(HYPRE_Solver self, HYPRE_Matrix, HYPRE_Vector b, HYPRE_Vector x);
  HYPRE_Solver asSolver() { return reinterpret_cast<HYPRE_Solver>(this); }

 private:
  void setHierarchy();
  void setSmoother();

  HYPRE_ParCSRMatrix matrix_;
  HYPRE_Solver solver_ = nullptr;
  const AmgConductors* conductors_ = nullptr;
  std::function<bool()> stop_;
  bool stopped_ = false;
};

/// What conjugate gradients tell at their end.
struct AmgOutcome {
  std::int64_t iterations = 0;
  double residual = 0;  ///< sqrt((r, M r) / (b, M b))
  bool converged = false;
};

/// hypre's conjugate gradients for A x = b from the x given, until the residual is at most `tolerance`. Collective; the
/// same outcome on every rank.
AmgOutcome conjugateGradients(AmgCycle& cycle, double tolerance, std::int64_t maxIterations, HYPRE_ParCSRMatrix A,
                              HYPRE_ParVector b, HYPRE_ParVector x, MPI_Comm comm);

}  // namespace fluxtet
