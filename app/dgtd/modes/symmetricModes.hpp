// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>
#include <Eigen/Sparse>

namespace fluxtet::dgtd {

/// Eigenvalues, ascending, and their vectors as columns, orthonormal in M.
struct EigenPairs {
  Eigen::VectorXd value;
  Eigen::MatrixXd vector;
};

/// The `count` lowest eigenpairs of K u = lambda M u, K symmetric and positive semidefinite, M symmetric and positive
/// definite. `shift` < 0: where K - shift M is inverted, in the unit of lambda; of the size of the lowest eigenvalues.
///
/// Ritz vectors of the block Krylov space of (K - shift M)^-1 M. Blocks rather than single vectors find all of
/// degenerate eigenvalues, up to the block's width of them. The start vectors are always the same, and so is the
/// result. Throws RunError if the eigenpairs do not converge. `count` must be at most the number of unknowns.
EigenPairs lowestEigenpairs(const Eigen::SparseMatrix<double>& K, const Eigen::SparseMatrix<double>& M, double shift,
                            Eigen::Index count);

}  // namespace fluxtet::dgtd
