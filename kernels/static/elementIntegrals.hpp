// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/femProblem.hpp"
#include "lib/base/hostDevice.hpp"

/// Integrals over one element in closed form or by a rule that is exact for its polynomials (A / r, which is none,
/// comes into axisymmetricA: docs/theory.md, 4.1); used by every method, on CPU and GPU.
namespace fluxtet::statics {

/// Sizes of an element: dimension, vertices, nodes, entries of the packed lower triangle of its matrix, whose entry
/// (a, b) with a >= b stands at a (a + 1) / 2 + b.
template <FormKind form, int order>
struct Element {
  static constexpr int dim = dimensionOf(form);
  static constexpr int nv = dim + 1;
  static constexpr int nd = nodesPerElement(form, order);
  static constexpr int packed = nd * (nd + 1) / 2;
};
/// Place of entry (a, b) in the packed lower triangle of a symmetric matrix; a and b may change places.
FLUXTET_HOST_DEVICE constexpr int packedIndex(int a, int b) {
  return a >= b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a;
}
/// Lower and higher vertex of edge e, in the order 01 02 12 03 13 23.
FLUXTET_HOST_DEVICE constexpr int edgeLow(int e) {
  return e == 0 || e == 1 || e == 3 ? 0 : e == 5 ? 2 : 1;
}
FLUXTET_HOST_DEVICE constexpr int edgeHigh(int e) {
  return e == 0 ? 1 : e <= 2 ? 2 : 3;
}

/// Gradients of the barycentric coordinates, [vertex][xyz], 1/m, and the element's area (m^2) or volume (m^3).
template <int dim, class Real>
struct Barycentric {
  Real gradient[dim + 1][dim];
  Real measure;
};

/// From the vertices `x` [vertex][xy] of a triangle, m. The area is negative where they run clockwise.
template <class Real>
FLUXTET_HOST_DEVICE Barycentric<2, Real> barycentric(const Real (&x)[3][2]) {
  const Real ax = x[1][0] - x[0][0], ay = x[1][1] - x[0][1], bx = x[2][0] - x[0][0], by = x[2][1] - x[0][1];
  const Real twice = ax * by - ay * bx, inverse = 1 / twice;
  Barycentric<2, Real> result;
  result.gradient[1][0] = by * inverse;
  result.gradient[1][1] = -bx * inverse;
  result.gradient[2][0] = -ay * inverse;
  result.gradient[2][1] = ax * inverse;
  for (int k = 0; k < 2; ++k) result.gradient[0][k] = -result.gradient[1][k] - result.gradient[2][k];
  result.measure = twice / 2;
  return result;
}

/// From the vertices `x` [vertex][xyz] of a tetrahedron, m. The volume is negative where they are negatively oriented.
template <class Real>
FLUXTET_HOST_DEVICE Barycentric<3, Real> barycentric(const Real (&x)[4][3]) {
  Real e[3][3];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) e[i][k] = x[i + 1][k] - x[0][k];
  Barycentric<3, Real> result;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, m = (i + 2) % 3;
    for (int k = 0; k < 3; ++k) {
      const int p = (k + 1) % 3, q = (k + 2) % 3;
      result.gradient[i + 1][k] = e[j][p] * e[m][q] - e[j][q] * e[m][p];
    }
  }
  Real six = 0;
  for (int k = 0; k < 3; ++k) six += e[0][k] * result.gradient[1][k];
  const Real inverse = 1 / six;
  for (int k = 0; k < 3; ++k) {
    for (int i = 1; i < 4; ++i) result.gradient[i][k] *= inverse;
    result.gradient[0][k] = -result.gradient[1][k] - result.gradient[2][k] - result.gradient[3][k];
  }
  result.measure = six / 6;
  return result;
}

/// Computes the values [node], dimensionless, of the basis functions of an element of order 1 or 2 at the barycentric
/// coordinates `lambda` [vertex].
template <FormKind form, int order, class Real>
FLUXTET_HOST_DEVICE void shapeValues(const Real (&lambda)[Element<form, order>::nv],
                                     Real (&value)[Element<form, order>::nd]) {
  using El = Element<form, order>;
  for (int a = 0; a < El::nv; ++a) value[a] = order == 1 ? lambda[a] : lambda[a] * (2 * lambda[a] - 1);
  for (int a = El::nv; a < El::nd; ++a) value[a] = 4 * lambda[edgeLow(a - El::nv)] * lambda[edgeHigh(a - El::nv)];
}

/// Computes the gradients [node][xyz] of the basis functions at `lambda` [vertex], 1/m.
template <FormKind form, int order, class Real>
FLUXTET_HOST_DEVICE void shapeGradients(const Barycentric<Element<form, order>::dim, Real>& geometry,
                                        const Real (&lambda)[Element<form, order>::nv],
                                        Real (&gradient)[Element<form, order>::nd][Element<form, order>::dim]) {
  using El = Element<form, order>;
  for (int k = 0; k < El::dim; ++k) {
    for (int a = 0; a < El::nv; ++a)
      gradient[a][k] = geometry.gradient[a][k] * (order == 1 ? Real(1) : 4 * lambda[a] - 1);
    for (int a = El::nv; a < El::nd; ++a) {
      const int i = edgeLow(a - El::nv), j = edgeHigh(a - El::nv);
      gradient[a][k] = 4 * (lambda[i] * geometry.gradient[j][k] + lambda[j] * geometry.gradient[i][k]);
    }
  }
}

