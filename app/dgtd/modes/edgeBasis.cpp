// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/edgeBasis.hpp"

#include <cmath>

namespace fluxtet::dgtd {

namespace {

using Eigen::Index;
using Monomials = std::vector<std::array<int, 2>>;

double power(double x, int exponent) {
  double product = 1;
  for (int i = 0; i < exponent; ++i) product *= x;
  return product;
}

Eigen::RowVectorXd valuesOf(const Monomials& monomials, double x, double y) {
  Eigen::RowVectorXd values(static_cast<Index>(monomials.size()));
  for (Index i = 0; i < values.size(); ++i) values[i] = power(x, monomials[i][0]) * power(y, monomials[i][1]);
  return values;
}

/// Derivatives with respect to x (axis 0) or y (1).
Eigen::RowVectorXd derivativesOf(const Monomials& monomials, int axis, double x, double y) {
  Eigen::RowVectorXd values = Eigen::RowVectorXd::Zero(static_cast<Index>(monomials.size()));
  for (Index i = 0; i < values.size(); ++i) {
    auto powers = monomials[i];
    const int factor = powers[axis]--;
    if (factor > 0) values[i] = factor * power(x, powers[0]) * power(y, powers[1]);
  }
  return values;
}

}  // namespace

EdgeBasis::EdgeBasis(int order) : order_(order) {
  for (int b = 0; b <= order; ++b)
    for (int a = 0; a <= order - b; ++a) monomials_.push_back({a, b});
  const auto n = static_cast<Index>(monomials_.size());
  // Tangential components at the points of the edges, from the coefficients (x, then y).
  Eigen::MatrixXd onEdges(3 * (order + 1), 2 * n);
  const double corner[3][2] = {{0, 0}, {1, 0}, {0, 1}};
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i <= order; ++i) {
      const double s = (i + 0.5) / (order + 1);
      const double *from = corner[j], *to = corner[(j + 1) % 3];
      const double t[2] = {to[0] - from[0], to[1] - from[1]};
      const auto values = valuesOf(monomials_, from[0] + s * t[0], from[1] + s * t[1]);
      onEdges.row(onEdge(j, i)) << t[0] * values, t[1] * values;
    }
  // The functions inside span what these do not see.
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(onEdges, Eigen::ComputeFullV);
  const Index inside = 2 * n - onEdges.rows();
  Eigen::MatrixXd dofs(2 * n, 2 * n);
  dofs << onEdges, svd.matrixV().rightCols(inside).transpose();
  const Eigen::MatrixXd all = dofs.inverse();
  coefficients_ = {all.topRows(n), all.bottomRows(n)};
}

Eigen::Matrix2Xd EdgeBasis::values(double x, double y) const {
  const auto monomials = valuesOf(monomials_, x, y);
  Eigen::Matrix2Xd values(2, functions());
  for (int axis = 0; axis < 2; ++axis) values.row(axis) = monomials * coefficients_[axis];
  return values;
}

Eigen::RowVectorXd EdgeBasis::curls(double x, double y) const {
  return derivativesOf(monomials_, 0, x, y) * coefficients_[1] - derivativesOf(monomials_, 1, x, y) * coefficients_[0];
}

}  // namespace fluxtet::dgtd
