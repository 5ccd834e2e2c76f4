// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>

#include <array>
#include <cstddef>
#include <vector>

namespace fluxtet::dgtd {

/// Lagrange polynomials l_i of a triangle at equidistant nodes, on the reference triangle (0, 0), (1, 0), (0, 1).
class TriangleBasis {
 public:
  /// `order`: 1 to 6; beyond it equidistant nodes are a bad choice.
  explicit TriangleBasis(int order);

  int order() const { return order_; }
  /// Barycentric coordinates of each node times the order.
  const std::vector<std::array<int, 3>>& nodes() const { return nodes_; }
  /// Number of the node with these barycentric coordinates times the order.
  std::size_t nodeAt(const std::array<int, 3>& place) const;

  /// int l_i l_j over the reference triangle, [i][j].
  const Eigen::MatrixXd& mass() const { return mass_; }
  /// int d_a l_i d_b l_j over the reference triangle, symmetric in (a, b): {xx, (xy + yx) / 2, yy}.
  const std::array<Eigen::MatrixXd, 3>& stiffness() const { return stiffness_; }
  /// Coefficients of the monomials (monomials()) of the polynomial with `values` at the nodes.
  Eigen::VectorXd coefficients(const Eigen::VectorXd& values) const { return fromNodes_ * values; }
  /// Gradients of all l_i at (x, y) of the reference triangle, [x, y][i].
  Eigen::Matrix2Xd gradients(double x, double y) const;
  /// Exponents (a, b) of the monomials x^a y^b.
  const std::vector<std::array<int, 2>>& monomials() const { return powers_; }

 private:
  int order_;
  std::vector<std::array<int, 3>> nodes_;
  std::vector<std::array<int, 2>> powers_;
  Eigen::MatrixXd fromNodes_;  ///< coefficients of the monomials from values at the nodes
  Eigen::MatrixXd mass_;
  std::array<Eigen::MatrixXd, 3> stiffness_;
};

/// Points (x, y) of the reference triangle with weights that sum up to its area 1/2.
struct TriangleRule {
  std::vector<std::array<double, 2>> point;
  std::vector<double> weight;
};

/// Product of Gauss rules of n points on the square that is folded to the triangle: exact up to degree 2 n - 2.
TriangleRule triangleRule(int n);

}  // namespace fluxtet::dgtd
