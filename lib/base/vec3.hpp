// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace fluxtet {

/// A vector of three Cartesian components.
using Vec3 = std::array<double, 3>;

/// Sum, difference and multiple of vectors. The unit follows from those of the arguments.
inline Vec3 operator+(const Vec3& a, const Vec3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Vec3 operator-(const Vec3& a, const Vec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vec3 operator*(double s, const Vec3& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
/// Scalar product a . b and vector product a x b; the unit is the product of the units of a and b.
inline double dot(const Vec3& a, const Vec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// Largest absolute value of the components, in the unit of `a`.
inline double largestComponent(const Vec3& a) {
  return std::max({std::abs(a[0]), std::abs(a[1]), std::abs(a[2])});
}
/// Euclidean length, in the unit of `a`. The result holds for all lengths that a double can hold, also where their
/// squares overflow or underflow.
inline double norm(const Vec3& a) {
  constexpr double least = 1e-280, most = 1e280;
  const double square = dot(a, a), largest = largestComponent(a);
  if ((square > least && square < most) || largest == 0 || !std::isfinite(largest)) return std::sqrt(square);
  const Vec3 scaled{a[0] / largest, a[1] / largest, a[2] / largest};
  return largest * std::sqrt(dot(scaled, scaled));
}
/// Unit vector, dimensionless, along `a`, which is finite and not zero, however long or short it is.
inline Vec3 normalised(const Vec3& a) {
  const double largest = largestComponent(a);
  const Vec3 scaled{a[0] / largest, a[1] / largest, a[2] / largest};
  return 1 / norm(scaled) * scaled;
}

}  // namespace fluxtet
