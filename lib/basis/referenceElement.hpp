// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/orders.hpp"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace fluxtet {

/// Nodes of P_p on a tetrahedron, (p+1)(p+2)(p+3)/6.
constexpr int nodesPerElement(int order) {
  return (order + 1) * (order + 2) * (order + 3) / 6;
}
/// Nodes of P_p on a face, (p+1)(p+2)/2.
constexpr int nodesPerFace(int order) {
  return (order + 1) * (order + 2) / 2;
}

/// Nodal basis of P_p on the reference tetrahedron with equispaced nodes, in barycentric coordinates
/// lambda_0..lambda_3 of the element's vertices (sorted by global id). Face f lies opposite vertex f; its nodes are
/// enumerated by the barycentric coordinates of the face's own sorted vertices, so both sides of a face list them
/// alike.
class ReferenceElement {
 public:
  /// `order`: 1 to 4. Throws InputError for any other.
  explicit ReferenceElement(int order);

  int order() const { return order_; }
  int np() const { return nodesPerElement(order_); }
  int nf() const { return nodesPerFace(order_); }

  /// Barycentric coordinates of node n times the order: integers that sum to the order.
  const std::array<int, 4>& nodeIndex(int n) const { return nodes_[n]; }
  /// Barycentric coordinates of node n, [vertex].
  std::array<double, 4> node(int n) const;
  /// Index of the element's node that is node m of face f.
  int faceNode(int f, int m) const { return faceNodes_[f][m]; }

  /// Mass matrix of an element of unit volume [Np][Np].
  const Eigen::MatrixXd& mass() const { return mass_; }
  /// L^{-T} of the mass matrix M = L L^T: nodal values of functions from coefficients in an orthonormal basis [Np][Np].
  Eigen::MatrixXd fromOrthonormal() const;
  /// D_i, i = 1..3: nodal derivative in lambda_i with lambda_0 = 1 - lambda_1 - lambda_2 - lambda_3 [Np][Np].
  const Eigen::MatrixXd& derivative(int i) const { return derivative_[i - 1]; }
  /// L_f = M^-1 M_f (unit volume and unit area normalised) [Np][Nf].
  const Eigen::MatrixXd& lift(int f) const { return lift_[f]; }

  /// Values [Np] of the basis functions, dimensionless, at the barycentric coordinates `lambda`.
  std::vector<double> evaluate(const std::array<double, 4>& lambda) const;
  /// Points [point] in barycentric coordinates, and their weights [point], which sum to 1.
  struct Quadrature {
    std::vector<std::array<double, 4>> points;
    std::vector<double> weights;
  };
  /// Rule that is exact for polynomials of `degree`, with (degree / 2 + 1)^3 points inside the element (integer
  /// division).
  Quadrature quadrature(int degree) const;

 private:
  int order_;
  std::vector<std::array<int, 4>> nodes_;
  std::array<std::vector<int>, 4> faceNodes_;
  Eigen::MatrixXd mass_;
  std::array<Eigen::MatrixXd, 3> derivative_;
  std::array<Eigen::MatrixXd, 4> lift_;
  Eigen::MatrixXd coefficients_;  ///< monomial (barycentric) coefficients of the nodal basis, for evaluate()
};

}  // namespace fluxtet
