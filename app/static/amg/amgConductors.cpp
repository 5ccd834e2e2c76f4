// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/amg/amgConductors.hpp"

#include "lib/base/mpi.hpp"

namespace fluxtet::statics::amg {

namespace {

/// Relative residual of the fields z, and V-cycles that they may take. Rougher fields leave small eigenvalues to
/// conjugate gradients, one for each conductor.
constexpr double balance = 0.01;
constexpr int maxCycles = 20;

/// The global rows of the marked dofs, on every rank.
std::vector<std::int32_t> markedRows(const AmgRows& rows, const std::vector<std::uint8_t>& marked, MPI_Comm comm) {
  std::vector<std::int32_t> mine, all;
  for (std::size_t i = 0; i < marked.size(); ++i)
    if (marked[i] != 0 && rows.owns(i)) mine.push_back(rows.row[i]);
  const std::vector<std::vector<std::int32_t>> toEach(static_cast<std::size_t>(mpiSize(comm)), mine);
  for (const auto& part : exchangeAll(comm, toEach)) all.insert(all.end(), part.begin(), part.end());
  return all;
}

double product(const AmgVector& a, const AmgVector& b) {
  double result = 0;
  HYPRE_ParVectorInnerProd(a.get(), b.get(), &result);
  return result;
}

}  // namespace

AmgConductors::AmgConductors(HYPRE_ParCSRMatrix A, AmgCycle& cycle, const AmgRows& rows,
                             const std::vector<std::uint8_t>& dense, MPI_Comm comm) {
  std::vector<double> values(rows.row.size());
  AmgVector Az(rows, comm), answer(rows, comm);
  for (const std::int32_t row : markedRows(rows, dense, comm)) {
    auto field = std::make_unique<AmgVector>(rows, comm);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = rows.row[i] == row ? 1 : 0;
    field->set(rows, values);
    HYPRE_ParCSRMatrixMatvec(1, A, field->get(), 0, Az.get());
    Az.get(rows, values);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (dense[i] != 0) values[i] = 0;
    Az.set(rows, values);
    HYPRE_ParVectorSetConstantValues(answer.get(), 0);
    double start = 0;  // roughly is enough: how the cycles end does not matter
    solveByCycles(cycle, {cycle.matrix(), Az.get(), answer.get(), rows, comm}, balance, maxCycles, {}, start);
    HYPRE_ParVectorAxpy(-1, answer.get(), field->get());
    fields_.push_back(std::move(field));
  }
  const auto n = static_cast<Eigen::Index>(fields_.size());
  Eigen::MatrixXd projected(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    HYPRE_ParCSRMatrixMatvec(1, A, fields_[j]->get(), 0, Az.get());
    for (Eigen::Index i = 0; i < n; ++i) projected(i, j) = product(*fields_[i], Az);
  }
  factor_.compute(projected);
  agreeOnErrors(comm, [&] {
    requireRun(factor_.info() == Eigen::Success,
               "the matrix is singular: a floating conductor and what surrounds it have no `potential`");
  });
}

void AmgConductors::addTo(HYPRE_ParVector b, HYPRE_ParVector x) const {
  Eigen::VectorXd share(static_cast<Eigen::Index>(fields_.size()));
  for (std::size_t i = 0; i < fields_.size(); ++i)
    HYPRE_ParVectorInnerProd(fields_[i]->get(), b, &share[static_cast<Eigen::Index>(i)]);
  factor_.solveInPlace(share);
  for (std::size_t i = 0; i < fields_.size(); ++i)
    HYPRE_ParVectorAxpy(share[static_cast<Eigen::Index>(i)], fields_[i]->get(), x);
}

}  // namespace fluxtet::statics::amg