/// Seven-point rule on the triangle, exact to degree 5 (Radon 1948): the integrands in r and z have at most that. A
/// point in barycentric coordinates, and its weight.
template <class Real>
struct RadonRule {
  static constexpr int points = 7;
  Real lambda[3];
  Real weight;  ///< sums to 1
  FLUXTET_HOST_DEVICE static RadonRule at(int q) {
    constexpr double a = 0.10128650732345633, b = 0.47014206410511505;    // (6 -+ sqrt 15) / 21
    constexpr double wa = 0.12593918054482717, wb = 0.13239415278850616;  // (155 -+ sqrt 15) / 1200
    if (q == 6) return {{Real(1.0 / 3), Real(1.0 / 3), Real(1.0 / 3)}, Real(9.0 / 40)};
    const double p = q < 3 ? a : b;
    RadonRule rule{{Real(p), Real(p), Real(p)}, Real(q < 3 ? wa : wb)};
    rule.lambda[q % 3] = Real(1 - 2 * p);
    return rule;
  }
};

namespace detail {

/// Returns factor x + shift / (dim + 1), rounded once, where x is the mean over the element of lambda_i lambda_j;
/// `same`: i = j.
template <int dim, class Real, int factor, int shift>
FLUXTET_HOST_DEVICE constexpr Real ofMeanProduct(bool same) {
  constexpr double unit = 1.0 / ((dim + 1) * (dim + 2)), shiftByVertices = double(shift) / (dim + 1);
  constexpr Real square = Real(2 * factor * unit + shiftByVertices), product = Real(factor * unit + shiftByVertices);
  return same ? square : product;
}

/// K without weight: order 1 from the gradients, order 2 from the same products and the means of lambda_i lambda_j.
template <FormKind form, int order, class Real>
FLUXTET_HOST_DEVICE void plainMatrix(const Barycentric<Element<form, order>::dim, Real>& geometry, Real factor,
                                     Real (&K)[Element<form, order>::packed]) {
  using El = Element<form, order>;
  Real S[El::nv][El::nv];
  for (int a = 0; a < El::nv; ++a)
    for (int b = 0; b <= a; ++b) {
      Real sum = 0;
      for (int k = 0; k < El::dim; ++k) sum += geometry.gradient[a][k] * geometry.gradient[b][k];
      S[a][b] = S[b][a] = factor * sum;
    }
  // Means of (4 lambda_a - 1)(4 lambda_b - 1), of 4 lambda_i (4 lambda_v - 1) and of 16 lambda_i lambda_k.
  const auto vertices = [](int a, int b) { return ofMeanProduct<El::dim, Real, 16, El::nv - 8>(a == b); };
  const auto mixed = [](int v, int i) { return ofMeanProduct<El::dim, Real, 16, -4>(v == i); };
  const auto edges = [](int i, int k) { return ofMeanProduct<El::dim, Real, 16, 0>(i == k); };
  for (int a = 0; a < El::nv; ++a)
    for (int b = 0; b <= a; ++b) K[packedIndex(a, b)] = order == 1 ? S[a][b] : S[a][b] * vertices(a, b);
  for (int a = El::nv; a < El::nd; ++a) {
    const int i = edgeLow(a - El::nv), j = edgeHigh(a - El::nv);
    for (int v = 0; v < El::nv; ++v) K[packedIndex(a, v)] = S[v][j] * mixed(v, i) + S[v][i] * mixed(v, j);
    for (int b = El::nv; b <= a; ++b) {
      const int k = edgeLow(b - El::nv), l = edgeHigh(b - El::nv);
      K[packedIndex(a, b)] =
          edges(i, k) * S[j][l] + edges(i, l) * S[j][k] + edges(j, k) * S[i][l] + edges(j, l) * S[i][k];
    }
  }
}

template <class Real>
constexpr Real twoPi = Real(6.283185307179586476925);

/// B(N_a) of A_phi: (-dN/dz, dN/dr + N / r). r > 0.
template <class Real>
FLUXTET_HOST_DEVICE void inductionOf(Real r, Real value, const Real (&gradient)[2], Real (&B)[2]) {
  B[0] = -gradient[1];
  B[1] = gradient[0] + value / r;
}

/// K of order 1 in a meridian plane, from the centroid: exact without A; with A of the induction there.
template <FormKind form, class Real>
FLUXTET_HOST_DEVICE void meridianMatrix(const Barycentric<2, Real>& geometry, Real r, Real c, Real (&K)[6]) {
  const Real factor = twoPi<Real> * r * c * geometry.measure;
  if constexpr (form == FormKind::axisymmetric) {
    plainMatrix<form, 1>(geometry, factor, K);
  } else {
    Real B[3][2];
    for (int a = 0; a < 3; ++a) inductionOf(r, Real(1) / 3, geometry.gradient[a], B[a]);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b <= a; ++b) K[packedIndex(a, b)] = factor * (B[a][0] * B[b][0] + B[a][1] * B[b][1]);
  }
}

}  // namespace detail

