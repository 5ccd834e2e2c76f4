// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/elementIntegrals.hpp"

/// Products of an element's matrix and a vector without the matrix, for methods that compute it anew each time.
namespace fluxtet::statics {

/// The points of elementMatrix(): the centroid at order 1, where gradients are constant and the weight r is linear, the
/// rule of degree 2 at order 2 (Strang and Fix 1973: triangles; Hammer and Stroud 1956: tetrahedra), RadonRule there
/// where r is in the integrand.
template <FormKind form, int order>
struct ProductRule {
  static constexpr bool radial = order == 2 && (form == FormKind::axisymmetricA || form == FormKind::axisymmetric);
  static constexpr int nv = Element<form, order>::nv;
  static constexpr int points = radial ? 7 : order == 1 ? 1 : nv;

  /// Sets `lambda` [vertex] to the barycentric coordinates of point q and returns its weight; the weights sum to 1.
  template <class Real>
  FLUXTET_HOST_DEVICE static Real at(int q, Real (&lambda)[nv]) {
    if constexpr (radial) {
      const auto rule = RadonRule<Real>::at(q);
      for (int i = 0; i < nv; ++i) lambda[i] = rule.lambda[i];
      return rule.weight;
    } else {
      constexpr double near = nv == 3 ? 2.0 / 3 : 0.58541019662496845446;  // (5 + 3 sqrt 5) / 20
      constexpr double far = (1 - near) / (nv - 1);
      for (int i = 0; i < nv; ++i) lambda[i] = points == 1 ? Real(1) / nv : Real(i == q ? near : far);
      return Real(1) / points;
    }
  }
};

/// Computes rows t, t + nv, t + 2 nv .. of K u into `rows`, one after the other. x: vertices, [vertex][xyz], m; c:
/// ElementCoefficients; u: the element's node values, [node]. K: elementMatrix().
template <FormKind form, int order, class Real>
FLUXTET_HOST_DEVICE void elementProductRows(
    const Real (&x)[Element<form, order>::nv][Element<form, order>::dim], Real c,
    const Real (&u)[Element<form, order>::nd], int t,
    Real (&rows)[(Element<form, order>::nd + Element<form, order>::nv - 1) / Element<form, order>::nv]) {
  using El = Element<form, order>;
  using Rule = ProductRule<form, order>;
  const auto geometry = barycentric(x);
  for (Real& row : rows) row = 0;
  for (int q = 0; q < Rule::points; ++q) {
    Real lambda[El::nv], value[El::nd], F[El::nd][El::dim], flux[El::dim] = {};
    Real weight = Rule::template at<Real>(q, lambda) * c * geometry.measure, r = 0;
    shapeGradients<form, order>(geometry, lambda, F);
    if constexpr (form == FormKind::axisymmetric || form == FormKind::axisymmetricA) {
      for (int i = 0; i < El::nv; ++i) r += lambda[i] * x[i][0];
      weight *= detail::twoPi<Real> * r;
    }
    if constexpr (form == FormKind::axisymmetricA) {
      shapeValues<form, order>(lambda, value);
      for (int a = 0; a < El::nd; ++a) {
        const Real gradient[2] = {F[a][0], F[a][1]};
        detail::inductionOf(r, value[a], gradient, F[a]);
      }
    }
    for (int a = 0; a < El::nd; ++a)
      for (int k = 0; k < El::dim; ++k) flux[k] += u[a] * F[a][k];
    for (int a = 0; a < El::nd; ++a) {
      Real product = 0;
      for (int k = 0; k < El::dim; ++k) product += F[a][k] * flux[k];
      if (a % El::nv == t) rows[a / El::nv] += weight * product;
    }
  }
}

}  // namespace fluxtet::statics
