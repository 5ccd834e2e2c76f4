// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/symmetricModes.hpp"

#include "lib/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace fluxtet::dgtd {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

constexpr Index blockWidth = 6;
constexpr double tolerance = 1e-8;  ///< of a vector's error in the energy norm

/// Numbers in [-1, 1) from bits that the standard fixes, unlike those of its distributions.
MatrixXd startBlock(Index rows, Index columns) {
  std::minstd_rand random;
  MatrixXd block(rows, columns);
  for (Index j = 0; j < columns; ++j)
    for (Index i = 0; i < rows; ++i) block(i, j) = static_cast<double>(random()) / 1073741824.0 - 1;
  return block;
}

/// Appends to `basis`, orthonormal in M, what `block` adds to its span; returns the number of new columns.
Index extend(MatrixXd& basis, const MatrixXd& block, const Sparse& M) {
  const Index before = basis.cols();
  Index filled = before;
  basis.conservativeResize(Eigen::NoChange, before + block.cols());
  for (Index j = 0; j < block.cols(); ++j) {
    VectorXd x = block.col(j);
    const double size = std::sqrt(x.dot(M * x));
    for (int pass = 0; pass < 2; ++pass) x -= basis.leftCols(filled) * (basis.leftCols(filled).transpose() * (M * x));
    const double rest = std::sqrt(x.dot(M * x));
    if (!(rest > 1e-12 * size)) continue;  // nothing new
    basis.col(filled++) = x / rest;
  }
  basis.conservativeResize(Eigen::NoChange, filled);
  return filled - before;
}

/// The lowest Ritz pairs in the span of `basis`.
EigenPairs ritzPairs(const MatrixXd& basis, const Sparse& K, Index count) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> ritz(basis.transpose() * (K * basis));
  return {ritz.eigenvalues().head(count), basis * ritz.eigenvectors().leftCols(count)};
}

}  // namespace

EigenPairs lowestEigenpairs(const Sparse& K, const Sparse& M, double shift, Index count) {
  const Index n = K.rows();
  const Eigen::SimplicialLDLT<Sparse> inverse(K - shift * M);
  requireRun(inverse.info() == Eigen::Success, "modes of a port: the matrix of {} unknowns is singular", n);
  // Whether the error of each pair is below the tolerance: the residual in the norm of the inverse.
  const auto isConverged = [&](const EigenPairs& pairs) {
    const MatrixXd residual = K * pairs.vector - M * pairs.vector * pairs.value.asDiagonal();
    const MatrixXd error = inverse.solve(residual);
    for (Index i = 0; i < count; ++i)
      if (residual.col(i).dot(error.col(i)) > tolerance * tolerance * (pairs.value[i] - shift)) return false;
    return true;
  };
  MatrixXd basis(n, 0), block = startBlock(n, std::min(n, std::max(blockWidth, count / 4)));
  for (int step = 1; step <= 60; ++step) {
    const Index added = extend(basis, inverse.solve(M * block), M);
    const bool isComplete = added == 0 || basis.cols() == n;
    if (basis.cols() >= count && (isComplete || step % 3 == 0)) {
      const EigenPairs pairs = ritzPairs(basis, K, count);
      if (isComplete || isConverged(pairs)) return pairs;
    }
    block = basis.rightCols(std::max<Index>(added, 1));
  }
  throw RunError("modes of a port: the eigenvalue solver does not converge; are there triangles without area?");
}

}  // namespace fluxtet::dgtd
