// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>

#include <array>
#include <cstddef>
#include <vector>

namespace fluxtet::dgtd {

/// Edge elements of the second kind (Nedelec 1986) on the reference triangle (0, 0), (1, 0), (0, 1): vectors with all
/// polynomials of one order as components, whose tangential components are continuous across edges. Their gradients'
/// partners are Lagrange polynomials of one order more.
///
/// Functions i = 0 .. order of edge j (from corner j to corner j + 1) have v . t = 1 at their own one of order + 1
/// points of the edge and 0 at the others and on the other edges, t being the vector from corner to corner. The rest
/// has no tangential component on any edge.
class EdgeBasis {
 public:
  explicit EdgeBasis(int order);

  int order() const { return order_; }
  Eigen::Index functions() const { return coefficients_[0].cols(); }
  /// Number of function i of edge j.
  Eigen::Index onEdge(int j, int i) const { return j * (order_ + 1) + i; }
  /// Number of the first function without a tangential component on the edges.
  Eigen::Index firstInside() const { return 3 * (order_ + 1); }

  /// Vectors of all functions, [x, y][function], at the point (x, y) of the reference triangle.
  Eigen::Matrix2Xd values(double x, double y) const;
  /// Curls of all functions there, [function].
  Eigen::RowVectorXd curls(double x, double y) const;
  /// [component][monomial][function], of monomials().
  const std::array<Eigen::MatrixXd, 2>& coefficients() const { return coefficients_; }
  /// Exponents (a, b) of the monomials x^a y^b.
  const std::vector<std::array<int, 2>>& monomials() const { return monomials_; }

 private:
  int order_;
  std::vector<std::array<int, 2>> monomials_;
  std::array<Eigen::MatrixXd, 2> coefficients_;
};

}  // namespace fluxtet::dgtd
