// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/amg/amgChecks.hpp"

#include "app/static/amg/amgRows.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::statics::amg {

namespace {

/// Longest row that is left to multigrid. Coarsening and interpolation look at the neighbours' neighbours, which costs
/// the square of a row's length. A node of a mesh of tetrahedra of order 2 has at most some hundred neighbours.
constexpr double longestRow = 2000;

/// Sums over the rows of a matrix, complete on each rank that shares the row.
struct RowSums {
  std::vector<double> diagonal, all, magnitude;
};

RowSums rowSums(const CsrMatrix<double>& part, RankCoupling* coupling) {
  const std::size_t rows = part.rowBegin.size() - 1;
  RowSums sums{std::vector<double>(rows), std::vector<double>(rows), std::vector<double>(rows)};
  for (std::int32_t i = 0; i < part.rows(); ++i)
    for (std::int32_t k = part.rowBegin[i]; k < part.rowBegin[i + 1]; ++k) {
      if (part.column[k] == i) sums.diagonal[i] += part.value[k];
      sums.all[i] += part.value[k];
      sums.magnitude[i] += std::abs(part.value[k]);
    }
  for (auto* sum : {&sums.diagonal, &sums.all, &sums.magnitude}) sumOverSharers(coupling, *sum);
  return sums;
}

}  // namespace

void checkMatrix(const CsrMatrix<double>& part, RankCoupling* coupling, double rounding, MPI_Comm comm) {
  const RowSums sums = rowSums(part, coupling);
  std::int64_t fixed = 0;
  agreeOnErrors(comm, [&] {
    for (std::size_t i = 0; i < sums.all.size(); ++i) {
      requireRun(std::isfinite(sums.magnitude[i]),
                 "the matrix has an entry that is not a finite number: look for extreme material values or elements of "
                 "no volume");
      requireRun(sums.diagonal[i] > 0,
                 "the matrix is singular: unknown {} has the diagonal entry {}, which must be positive", i,
                 sums.diagonal[i]);
      // Entries and sums carry a few roundings each, of both the integrals and the additions.
      fixed += std::abs(sums.all[i]) > 64 * rounding * sums.magnitude[i];
    }
  });
  const std::int64_t rows = sumOverRanks(comm, static_cast<std::int64_t>(sums.all.size()));
  requireRun(rows == 0 || sumOverRanks(comm, fixed) > 0,
             "the matrix is singular: no boundary condition fixes the potential; give one boundary a `potential`");
}

std::vector<std::uint8_t> denseRows(const CsrMatrix<double>& part, RankCoupling* coupling) {
  std::vector<double> length(part.rowBegin.size() - 1);
  for (std::int32_t i = 0; i < part.rows(); ++i) length[i] = part.rowBegin[i + 1] - part.rowBegin[i];
  sumOverSharers(coupling, length);
  std::vector<std::uint8_t> dense(length.size());
  std::transform(length.begin(), length.end(), dense.begin(), [](double n) { return n > longestRow; });
  return dense;
}

CsrMatrix<double> withoutCouplings(const CsrMatrix<double>& part, const std::vector<std::uint8_t>& marked) {
  CsrMatrix<double> kept;
  kept.rowBegin.reserve(part.rowBegin.size());
  kept.rowBegin.push_back(0);
  kept.column.reserve(part.column.size());
  kept.value.reserve(part.value.size());
  for (std::int32_t i = 0; i < part.rows(); ++i) {
    for (std::int32_t k = part.rowBegin[i]; k < part.rowBegin[i + 1]; ++k) {
      if (part.column[k] != i && (marked[i] || marked[part.column[k]])) continue;
      kept.column.push_back(part.column[k]);
      kept.value.push_back(part.value[k]);
    }
    kept.rowBegin.push_back(static_cast<std::int32_t>(kept.column.size()));
  }
  return kept;
}

}  // namespace fluxtet::statics::amg
