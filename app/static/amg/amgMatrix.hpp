// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/amg/amgRows.hpp"
#include "kernels/static/csrMatrix.hpp"

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_mv.h>

#include <memory>
#include <span>
#include <vector>

/// y += alpha x: hypre 2.26 exports it, but its public headers have it only in later versions.
// NOLINTNEXTLINE(readability-identifier-naming): hypre's name
extern "C" HYPRE_Int HYPRE_ParVectorAxpy(HYPRE_Complex alpha, HYPRE_ParVector x, HYPRE_ParVector y);

namespace fluxtet::statics::amg {

/// Throws RunError with hypre's own text if a call since the last check reported an error.
void hypreCheck();

/// A matrix in hypre's form, distributed by rows.
class AmgMatrix {
 public:
  /// `part`: this rank's part, numbered by its dofs; the parts of all ranks are added. Collective.
  AmgMatrix(const CsrMatrix<double>& part, const AmgRows& rows, MPI_Comm comm);
  AmgMatrix(const AmgMatrix&) = delete;
  AmgMatrix& operator=(const AmgMatrix&) = delete;
  ~AmgMatrix();
  HYPRE_ParCSRMatrix get() const { return parallel_; }

 private:
  HYPRE_IJMatrix matrix_ = nullptr;
  HYPRE_ParCSRMatrix parallel_ = nullptr;
};

/// A vector distributed as the rows are, zero at first.
class AmgVector {
 public:
  AmgVector(const AmgRows& rows, MPI_Comm comm);
  AmgVector(const AmgVector&) = delete;
  AmgVector& operator=(const AmgVector&) = delete;
  ~AmgVector();
  HYPRE_ParVector get() const { return parallel_; }

  /// Sets the entries from `values` [numDofs], of which those in this rank's rows count.
  void set(const AmgRows& rows, std::span<const double> values);
  /// Writes `values` [numDofs]: the entries of this rank's rows, zeros elsewhere.
  void get(const AmgRows& rows, std::span<double> values) const;

 private:
  HYPRE_IJVector vector_ = nullptr;
  HYPRE_ParVector parallel_ = nullptr;
  std::vector<HYPRE_BigInt> row_;  ///< of this rank
};

}  // namespace fluxtet::statics::amg
