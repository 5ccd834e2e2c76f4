// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/statics/denseReference.hpp"

#include "kernels/static/dispatch.hpp"
#include "kernels/static/elementIntegrals.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace fluxtet::test {

using namespace fluxtet::statics;

namespace {

template <class Kind>
void addElement(const StaticPiece& piece, std::int32_t e, DenseReference& reference) {
  using El = Element<Kind::form, Kind::order>;
  const FemProblem& problem = piece.problem;
  const auto element = static_cast<std::size_t>(e);
  const ElementCoefficients& region = piece.coefficients[static_cast<std::size_t>(problem.coefficientSet[element])];
  double x[El::nv][El::dim], d[El::dim], K[El::packed], f[El::nd], sizeF[El::nd] = {};
  for (int i = 0; i < El::nv; ++i)
    for (int k = 0; k < El::dim; ++k)
      x[i][k] = problem.vertices[static_cast<std::size_t>(problem.elementVertex[element * El::nv + i] * El::dim + k)];
  for (int k = 0; k < El::dim; ++k) d[k] = region.d[static_cast<std::size_t>(k)];
  elementMatrix<Kind::form, Kind::order>(x, region.c, K);
  elementLoad<Kind::form, Kind::order>(x, region.s, d, f);
  for (int k = -1; k < El::dim; ++k) {  // one source at a time, since they cancel
    double one[El::dim] = {}, part[El::nd];
    if (k >= 0) one[k] = d[k];
    elementLoad<Kind::form, Kind::order>(x, k < 0 ? region.s : 0, one, part);
    for (int a = 0; a < El::nd; ++a) sizeF[a] += std::abs(part[a]);
  }
  const auto dof = [&](int a) { return problem.elementDof[element * El::nd + static_cast<std::size_t>(a)]; };
  const auto sign = [&](int a) {
    return !problem.elementSign.empty() && (problem.elementSign[element] >> a & 1) ? -1 : 1;
  };
  for (int a = 0; a < El::nd; ++a) {
    if (dof(a) < 0) continue;
    reference.f(dof(a)) += sign(a) * f[a];
    reference.sizeF(dof(a)) += sizeF[a];
    for (int b = 0; b < El::nd; ++b) {
      const double entry = sign(a) * sign(b) * K[packedIndex(a, b)];
      if (dof(b) >= 0) {
        reference.A(dof(a), dof(b)) += entry;
        reference.sizeA(dof(a), dof(b)) += std::abs(entry);
        reference.structure(dof(a), dof(b)) = 1;
      } else {
        const double value = piece.loads.prescribed[static_cast<std::size_t>(-1 - dof(b))];
        reference.f(dof(a)) -= entry * value;
        reference.sizeF(dof(a)) += std::abs(entry * value);
      }
    }
  }
}

}  // namespace

DenseReference::DenseReference(const StaticPiece& piece)
    : A(Eigen::MatrixXd::Zero(piece.problem.numDofs, piece.problem.numDofs)),
      f(Eigen::VectorXd::Zero(piece.problem.numDofs)),
      sizeA(A),
      sizeF(f),
      structure(Eigen::MatrixXi::Zero(piece.problem.numDofs, piece.problem.numDofs)) {
  withElement(piece.problem.form, piece.problem.order, [&](auto kind) {
    for (std::int32_t e = 0; e < piece.problem.numElements(); ++e) addElement<decltype(kind)>(piece, e, *this);
  });
  for (const auto& [dof, value] : piece.loads.atDofs) {
    f(dof) += value;
    sizeF(dof) += std::abs(value);
  }
}

double conditionNumber(const Eigen::MatrixXd& A, bool scaled) {
  Eigen::MatrixXd matrix = A;
  if (scaled) {
    const Eigen::VectorXd weight = A.diagonal().cwiseSqrt().cwiseInverse();
    matrix = weight.asDiagonal() * A * weight.asDiagonal();
  }
  const auto values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
  return values.maxCoeff() / values.minCoeff();
}

}  // namespace fluxtet::test
