// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/dispatch.hpp"
#include "kernels/static/elementProduct.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

/// The largest difference between a row of K u and the same row computed without K, relative to the sum of the absolute
/// products.
template <FormKind form, int order>
double productError(unsigned seed) {
  using El = Element<form, order>;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> offset(-0.2, 0.2);
  double x[El::nv][El::dim], u[El::nd], K[El::packed], rows[(El::nd + El::nv - 1) / El::nv];
  for (int i = 0; i < El::nv; ++i)
    for (int k = 0; k < El::dim; ++k) x[i][k] = (i == k + 1 ? 1 : 0) + 0.3 + offset(random);
  for (double& value : u) value = offset(random);
  elementMatrix<form, order>(x, 2.5, K);
  double error = 0;
  for (int t = 0; t < El::nv; ++t) {
    elementProductRows<form, order>(x, 2.5, u, t, rows);
    for (int a = t; a < El::nd; a += El::nv) {
      double expected = 0, size = 0;
      for (int b = 0; b < El::nd; ++b) {
        expected += K[packedIndex(a, b)] * u[b];
        size += std::abs(K[packedIndex(a, b)] * u[b]);
      }
      error = std::max(error, std::abs(rows[a / El::nv] - expected) / size);
    }
  }
  return error;
}

TEST(ElementProduct, equalsTheMatrixTimesTheVector) {
  // About a hundred operations with rounding errors; cancellation in the gradients magnifies them by less than ten.
  const double tolerance = 1000 * std::numeric_limits<double>::epsilon();
  for (const FormKind form : {FormKind::planar, FormKind::axisymmetric, FormKind::axisymmetricA, FormKind::solid})
    for (const int order : {1, 2})
      for (unsigned seed = 1; seed <= 20; ++seed) {
        const double error = withElement(
            form, order, [&](auto kind) { return productError<decltype(kind)::form, decltype(kind)::order>(seed); });
        EXPECT_LT(error, tolerance) << static_cast<int>(form) << " order " << order << " seed " << seed;
      }
}

}  // namespace
}  // namespace fluxtet::test
