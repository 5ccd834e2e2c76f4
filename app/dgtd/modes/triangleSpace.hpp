// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"
#include "app/dgtd/modes/triangleBasis.hpp"
#include "app/dgtd/modes/vectorPolynomials.hpp"

#include <Eigen/Dense>
#include <Eigen/Sparse>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// Continuous piecewise polynomials on the triangles of a cross-section. Across a wall between two triangles they may
/// jump: the nodes there are double.
class TriangleSpace {
 public:
  using Matrix = Eigen::SparseMatrix<double>;

  /// Polynomials of `order` 1 to 6. Keeps a copy of the cross-section.
  TriangleSpace(const CrossSection& section, int order);

  Eigen::Index unknowns() const { return unknowns_; }
  const CrossSection& section() const { return section_; }
  /// Number of node `local` of a triangle among the unknowns.
  std::int32_t unknown(std::size_t triangle, std::size_t local) const {
    return unknown_[triangle * basis_.nodes().size() + local];
  }
  /// Unknowns on the given edges, ascending.
  std::vector<std::int32_t> unknownsOn(const std::vector<std::array<std::int32_t, 2>>& edges) const;
  /// The place of each unknown, m.
  std::vector<std::array<double, 2>> places() const;

  /// int c grad l_i . grad l_j with `c` constant in each triangle.
  Matrix stiffness(const std::vector<double>& c) const;
  /// int c l_i l_j.
  Matrix mass(const std::vector<double>& c) const;
  const TriangleBasis& basis() const { return basis_; }
  /// Gradient of the function of the space with `values` [unknown], 1/m.
  VectorPolynomials gradient(const Eigen::VectorXd& values) const;
  /// The same, [u, v], multiplied with the matrix `turn` and held by a profile.
  ModeProfile gradientProfile(const Eigen::VectorXd& values,
                              const Eigen::Matrix2d& turn = Eigen::Matrix2d::Identity()) const;

 private:
  void numberUnknowns();
  /// The matrix made of `element` (triangle) -> element matrix.
  template <class ElementMatrix>
  Matrix assemble(const ElementMatrix& element) const;

  CrossSection section_;
  TriangleBasis basis_;
  std::vector<std::int32_t> unknown_;  ///< [triangle][node]
  Eigen::Index unknowns_ = 0;
};

}  // namespace fluxtet::dgtd
