// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/dampedPenalty.hpp"

#include "lib/base/constants.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace fluxtet::dgtd {
namespace {

/// The share of the longest possible reach that is used: at the end of that p would be 0.
constexpr double shareOfReach = 0.85;

/// cot(pi / 2n)^2, up to which a polynomial of degree n - 1 can be positive.
double longestReach(int n) {
  const double tangent = std::tan(constants::pi / (2 * n));
  return 1 / (tangent * tangent);
}

using Coefficients = std::vector<double>;  // by powers of y

Coefficients product(const Coefficients& a, const Coefficients& b) {
  Coefficients result(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k) result[i + k] += a[i] * b[k];
  return result;
}

/// 1 + T_n(w(y)), w linear.
Coefficients raisedChebyshev(int n, const Coefficients& w) {
  Coefficients before{1}, present = w;
  for (int k = 2; k <= n; ++k) {
    Coefficients next = product({2}, product(w, present));
    for (std::size_t i = 0; i < before.size(); ++i) next[i] -= before[i];
    before = std::exchange(present, next);
  }
  present[0] += 1;
  return present;
}

double valueAt(const Coefficients& polynomial, double y) {
  double value = 0;
  for (std::size_t i = polynomial.size(); i > 0; --i) value = value * y + polynomial[i - 1];
  return value;
}

}  // namespace

// With q = (1 + T_n(w(y))) / (1 + T_n(w(-1))) the polynomial is p = (1 - q) / (1 + y): q(-1) = 1, and q >= 0 on [0,
// reach], where w runs from the first interior minimum of T_n, cos(pi / n), to -1, so that q has a double zero at y =
// 0.
DampingPolynomial dampingPolynomial(int passes) {
  const int n = passes + 1;
  DampingPolynomial result;
  result.reach = shareOfReach * longestReach(n);
  const double first = std::cos(constants::pi / n);
  Coefficients q = raisedChebyshev(n, {first, -(1 + first) / result.reach});
  const double atMinusOne = valueAt(q, -1);
  for (double& c : q) c /= atMinusOne;
  // (1 - q) / (1 + y) from the lowest power on: c_k of the quotient is that of 1 - q less the one before.
  Coefficients p;
  for (int k = 0; k <= passes; ++k)
    p.push_back((k == 0 ? 1.0 : 0.0) - q[static_cast<std::size_t>(k)] - (k == 0 ? 0.0 : p.back()));
  for (std::size_t k = 1; k < p.size(); ++k) result.factor.push_back(-p[k] / p[k - 1]);
  return result;
}

DampingPlan dampingPlan(double bound) {
  if (bound <= 0) return {};
  const auto reach = [](int passes) { return shareOfReach * longestReach(passes + 1); };
  DampingPlan plan{static_cast<int>(std::ceil(bound / reach(mostDampingPasses))), 1};
  while (bound > plan.repeats * reach(plan.passes)) ++plan.passes;
  return plan;
}

void appendDamping(const DampedPenalty& penalty, double step, const DampingArrays& arrays, std::vector<Stage>& stages) {
  const auto& [repeats, passes] = penalty.plan;
  if (repeats == 0) return;
  const ArrayId E = arrayOf(Field::E);
  const std::vector<double> factor = dampingPolynomial(passes).factor;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    stages.push_back({.half = {},
                      .sum = ArraySum{E, arrays.increment, 1, true, previousE},
                      .elements = penalty.elements,
                      .changesTraces = penalty.crossesRanks});
    ArrayId source = arrays.increment;
    for (int pass = passes; pass >= 1; --pass) {
      const bool isLast = pass == 1;
      const ArrayId base = isLast ? E : arrays.increment, out = isLast ? E : arrays.result[pass % 2];
      const double y = 0.5 * step / repeats * factor[static_cast<std::size_t>(pass - 1)];
      stages.push_back(
          {.half = {.target = Field::E, .step = y, .damping = DampingOnly{source, base, out, step, penalty.level}},
           .elements = penalty.elements,
           .exchangesSource = penalty.crossesRanks,
           .exchangedLevel = penalty.level,
           .changesTraces = penalty.crossesRanks});
      source = out;
    }
  }
}

}  // namespace fluxtet::dgtd
