// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/csrMatrix.hpp"
#include "kernels/static/rankCoupling.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fluxtet::statics::amg {

/// Checks what AmgSolver demands of a matrix [numDofs], before hypre sees it. `rounding`: unit roundoff of the
/// precision in which the matrix was computed. Collective; throws RunError on every rank (AmgSolver).
void checkMatrix(const CsrMatrix<double>& part, RankCoupling* coupling, double rounding, MPI_Comm comm);

/// [numDofs] 1 where a dof is coupled to more others than any node of a mesh: a floating conductor, whose dof stands
/// for all its nodes. The same on all ranks that share the dof. Collective.
std::vector<std::uint8_t> denseRows(const CsrMatrix<double>& part, RankCoupling* coupling);

/// Matrix without the entries, off the diagonal, in the rows and the columns that `marked` [numDofs] says are 1.
CsrMatrix<double> withoutCouplings(const CsrMatrix<double>& part, const std::vector<std::uint8_t>& marked);

}  // namespace fluxtet::statics::amg
