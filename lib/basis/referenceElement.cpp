// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/basis/referenceElement.hpp"

#include "lib/base/error.hpp"
#include "lib/basis/nodeOrder.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace fluxtet {

namespace {

/// Set-up runs once in extended precision, so that the stored doubles are exact to rounding.
using Extended = long double;
using ExtendedMatrix = Eigen::Matrix<Extended, Eigen::Dynamic, Eigen::Dynamic>;
using Index4 = std::array<int, 4>;

Extended factorial(int n) {
  return n <= 1 ? 1 : static_cast<Extended>(n) * factorial(n - 1);
}

Extended power(Extended x, int n) {
  return n == 0 ? 1 : x * power(x, n - 1);
}

/// Mean of lambda^a over a simplex of dimension d: d! prod(a_i!) / (sum(a_i) + d)!  (exact).
Extended monomialMean(const Index4& a, int dimension) {
  Extended product = factorial(dimension);
  int sum = dimension;
  for (int exponent : a) {
    product *= factorial(exponent);
    sum += exponent;
  }
  return product / factorial(sum);
}

/// lambda^a for barycentric coordinates.
template <class T>
T monomial(const std::array<T, 4>& lambda, const Index4& a) {
  T product = 1;
  for (int v = 0; v < 4; ++v)
    for (int k = 0; k < a[v]; ++k) product *= lambda[v];
  return product;
}

template <int order>
void copyNodes(std::vector<Index4>& nodes, std::array<std::vector<int>, 4>& faceNodes) {
  const auto& table = nodeOrder<order>;
  for (const auto& node : table.node) nodes.push_back({node[0], node[1], node[2], node[3]});
  for (int f = 0; f < 4; ++f) faceNodes[f].assign(table.faceNode[f], table.faceNode[f] + nodesPerFace(order));
}

void copyNodes(int order, std::vector<Index4>& nodes, std::array<std::vector<int>, 4>& faceNodes) {
  static_assert(minOrder == 1 && maxOrder == 4, "a case for each order");
  switch (order) {
    case 1:
      return copyNodes<1>(nodes, faceNodes);
    case 2:
      return copyNodes<2>(nodes, faceNodes);
    case 3:
      return copyNodes<3>(nodes, faceNodes);
    case 4:
      return copyNodes<4>(nodes, faceNodes);
    default:
      throw InputError(fmt::format("order {} is not available: use {} to {}", order, minOrder, maxOrder));
  }
}

/// Rounds to double; entries that are zero in exact arithmetic become exact zeros.
Eigen::MatrixXd rounded(const ExtendedMatrix& matrix) {
  const Extended threshold = 1e-15L * matrix.cwiseAbs().maxCoeff();
  return matrix.unaryExpr([threshold](Extended x) { return std::abs(x) < threshold ? Extended(0) : x; }).cast<double>();
}

/// Mean products of the monomials lambda^a lambda^b, over the element or (face >= 0) over a face, where lambda_face =
/// 0.
ExtendedMatrix monomialProducts(const std::vector<Index4>& exponents, int face) {
  const auto size = static_cast<Eigen::Index>(exponents.size());
  ExtendedMatrix products(size, size);
  for (Eigen::Index r = 0; r < size; ++r)
    for (Eigen::Index c = 0; c < size; ++c) {
      Index4 sum;
      for (int v = 0; v < 4; ++v) sum[v] = exponents[r][v] + exponents[c][v];
      const bool vanishes = face >= 0 && sum[face] > 0;
      products(r, c) = vanishes ? 0 : monomialMean(sum, face < 0 ? 3 : 2);
    }
  return products;
}

/// d lambda^a / d lambda_i at the nodes, all four lambda taken as independent.
ExtendedMatrix monomialDerivative(const std::vector<Index4>& nodes, int order, int i) {
  const auto size = static_cast<Eigen::Index>(nodes.size());
  ExtendedMatrix derivative(size, size);
  for (Eigen::Index n = 0; n < size; ++n)
    for (Eigen::Index k = 0; k < size; ++k) {
      Extended value = nodes[k][i];
      for (int v = 0; v < 4; ++v) {
        const int exponent = nodes[k][v] - (v == i ? 1 : 0);
        value = exponent < 0 ? 0 : value * power(static_cast<Extended>(nodes[n][v]) / order, exponent);
      }
      derivative(n, k) = value;
    }
  return derivative;
}

struct Rule1d {
  std::vector<double> x, weight;
};

/// Gauss-Jacobi rule on [0, 1] for the weight (1 - x)^a, weights normalised to sum 1
/// (Golub and Welsch 1969; recurrence of the Jacobi polynomials with alpha = a, beta = 0).
Rule1d gaussJacobi(int points, int a) {
  Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(points, points);
  for (int n = 0; n < points; ++n) {
    const double s = 2.0 * n + a;
    jacobi(n, n) = a == 0 ? 0 : -static_cast<double>(a) * a / (s * (s + 2));
    if (n == 0) continue;
    const double offDiagonal = std::sqrt(4.0 * n * (n + a) * n * (n + a) / (s * s * (s + 1) * (s - 1)));
    jacobi(n, n - 1) = jacobi(n - 1, n) = offDiagonal;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(jacobi);
  Rule1d rule;
  for (int n = 0; n < points; ++n) {
    const double first = solver.eigenvectors()(0, n);
    rule.x.push_back(0.5 * (1 + solver.eigenvalues()(n)));
    rule.weight.push_back(first * first);
  }
  return rule;
}

}  // namespace

ReferenceElement::ReferenceElement(int order) : order_(order) {
  copyNodes(order, nodes_, faceNodes_);
  const int size = np();

  // The homogeneous monomials lambda^a, |a| = p, span P_p; `a` runs over the node indices.
  ExtendedMatrix vandermonde(size, size);
  for (int n = 0; n < size; ++n) {
    std::array<Extended, 4> lambda;
    for (int v = 0; v < 4; ++v) lambda[v] = static_cast<Extended>(nodes_[n][v]) / order;
    for (int k = 0; k < size; ++k) vandermonde(n, k) = monomial(lambda, nodes_[k]);
  }
  const ExtendedMatrix coefficients = vandermonde.fullPivLu().inverse();
  coefficients_ = coefficients.cast<double>();

  const ExtendedMatrix mass = coefficients.transpose() * monomialProducts(nodes_, -1) * coefficients;
  mass_ = rounded(mass);

  const ExtendedMatrix d0 = monomialDerivative(nodes_, order, 0);
  for (int i = 1; i <= 3; ++i) derivative_[i - 1] = rounded((monomialDerivative(nodes_, order, i) - d0) * coefficients);

  const auto massSolver = mass.fullPivLu();
  for (int f = 0; f < 4; ++f) {
    const ExtendedMatrix faceMass = coefficients.transpose() * monomialProducts(nodes_, f) * coefficients;
    ExtendedMatrix columns(size, nf());
    for (int m = 0; m < nf(); ++m) columns.col(m) = faceMass.col(faceNodes_[f][m]);
    lift_[f] = rounded(massSolver.solve(columns));
  }
}

std::array<double, 4> ReferenceElement::node(int n) const {
  std::array<double, 4> lambda;
  for (int v = 0; v < 4; ++v) lambda[v] = static_cast<double>(nodes_[n][v]) / order_;
  return lambda;
}

Eigen::MatrixXd ReferenceElement::fromOrthonormal() const {
  return Eigen::MatrixXd(mass_.llt().matrixL().transpose()).inverse();
}

std::vector<double> ReferenceElement::evaluate(const std::array<double, 4>& lambda) const {
  Eigen::VectorXd monomials(np());
  for (int k = 0; k < np(); ++k) monomials(k) = monomial(lambda, nodes_[k]);
  const Eigen::VectorXd values = coefficients_.transpose() * monomials;
  return {values.begin(), values.end()};
}

/// Conical product: lambda_3 = z, lambda_2 = (1 - z) y, lambda_1 = (1 - z)(1 - y) x.
ReferenceElement::Quadrature ReferenceElement::quadrature(int degree) const {
  const int points = degree / 2 + 1;
  const Rule1d alongX = gaussJacobi(points, 0), alongY = gaussJacobi(points, 1), alongZ = gaussJacobi(points, 2);
  Quadrature rule;
  for (int k = 0; k < points; ++k)
    for (int j = 0; j < points; ++j)
      for (int i = 0; i < points; ++i) {
        const double z = alongZ.x[k], y = (1 - z) * alongY.x[j], x = (1 - z) * (1 - alongY.x[j]) * alongX.x[i];
        rule.points.push_back({1 - x - y - z, x, y, z});
        rule.weights.push_back(alongX.weight[i] * alongY.weight[j] * alongZ.weight[k]);
      }
  return rule;
}

}  // namespace fluxtet
