// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/problem/deviceProblem.hpp"
#include "kernels/static/elementIntegrals.hpp"

/// What kernels read of one element, and its integrals.
namespace fluxtet::statics::cuda {

/// Two numbers side by side, so that a point of the plane is one load.
template <class Real>
struct alignas(2 * sizeof(Real)) PlanePoint {
  Real x, y;
};

/// Vertex v, m.
template <class Real>
__device__ void readPoint(const Real* vertices, std::int32_t v, Real (&x)[2]) {
  const auto point = reinterpret_cast<const PlanePoint<Real>*>(vertices)[v];
  x[0] = point.x;
  x[1] = point.y;
}
template <class Real>
__device__ void readPoint(const Real* vertices, std::int32_t v, Real (&x)[3]) {
  for (int k = 0; k < 3; ++k) x[k] = __ldg(vertices + 3 * static_cast<std::int64_t>(v) + k);
}

/// The vertices of element e in their own order, m.
template <class Real, int nv, int dim>
__device__ void readVertices(const ProblemView<Real>& problem, std::int32_t e, Real (&x)[nv][dim]) {
  const std::int32_t* vertex = problem.elementVertex + static_cast<std::int64_t>(e) * nv;
  for (int i = 0; i < nv; ++i) readPoint(problem.vertices, __ldg(vertex + i), x[i]);
}

/// The element's coefficients c, s, d[3] (ElementCoefficients).
template <class Real>
__device__ const Real* coefficientsOf(const ProblemView<Real>& problem, std::int32_t e) {
  return problem.coefficients + 5 * static_cast<std::int64_t>(__ldg(problem.coefficientSet + e));
}

/// Reads s and d; returns false if there is no source.
template <class Real, int dim>
__device__ bool readSource(const Real* coefficients, Real& s, Real (&d)[dim]) {
  s = __ldg(coefficients + 1);
  bool any = s != 0;
  for (int k = 0; k < dim; ++k) {
    d[k] = __ldg(coefficients + 2 + k);
    any = any || d[k] != 0;
  }
  return any;
}

/// Bit a: node a of element e has minus the value of its dof.
template <class Real>
__device__ unsigned signsOf(const ProblemView<Real>& problem, std::int32_t e) {
  return problem.elementSign == nullptr ? 0u : __ldg(problem.elementSign + e);
}
template <class Real>
__device__ Real signedBy(unsigned odd, Real value) {
  return odd & 1u ? -value : value;
}

/// Matrix and right-hand side of element e in the signs of its dofs.
template <FormKind form, int order, class Real>
__device__ void integrateElement(const ProblemView<Real>& problem, std::int32_t e,
                                 Real (&K)[Element<form, order>::packed], Real (&f)[Element<form, order>::nd]) {
  using El = Element<form, order>;
  Real x[El::nv][El::dim], s, d[El::dim];
  readVertices(problem, e, x);
  const Real* coefficients = coefficientsOf(problem, e);
  elementMatrix<form, order>(x, __ldg(coefficients), K);
  for (int a = 0; a < El::nd; ++a) f[a] = 0;
  if (readSource(coefficients, s, d)) elementLoad<form, order>(x, s, d, f);
  const unsigned signs = signsOf(problem, e);
  if (signs == 0) return;
  for (int a = 0; a < El::nd; ++a) {
    f[a] = signedBy(signs >> a, f[a]);
    for (int b = 0; b < a; ++b) K[packedIndex(a, b)] = signedBy(signs >> a ^ signs >> b, K[packedIndex(a, b)]);
  }
}

}  // namespace fluxtet::statics::cuda
