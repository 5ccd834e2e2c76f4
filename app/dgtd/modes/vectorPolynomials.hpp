// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"

#include <Eigen/Dense>

#include <array>
#include <cstddef>
#include <vector>

namespace fluxtet::dgtd {

/// The affine map x = x0 + J xi of the reference triangle to a triangle of a cross-section.
struct TriangleMap {
  std::array<double, 2> x0;           ///< m, the first vertex
  Eigen::Matrix2d jacobian, inverse;  ///< m, 1/m
  double determinant;                 ///< |det J|, m^2

  TriangleMap(const CrossSection& section, std::size_t triangle);
  /// J^-1 J^-T |det J|: what int of two gradients, or of two tangential fields, has in place of the unit matrix.
  Eigen::Matrix2d metric() const { return determinant * inverse * inverse.transpose(); }
};

/// A vector with polynomial components on each triangle.
struct VectorPolynomials {
  std::vector<std::array<int, 2>> monomials;   ///< exponents of x^a y^b on the reference triangle
  std::vector<TriangleMap> maps;               ///< [triangle]
  std::vector<Eigen::Matrix2Xd> coefficients;  ///< [triangle][component u, v][monomial]

  /// The vector (u, v) at a point (u, v), m, of a triangle, in the unit of the coefficients.
  std::array<double, 2> at(std::size_t triangle, const std::array<double, 2>& x) const;
};

/// A profile that holds `polynomials`.
ModeProfile profileOf(VectorPolynomials polynomials);

}  // namespace fluxtet::dgtd
