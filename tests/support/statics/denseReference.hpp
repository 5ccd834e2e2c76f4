// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/csrMatrix.hpp"
#include "tests/support/statics/staticPiece.hpp"

#include <Eigen/Dense>

namespace fluxtet::test {

/// The system of a problem by plain loops into a dense matrix, in double precision.
struct DenseReference {
  explicit DenseReference(const StaticPiece& piece);

  Eigen::MatrixXd A;
  Eigen::VectorXd f;
  Eigen::MatrixXd sizeA;  ///< sums of absolute values: what rounding errors are relative to
  Eigen::VectorXd sizeF;
  Eigen::MatrixXi structure;  ///< 1 where an element has an entry
};

template <class Real>
Eigen::MatrixXd toDense(const statics::CsrMatrix<Real>& matrix) {
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(matrix.rows(), matrix.rows());
  for (std::int32_t i = 0; i < matrix.rows(); ++i)
    for (auto k = static_cast<std::size_t>(matrix.rowBegin[static_cast<std::size_t>(i)]);
         k < static_cast<std::size_t>(matrix.rowBegin[static_cast<std::size_t>(i) + 1]); ++k)
      dense(i, matrix.column[k]) += static_cast<double>(matrix.value[k]);
  return dense;
}

template <class Real>
Eigen::VectorXd toDense(const std::vector<Real>& values) {
  Eigen::VectorXd dense(static_cast<Eigen::Index>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) dense(static_cast<Eigen::Index>(i)) = static_cast<double>(values[i]);
  return dense;
}

/// Of A, or of A scaled to a unit diagonal, as Jacobi's preconditioner does: the relative error of a solution is at
/// most this times its relative residual.
double conditionNumber(const Eigen::MatrixXd& A, bool scaled);

/// ||a - b|| / ||size||, of vectors or, by Frobenius, of matrices.
inline double relativeDifference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, const Eigen::MatrixXd& size) {
  return (a - b).norm() / size.norm();
}

}  // namespace fluxtet::test
