// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/triangleBasis.hpp"

#include "lib/base/constants.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::dgtd {

namespace {

constexpr int maxOrder = 6;

/// int x^a y^b over the reference triangle: a! b! / (a + b + 2)!.
double monomialIntegral(int a, int b) {
  return std::tgamma(a + 1) * std::tgamma(b + 1) / std::tgamma(a + b + 3);
}

/// 1, x, x^2, ...
std::array<double, maxOrder + 1> powersOf(double x) {
  std::array<double, maxOrder + 1> powers{1};
  for (int i = 1; i <= maxOrder; ++i) powers[i] = powers[i - 1] * x;
  return powers;
}

/// int d_a m_i d_b m_j of two monomials; axis 0 is x, 1 is y.
double derivativeIntegral(std::array<int, 2> i, std::array<int, 2> j, int axisOfI, int axisOfJ) {
  const int factor = i[axisOfI] * j[axisOfJ];
  if (factor == 0) return 0;
  --i[axisOfI], --j[axisOfJ];
  return factor * monomialIntegral(i[0] + j[0], i[1] + j[1]);
}

/// Points and weights of Gauss-Legendre on [0, 1], by Newton's method on the Legendre polynomial.
std::vector<std::array<double, 2>> gaussRule(int n) {
  std::vector<std::array<double, 2>> rule;
  for (int i = 0; i < n; ++i) {
    double x = std::cos(constants::pi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 50; ++iteration) {
      double before = 1, value = x;
      for (int k = 2; k <= n; ++k) {
        const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
        before = value, value = next;
      }
      slope = n * (x * value - before) / (x * x - 1);
      x -= value / slope;
    }
    rule.push_back({(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)});
  }
  return rule;
}

}  // namespace

TriangleBasis::TriangleBasis(int order) : order_(order) {
  for (int b = 0; b <= order; ++b)
    for (int a = 0; a <= order - b; ++a) {
      nodes_.push_back({order - a - b, a, b});
      powers_.push_back({a, b});
    }
  const auto n = static_cast<Eigen::Index>(nodes_.size());
  Eigen::MatrixXd atNodes(n, n), mass(n, n);
  std::array<Eigen::MatrixXd, 3> stiffness;
  for (auto& matrix : stiffness) matrix.resize(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto x = powersOf(static_cast<double>(nodes_[i][1]) / order);
    const auto y = powersOf(static_cast<double>(nodes_[i][2]) / order);
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto &p = powers_[i], &q = powers_[j];
      atNodes(i, j) = x[q[0]] * y[q[1]];
      mass(i, j) = monomialIntegral(p[0] + q[0], p[1] + q[1]);
      stiffness[0](i, j) = derivativeIntegral(p, q, 0, 0);
      stiffness[1](i, j) = (derivativeIntegral(p, q, 0, 1) + derivativeIntegral(p, q, 1, 0)) / 2;
      stiffness[2](i, j) = derivativeIntegral(p, q, 1, 1);
    }
  }
  fromNodes_ = atNodes.inverse();
  mass_ = fromNodes_.transpose() * mass * fromNodes_;
  for (int k = 0; k < 3; ++k) stiffness_[k] = fromNodes_.transpose() * stiffness[k] * fromNodes_;
}

std::size_t TriangleBasis::nodeAt(const std::array<int, 3>& place) const {
  return static_cast<std::size_t>(std::find(nodes_.begin(), nodes_.end(), place) - nodes_.begin());
}

Eigen::Matrix2Xd TriangleBasis::gradients(double x, double y) const {
  const auto px = powersOf(x), py = powersOf(y);
  Eigen::Matrix2Xd ofMonomials = Eigen::Matrix2Xd::Zero(2, fromNodes_.cols());
  for (std::size_t i = 0; i < powers_.size(); ++i) {
    const auto& [a, b] = powers_[i];
    if (a > 0) ofMonomials(0, static_cast<Eigen::Index>(i)) = a * px[a - 1] * py[b];
    if (b > 0) ofMonomials(1, static_cast<Eigen::Index>(i)) = b * px[a] * py[b - 1];
  }
  return ofMonomials * fromNodes_;
}

TriangleRule triangleRule(int n) {
  const auto gauss = gaussRule(n);
  TriangleRule rule;
  for (const auto& [s, ws] : gauss)
    for (const auto& [t, wt] : gauss) {
      rule.point.push_back({s, (1 - s) * t});
      rule.weight.push_back(ws * wt * (1 - s));
    }
  return rule;
}

}  // namespace fluxtet::dgtd
