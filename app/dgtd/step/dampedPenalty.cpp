// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/dampedPenalty.hpp"

#include "lib/base/constants.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
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

/// By powers of y. They are large and cancel, which would lose digits in double precision.
using Coefficients = std::vector<long double>;

Coefficients product(const Coefficients& a, const Coefficients& b) {
  Coefficients result(a.size() + b.size() - 1, 0);
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

long double valueAt(const Coefficients& polynomial, long double y) {
  long double value = 0;
  for (std::size_t i = polynomial.size(); i > 0; --i) value = value * y + polynomial[i - 1];
  return value;
}

/// The fewest repeats, and then passes, that reach y = `bound` in all refined elements; none for bound = 0.
DampingPlan planEverywhere(double bound) {
  if (bound <= 0) return {};
  const int repeats = static_cast<int>(std::ceil(bound / longestDampingReach(mostDampingPasses)));
  int passes = 1;
  while (bound > repeats * longestDampingReach(passes)) ++passes;
  return {repeats, passes, true, bound / repeats};
}
/// So many passes, one of them in elements of level 1; none where they are too few for the others.
std::optional<DampingPlan> planByLevel(const PenaltyOfLevels& penalty, int passes) {
  const double reach = std::max(penalty.above, longestDampingReach(1));
  if (reach > longestDampingReach(passes)) return std::nullopt;
  return DampingPlan{1, passes, false, reach};
}
/// What y may be in elements of level 1 with a plan by levels.
double mostBesidePlan(const DampingPlan& plan) {
  return mostOfOnePass(dampingPolynomial(plan.passes, plan.reach));
}

/// What the passes of a plan cost, in elements: a pass over few of them takes as long as one over 30,000 does longer
/// (docs/data/localSteps/README.md, "One pass over elements of level 1").
double costOf(const DampingPlan& plan, const PenaltyOfLevels& penalty) {
  constexpr double ofPass = 30'000;
  const double above = ofPass + static_cast<double>(penalty.elementsAbove),
               all = above + static_cast<double>(penalty.elementsOfLevel1);
  return plan.everywhere ? plan.repeats * plan.passes * all : (plan.passes - 1) * above + all;
}

}  // namespace

double longestDampingReach(int passes) {
  return shareOfReach * longestReach(passes + 1);
}

// With q = (1 + T_n(w(y))) / (1 + T_n(w(-1))) the polynomial is p = (1 - q) / (1 + y): q(-1) = 1, and q >= 0 on [0,
// reach], where w runs from the first interior minimum of T_n, cos(pi / n), to -1, so that q has a double zero at y =
// 0.
DampingPolynomial dampingPolynomial(int passes, double reach) {
  const int n = passes + 1;
  DampingPolynomial result{reach, {}};
  const long double first = std::cos(std::numbers::pi_v<long double> / n);
  Coefficients q = raisedChebyshev(n, {first, -(1 + first) / reach});
  const long double atMinusOne = valueAt(q, -1);
  for (long double& c : q) c /= atMinusOne;
  // (1 - q) / (1 + y) from the highest power down, so that rounding is not multiplied by powers of y: c_k of the
  // quotient is c_{k + 1} of 1 - q less that of the quotient.
  Coefficients p(static_cast<std::size_t>(n), 0);
  for (std::size_t k = p.size(); k > 0; --k) p[k - 1] = -q[k] - (k < p.size() ? p[k] : 0);
  for (std::size_t k = 1; k < p.size(); ++k) result.factor.push_back(static_cast<double>(-p[k] / p[k - 1]));
  return result;
}

double mostOfOnePass(const DampingPolynomial& polynomial) {
  constexpr double margin = 0.95;
  constexpr int samples = 1000;
  double most = 0;
  for (int i = 1; i <= samples; ++i) {
    const double y = polynomial.reach * i / samples;
    double p = 1;
    for (auto factor = polynomial.factor.rbegin(); factor != polynomial.factor.rend(); ++factor)
      p = 1 - *factor * y * p;
    most = std::max(most, (1 - (1 + y) * p) / (y * p));
  }
  return margin / (1 + most);
}

DampingPlan dampingPlan(const PenaltyOfLevels& penalty) {
  DampingPlan best = planEverywhere(std::max(penalty.inLevel1, penalty.above));
  for (int passes = 2; passes <= mostDampingPasses; ++passes) {
    const std::optional<DampingPlan> plan = planByLevel(penalty, passes);
    if (!plan || penalty.inLevel1 > (1 + 1e-9) * mostBesidePlan(*plan)) continue;
    if (costOf(*plan, penalty) < costOf(best, penalty)) best = *plan;
  }
  return best;
}

double mostInLevel1(const PenaltyOfLevels& penalty) {
  constexpr double enough = 0.7;
  const DampingPlan everywhere = planEverywhere(std::max(penalty.inLevel1, penalty.above));
  double most = 0, least = costOf(everywhere, penalty);
  if (penalty.above <= longestDampingReach(1)) {
    // No elements above, or hardly smaller ones.
    if (everywhere.passes > 1) most = longestDampingReach(1);
    return most;
  }
  for (int passes = 2; passes <= mostDampingPasses; ++passes) {
    const std::optional<DampingPlan> plan = planByLevel(penalty, passes);
    if (!plan) continue;
    const double ofPlan = mostBesidePlan(*plan), cost = costOf(*plan, penalty);
    if (ofPlan < enough || cost >= least) continue;
    most = ofPlan;
    least = cost;
  }
  return most;
}

// With s = r and then s = r - factor[k] Y s in the elements of `before` for k from the last one down to 1, the
// increment becomes r - Y s.
void appendDamping(const DampedPenalty& penalty, double step, const DampingArrays& arrays, std::vector<Stage>& stages) {
  const auto& [repeats, passes, everywhere, reach] = penalty.plan;
  if (repeats == 0) return;
  const ArrayId E = arrayOf(Field::E), increment = arrays.increment;
  const std::vector<double> factor = dampingPolynomial(passes, reach).factor;
  const auto takeIncrement = [&](ArrayId out, const ElementList& elements, bool crossesRanks) {
    stages.push_back(
        {.half = {}, .sum = ArraySum{E, out, 1, true, previousE}, .elements = elements, .changesTraces = crossesRanks});
  };
  for (int repeat = 0; repeat < repeats; ++repeat) {
    takeIncrement(increment, penalty.last.elements, penalty.last.crossesRanks);
    ArrayId source = increment;
    for (int pass = passes - 1; pass >= 0; --pass) {
      const bool isLast = pass == 0, isNextToLast = pass == 1;
      const DampedPenalty::Where& where = isLast ? penalty.last : penalty.before;
      // The increment itself takes the last result before the end, so that the last pass finds it in all elements.
      if (isNextToLast && source == increment) {
        source = arrays.result[0];
        takeIncrement(source, where.withNeighbours, where.crossesRanks);
      }
      const ArrayId base = isLast ? E : increment;
      const ArrayId out = isLast || isNextToLast ? base : arrays.result[pass % 2];
      const double y = 0.5 * step / repeats * factor[static_cast<std::size_t>(pass)];
      stages.push_back(
          {.half = {.target = Field::E, .step = y, .damping = DampingOnly{source, base, out, step, where.level}},
           .elements = out == base ? where.elements : where.withNeighbours,
           .exchangesSource = where.crossesRanks,
           .exchangedLevel = where.level,
           .changesTraces = where.crossesRanks});
      source = out;
    }
  }
}

}  // namespace fluxtet::dgtd
