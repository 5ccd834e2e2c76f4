// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/vectorPolynomials.hpp"

#include <cmath>
#include <memory>
#include <utility>

namespace fluxtet::dgtd {

TriangleMap::TriangleMap(const CrossSection& section, std::size_t triangle) {
  const auto& vertices = section.triangle[triangle];
  x0 = section.x[vertices[0]];
  for (int column = 0; column < 2; ++column)
    for (int axis = 0; axis < 2; ++axis) jacobian(axis, column) = section.x[vertices[column + 1]][axis] - x0[axis];
  inverse = jacobian.inverse();
  determinant = std::abs(jacobian.determinant());
}

std::array<double, 2> VectorPolynomials::at(std::size_t triangle, const std::array<double, 2>& x) const {
  const TriangleMap& map = maps[triangle];
  const Eigen::Vector2d xi = map.inverse * Eigen::Vector2d(x[0] - map.x0[0], x[1] - map.x0[1]);
  Eigen::Vector2d sum(0, 0);
  for (std::size_t i = 0; i < monomials.size(); ++i) {
    double value = 1;
    for (int axis = 0; axis < 2; ++axis)
      for (int factor = 0; factor < monomials[i][axis]; ++factor) value *= xi[axis];
    sum += value * coefficients[triangle].col(static_cast<Eigen::Index>(i));
  }
  return {sum[0], sum[1]};
}

ModeProfile profileOf(VectorPolynomials polynomials) {
  return [held = std::make_shared<const VectorPolynomials>(std::move(polynomials))](
             std::size_t triangle, std::array<double, 2> x) { return held->at(triangle, x); };
}

}  // namespace fluxtet::dgtd
