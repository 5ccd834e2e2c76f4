// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/physics/leastSquares.hpp"

#include <Eigen/QR>

#include <limits>
#include <vector>

namespace fluxtet {
namespace {

using Index = Eigen::Index;

/// The unknowns that are not held at zero, and the least squares solution for them alone.
class ActiveSet {
 public:
  ActiveSet(const Eigen::MatrixXd& A, const Eigen::VectorXd& b)
      : A_(A), b_(b), isFree_(static_cast<std::size_t>(A.cols()), false) {}

  bool isFree(Index i) const { return isFree_[static_cast<std::size_t>(i)]; }
  void setFree(Index i, bool free) { isFree_[static_cast<std::size_t>(i)] = free; }

  Eigen::VectorXd solution() const {
    std::vector<Index> columns;
    for (Index i = 0; i < A_.cols(); ++i)
      if (isFree(i)) columns.push_back(i);
    Eigen::MatrixXd part(A_.rows(), static_cast<Index>(columns.size()));
    for (std::size_t k = 0; k < columns.size(); ++k) part.col(static_cast<Index>(k)) = A_.col(columns[k]);
    const Eigen::VectorXd solved = part.colPivHouseholderQr().solve(b_);
    Eigen::VectorXd z = Eigen::VectorXd::Zero(A_.cols());
    for (std::size_t k = 0; k < columns.size(); ++k) z[columns[k]] = solved[static_cast<Index>(k)];
    return z;
  }

  /// The unknown at zero whose growth lowers the residual most; -1 if none does.
  Index best(const Eigen::VectorXd& x) const {
    constexpr double rounding = 1e-12;
    const Eigen::VectorXd descent = A_.transpose() * (b_ - A_ * x);
    Index found = -1;
    double most = rounding * b_.norm() * A_.colwise().norm().maxCoeff();
    for (Index i = 0; i < A_.cols(); ++i)
      if (!isFree(i) && descent[i] > most) {
        most = descent[i];
        found = i;
      }
    return found;
  }

  /// Goes from x towards z as far as all unknowns stay non-negative, and holds those that have reached zero.
  void moveTowards(const Eigen::VectorXd& z, Eigen::VectorXd& x) {
    double share = 1;
    for (Index i = 0; i < x.size(); ++i)
      if (isFree(i) && z[i] <= 0) share = std::min(share, x[i] / (x[i] - z[i]));
    x += share * (z - x);
    for (Index i = 0; i < x.size(); ++i)
      if (isFree(i) && z[i] <= 0 && x[i] <= std::numeric_limits<double>::epsilon() * x.maxCoeff()) {
        x[i] = 0;
        setFree(i, false);
      }
  }

  bool allPositive(const Eigen::VectorXd& z) const {
    for (Index i = 0; i < z.size(); ++i)
      if (isFree(i) && z[i] <= 0) return false;
    return true;
  }

 private:
  const Eigen::MatrixXd& A_;
  const Eigen::VectorXd& b_;
  std::vector<bool> isFree_;
};

}  // namespace

Eigen::VectorXd nonNegativeLeastSquares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  ActiveSet set(A, b);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(A.cols());
  // Each round lowers the residual; the bound is for rounding alone.
  for (Index round = 0; round < 3 * A.cols(); ++round) {
    const Index next = set.best(x);
    if (next < 0) break;
    set.setFree(next, true);
    Eigen::VectorXd z = set.solution();
    for (Index i = 0; i < A.cols() && !set.allPositive(z); ++i) {
      set.moveTowards(z, x);
      z = set.solution();
    }
    x = z.cwiseMax(0);
  }
  return x;
}

}  // namespace fluxtet