/// Computes the element's matrix K: c times the bilinear form of FormKind, packed. `x`: vertices, [vertex][xyz], m. The
/// unit of K is that of c times m^(dimension - 2), once more m where axisymmetric.
template <FormKind form, int order, class Real>
FLUXTET_HOST_DEVICE void elementMatrix(const Real (&x)[Element<form, order>::nv][Element<form, order>::dim], Real c,
                                       Real (&K)[Element<form, order>::packed]) {
  using El = Element<form, order>;
  const auto geometry = barycentric(x);
  if constexpr (form == FormKind::planar || form == FormKind::solid) {
    detail::plainMatrix<form, order>(geometry, c * geometry.measure, K);
  } else if constexpr (order == 1) {
    detail::meridianMatrix<form>(geometry, (x[0][0] + x[1][0] + x[2][0]) / 3, c, K);
  } else {
    for (int i = 0; i < El::packed; ++i) K[i] = 0;
    for (int q = 0; q < RadonRule<Real>::points; ++q) {
      const auto rule = RadonRule<Real>::at(q);
      const Real r = rule.lambda[0] * x[0][0] + rule.lambda[1] * x[1][0] + rule.lambda[2] * x[2][0];
      const Real weight = detail::twoPi<Real> * r * c * geometry.measure * rule.weight;
      Real value[El::nd], F[El::nd][2];
      shapeValues<form, order>(rule.lambda, value);
      shapeGradients<form, order>(geometry, rule.lambda, F);
      if constexpr (form == FormKind::axisymmetricA)
        for (int a = 0; a < El::nd; ++a) {
          const Real gradient[2] = {F[a][0], F[a][1]};
          detail::inductionOf(r, value[a], gradient, F[a]);
        }
      for (int a = 0; a < El::nd; ++a)
        for (int b = 0; b <= a; ++b) K[packedIndex(a, b)] += weight * (F[a][0] * F[b][0] + F[a][1] * F[b][1]);
    }
  }
}

/// Computes the element's right-hand side f [node] from its s and d [xyz] (ElementCoefficients). `x`: vertices,
/// [vertex][xyz], m. The unit of f is that of s times m^dimension, once more m where axisymmetric.
template <FormKind form, int order, class Real>
FLUXTET_HOST_DEVICE void elementLoad(const Real (&x)[Element<form, order>::nv][Element<form, order>::dim], Real s,
                                     const Real (&d)[Element<form, order>::dim], Real (&f)[Element<form, order>::nd]) {
  using El = Element<form, order>;
  const auto geometry = barycentric(x);
  if constexpr (form == FormKind::planar || form == FormKind::solid) {
    // Means of the basis functions: vertices 1/nv (order 1), 0 or -1/20 (order 2), edges 1/3 or 1/5.
    constexpr Real vertexMean = order == 1 ? Real(1) / El::nv : El::dim == 2 ? Real(0) : Real(-1) / 20;
    constexpr Real edgeMean = El::dim == 2 ? Real(1) / 3 : Real(1) / 5;
    constexpr Real vertexSlope = order == 1 ? Real(1) : Real(4) / El::nv - 1;
    Real dg[El::nv];
    for (int a = 0; a < El::nv; ++a) {
      dg[a] = 0;
      for (int k = 0; k < El::dim; ++k) dg[a] += d[k] * geometry.gradient[a][k];
      f[a] = geometry.measure * (s * vertexMean + vertexSlope * dg[a]);
    }
    for (int a = El::nv; a < El::nd; ++a)
      f[a] =
          geometry.measure * (s * edgeMean + Real(4) / El::nv * (dg[edgeLow(a - El::nv)] + dg[edgeHigh(a - El::nv)]));
  } else {
    for (int a = 0; a < El::nd; ++a) f[a] = 0;
    for (int q = 0; q < RadonRule<Real>::points; ++q) {
      const auto rule = RadonRule<Real>::at(q);
      const Real r = rule.lambda[0] * x[0][0] + rule.lambda[1] * x[1][0] + rule.lambda[2] * x[2][0];
      const Real weight = detail::twoPi<Real> * r * geometry.measure * rule.weight;
      Real value[El::nd], F[El::nd][2];
      shapeValues<form, order>(rule.lambda, value);
      shapeGradients<form, order>(geometry, rule.lambda, F);
      for (int a = 0; a < El::nd; ++a) {
        const Real gradient[2] = {F[a][0], F[a][1]};
        if constexpr (form == FormKind::axisymmetricA) detail::inductionOf(r, value[a], gradient, F[a]);
        f[a] += weight * (s * value[a] + d[0] * F[a][0] + d[1] * F[a][1]);
      }
    }
  }
}

}  // namespace fluxtet::statics
