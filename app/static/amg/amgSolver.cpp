// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/amg/amgSolver.hpp"

#include "app/static/amg/amgChecks.hpp"
#include "app/static/amg/amgConductors.hpp"
#include "app/static/amg/amgCycle.hpp"
#include "app/static/amg/amgMatrix.hpp"
#include "app/static/amg/amgRows.hpp"
#include "kernels/static/solveErrors.hpp"
#include "lib/base/mpi.hpp"

#include <HYPRE.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace fluxtet::statics::amg {

namespace {

/// hypre's global state, as long as any solver exists.
class HypreSession {
 public:
  static std::shared_ptr<HypreSession> open() {
    static std::weak_ptr<HypreSession> current;
    auto session = current.lock();
    if (!session) current = session = std::make_shared<HypreSession>();
    return session;
  }
  HypreSession() { HYPRE_Init(); }
  HypreSession(const HypreSession&) = delete;
  HypreSession& operator=(const HypreSession&) = delete;
  ~HypreSession() { HYPRE_Finalize(); }
};

CsrMatrix<double> inDouble(const CsrMatrix<float>& matrix) {
  return {matrix.rowBegin, matrix.column, {matrix.value.begin(), matrix.value.end()}};
}
const CsrMatrix<double>& inDouble(const CsrMatrix<double>& matrix) {
  return matrix;
}

}  // namespace

struct AmgSolver::State {
  std::shared_ptr<HypreSession> session = HypreSession::open();
  MPI_Comm comm;
  RankCoupling* coupling;
  AmgRows rows;
  AmgMatrix matrix;
  std::optional<AmgMatrix> sparse;  ///< the matrix without couplings of dense rows, if it has any
  AmgVector b, x;
  std::optional<AmgConductors> conductors;  ///< for these couplings
  AmgCycle cycle;

  State(const CsrMatrix<double>& part, const std::vector<std::uint8_t>& dense, RankCoupling* ranks,
        MPI_Comm communicator)
      : comm(communicator),
        coupling(ranks),
        rows(numberRows(part.rows(), coupling, comm)),
        matrix(part, rows, comm),
        sparse(withoutDenseRows(part, dense)),
        b(rows, comm),
        x(rows, comm),
        cycle((sparse ? *sparse : matrix).get()) {
    if (rows.total > 0) cycle.setup(b.get(), x.get());
    agreeOnErrors(comm, hypreCheck);
    if (!sparse) return;
    conductors.emplace(matrix.get(), cycle, rows, dense, comm);
    cycle.correctBy(*conductors);
  }

  std::optional<AmgMatrix> withoutDenseRows(const CsrMatrix<double>& part,
                                            const std::vector<std::uint8_t>& dense) const {
    const std::int64_t count = std::count(dense.begin(), dense.end(), std::uint8_t{1});
    if (sumOverRanks(comm, count) == 0) return std::nullopt;
    return std::optional<AmgMatrix>(std::in_place, withoutCouplings(part, dense), rows, comm);
  }

  double norm(const AmgVector& v) const {
    double square = 0;
    HYPRE_ParVectorInnerProd(v.get(), v.get(), &square);
    return std::sqrt(square);
  }
};

template <class Real>
AmgSolver::AmgSolver(const CsrMatrix<Real>& matrix, RankCoupling* coupling, MPI_Comm comm) {
  decltype(auto) values = inDouble(matrix);
  checkMatrix(values, coupling, std::numeric_limits<Real>::epsilon(), comm);
  state_ = std::make_unique<State>(values, denseRows(values, coupling), coupling, comm);
}

AmgSolver::~AmgSolver() = default;

template <class Real>
SolveResult AmgSolver::solve(double tolerance, std::int64_t maxIterations, std::span<const Real> rightHandSide,
                             std::span<Real> x, const std::function<bool()>& stop) {
  State& s = *state_;
  std::vector<double> values(rightHandSide.begin(), rightHandSide.end());
  s.b.set(s.rows, values);
  HYPRE_ParVectorSetConstantValues(s.x.get(), 0);
  const double before = s.norm(s.b);
  requireRun(std::isfinite(before),
             "the right-hand side has an entry that is not a finite number: look at sources and boundary values");
  std::fill(x.begin(), x.end(), Real(0));
  if (before == 0) return {};

  double start = 0;
  const CgState end = solveByCycles(s.cycle, {s.matrix.get(), s.b.get(), s.x.get(), s.rows, s.comm}, tolerance,
                                    maxIterations, stop, start);
  const double residual = std::sqrt(std::abs(end.gamma / start));
  requireRun(end.status != CgState::running,
             "conjugate gradients with amg have not converged: relative residual {:.1e} after {} iterations, wanted "
             "{:.1e}: raise static.solve.maxIterations or static.solve.tolerance",
             residual, end.iteration, tolerance);
  requireRun(end.status == CgState::converged,
             "conjugate gradients with amg broke down after {} iterations at the relative residual {:.1e}, where p.Ap "
             "is {:.3g}, but must be positive: the matrix is singular or nearly so (a part of the mesh without any "
             "`potential`), or the tolerance {:.1e} is below rounding",
             end.iteration, residual, end.curvature, tolerance);

  s.x.get(s.rows, values);
  sumOverSharers(s.coupling, values);
  std::copy(values.begin(), values.end(), x.begin());
  HYPRE_ParCSRMatrixMatvec(-1, s.matrix.get(), s.x.get(), 1, s.b.get());
  return {end.iteration, s.norm(s.b) / before};
}

template AmgSolver::AmgSolver(const CsrMatrix<float>&, RankCoupling*, MPI_Comm);
template AmgSolver::AmgSolver(const CsrMatrix<double>&, RankCoupling*, MPI_Comm);
template SolveResult AmgSolver::solve(double, std::int64_t, std::span<const float>, std::span<float>,
                                      const std::function<bool()>&);
template SolveResult AmgSolver::solve(double, std::int64_t, std::span<const double>, std::span<double>,
                                      const std::function<bool()>&);

}  // namespace fluxtet::statics::amg
