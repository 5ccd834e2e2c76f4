// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cpu/cpuProblem.hpp"
#include "kernels/static/elementIntegrals.hpp"

namespace fluxtet::statics::cpu {

/// Matrices and loads of a problem's elements, in terms of their dofs: signs are in them already.
template <class Kind, class Real>
class ElementReader {
 public:
  using El = Element<Kind::form, Kind::order>;
  static constexpr int nd = El::nd;
  using Matrix = Real[El::packed];
  using Vector = Real[El::nd];

  explicit ElementReader(const CpuProblem<Real>& problem) : problem_(problem), signed_(!problem.elementSign.empty()) {}

  /// Dofs of the nodes of the local element e, [nd]: a dof or -1 - k, see FemProblem.
  const std::int32_t* dofs(std::int64_t e) const { return problem_.elementDof.data() + e * nd; }

  /// Computes the matrix of element e, packed (elementMatrix()).
  void matrix(std::int64_t e, Matrix& K) const {
    Real x[El::nv][El::dim];
    readVertices(e, x);
    elementMatrix<Kind::form, Kind::order>(x, coefficientsOf(e).c, K);
    if (signed_)
      for (int a = 0; a < nd; ++a)
        for (int b = 0; b < a; ++b)
          if (negative(e, a) != negative(e, b)) K[packedIndex(a, b)] = -K[packedIndex(a, b)];
  }

  /// True if element e has a right-hand side at all: sources, or a prescribed node.
  bool hasLoad(std::int64_t e) const { return coefficientsOf(e).hasSource || hasPrescribed(e); }

  /// Computes the right-hand side [nd] of element e: its sources less the matrix K times prescribed values.
  void load(std::int64_t e, const Matrix& K, Vector& f) const {
    sourceLoad(e, f);
    if (hasPrescribed(e)) subtractPrescribed(e, K, f);
  }
  /// The same where the matrix is not known.
  void load(std::int64_t e, Vector& f) const {
    sourceLoad(e, f);
    if (!hasPrescribed(e)) return;
    Matrix K;
    matrix(e, K);
    subtractPrescribed(e, K, f);
  }
  /// Computes the part [nd] of the sources alone.
  void sourceLoad(std::int64_t e, Vector& f) const {
    const auto& coefficients = coefficientsOf(e);
    for (int a = 0; a < nd; ++a) f[a] = 0;
    if (!coefficients.hasSource) return;
    Real x[El::nv][El::dim], d[El::dim];
    readVertices(e, x);
    for (int k = 0; k < El::dim; ++k) d[k] = coefficients.d[static_cast<std::size_t>(k)];
    elementLoad<Kind::form, Kind::order>(x, coefficients.s, d, f);
    if (signed_)
      for (int a = 0; a < nd; ++a)
        if (negative(e, a)) f[a] = -f[a];
  }

  /// Entry that node a of element e adds to the diagonal of its dof. Where a dof occurs several times in the element,
  /// entries off the element's diagonal are in it too.
  Real diagonal(std::int64_t e, const Matrix& K, int a) const {
    const std::int32_t* dof = dofs(e);
    Real sum = 0;
    for (int b = 0; b < nd; ++b)
      if (dof[b] == dof[a]) sum += K[packedIndex(a, b)];
    return sum;
  }

 private:
  const auto& coefficientsOf(std::int64_t e) const {
    return problem_.coefficients[static_cast<std::size_t>(problem_.coefficientSet[static_cast<std::size_t>(e)])];
  }
  bool hasPrescribed(std::int64_t e) const {
    const std::int32_t* dof = dofs(e);
    bool any = false;
    for (int a = 0; a < nd; ++a) any = any || dof[a] < 0;
    return any;
  }
  bool negative(std::int64_t e, int a) const {
    return (problem_.elementSign[static_cast<std::size_t>(e)] >> a & 1u) != 0;
  }
  void readVertices(std::int64_t e, Real (&x)[El::nv][El::dim]) const {
    const std::int32_t* vertex = problem_.elementVertex.data() + e * El::nv;
    for (int i = 0; i < El::nv; ++i)
      for (int k = 0; k < El::dim; ++k)
        x[i][k] = problem_.vertices[static_cast<std::size_t>(vertex[i]) * El::dim + static_cast<std::size_t>(k)];
  }
  void subtractPrescribed(std::int64_t e, const Matrix& K, Vector& f) const {
    const std::int32_t* dof = dofs(e);
    for (int b = 0; b < nd; ++b) {
      if (dof[b] >= 0) continue;
      const Real value = problem_.prescribed[static_cast<std::size_t>(-1 - dof[b])];
      for (int a = 0; a < nd; ++a) f[a] -= K[packedIndex(a, b)] * value;
    }
  }

  const CpuProblem<Real>& problem_;
  bool signed_;
};

}  // namespace fluxtet::statics::cpu
