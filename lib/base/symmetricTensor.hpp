// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <array>

namespace fluxtet {

/// A 3 x 3 matrix, [row][column].
using Matrix3 = std::array<double, 9>;
/// Product of matrices, product with a vector, sum, and multiple. Units follow from those of the arguments.
Matrix3 operator*(const Matrix3& a, const Matrix3& b);
Vec3 operator*(const Matrix3& a, const Vec3& v);
Matrix3 operator+(const Matrix3& a, const Matrix3& b);
Matrix3 operator*(double s, const Matrix3& a);
/// s times the unit matrix.
Matrix3 scalarMatrix(double s);
/// The matrix of v -> a x v, in the unit of a.
Matrix3 crossMatrix(const Vec3& a);
/// The inverse of a matrix whose determinant is not 0.
Matrix3 inverse(const Matrix3& a);

/// A symmetric tensor of second order by its components: the diagonal, then xy, xz, yz.
struct SymmetricTensor {
  double xx = 1, yy = 1, zz = 1, xy = 0, xz = 0, yz = 0;
  bool operator==(const SymmetricTensor&) const = default;
};
/// The same as a matrix, [row][column].
Matrix3 matrixOf(const SymmetricTensor& t);
/// The principal values (eigenvalues), ascending, in the unit of the components; to rounding.
std::array<double, 3> principalValues(const SymmetricTensor& t);
/// The tensor, in the unit of `t`, whose components with respect to the orthonormal `axes` are those of `t`.
SymmetricTensor withAxes(const SymmetricTensor& t, const std::array<Vec3, 3>& axes);
/// R = C^-T, with the Cholesky factor C of t = C C^T, so that R R^T is the inverse of `t`, which is positive definite.
Matrix3 inverseRoot(const SymmetricTensor& t);

}  // namespace fluxtet
