// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/symmetricTensor.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace fluxtet {

Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
  Matrix3 product{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      for (std::size_t k = 0; k < 3; ++k) product[3 * row + column] += a[3 * row + k] * b[3 * k + column];
  return product;
}

Vec3 operator*(const Matrix3& a, const Vec3& v) {
  return {a[0] * v[0] + a[1] * v[1] + a[2] * v[2], a[3] * v[0] + a[4] * v[1] + a[5] * v[2],
          a[6] * v[0] + a[7] * v[1] + a[8] * v[2]};
}

Matrix3 operator+(const Matrix3& a, const Matrix3& b) {
  Matrix3 sum;
  for (std::size_t i = 0; i < 9; ++i) sum[i] = a[i] + b[i];
  return sum;
}

Matrix3 operator*(double s, const Matrix3& a) {
  Matrix3 multiple;
  for (std::size_t i = 0; i < 9; ++i) multiple[i] = s * a[i];
  return multiple;
}

Matrix3 scalarMatrix(double s) {
  return {s, 0, 0, 0, s, 0, 0, 0, s};
}

Matrix3 crossMatrix(const Vec3& a) {
  return {0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0};
}

Matrix3 inverse(const Matrix3& a) {
  const Vec3 x{a[0], a[1], a[2]}, y{a[3], a[4], a[5]}, z{a[6], a[7], a[8]};
  const Vec3 columns[3] = {cross(y, z), cross(z, x), cross(x, y)};
  const double determinant = dot(x, columns[0]);
  Matrix3 result;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) result[3 * row + column] = columns[column][row] / determinant;
  return result;
}

Matrix3 matrixOf(const SymmetricTensor& t) {
  return {t.xx, t.xy, t.xz, t.xy, t.yy, t.yz, t.xz, t.yz, t.zz};
}

/// Jacobi's method: rotations that set one off-diagonal component to 0 at a time.
std::array<double, 3> principalValues(const SymmetricTensor& t) {
  Matrix3 a = matrixOf(t);
  constexpr int sweeps = 30;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    bool diagonal = true;
    for (const auto& [p, q] : {std::array<std::size_t, 2>{0, 1}, {0, 2}, {1, 2}}) {
      const double off = a[3 * p + q];
      if (off == 0 || std::abs(off) < 1e-300) continue;
      diagonal = false;
      const double theta = (a[4 * q] - a[4 * p]) / (2 * off);
      const double tangent = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::hypot(theta, 1));
      const double c = 1 / std::hypot(tangent, 1), s = tangent * c;
      Matrix3 turn = scalarMatrix(1), back = turn;
      turn[4 * p] = turn[4 * q] = back[4 * p] = back[4 * q] = c;
      turn[3 * p + q] = back[3 * q + p] = s;
      turn[3 * q + p] = back[3 * p + q] = -s;
      a = back * a * turn;
      a[3 * p + q] = a[3 * q + p] = 0;
    }
    if (diagonal) break;
  }
  std::array<double, 3> values{a[0], a[4], a[8]};
  std::sort(values.begin(), values.end());
  return values;
}

SymmetricTensor withAxes(const SymmetricTensor& t, const std::array<Vec3, 3>& axes) {
  const Matrix3 own = matrixOf(t);
  Matrix3 sum{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
          sum[3 * row + column] += own[3 * i + j] * axes[i][row] * axes[j][column];
  return {sum[0], sum[4], sum[8], sum[1], sum[2], sum[5]};
}

Matrix3 inverseRoot(const SymmetricTensor& t) {
  const double a = std::sqrt(t.xx), b = t.xy / a, c = t.xz / a;
  const double d = std::sqrt(t.yy - b * b), e = (t.yz - b * c) / d, f = std::sqrt(t.zz - c * c - e * e);
  const Matrix3 lower = inverse({a, 0, 0, b, d, 0, c, e, f});
  return {lower[0], lower[3], lower[6], lower[1], lower[4], lower[7], lower[2], lower[5], lower[8]};
}

}  // namespace fluxtet
