// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The penalty in small elements over a whole time step (docs/theory.md, section 3.13): the increment of E is multiplied
// by a polynomial of the penalty's operator, which a few passes over the small elements apply.
#pragma once

#include "kernels/dgtd/timeStep.hpp"

#include <vector>

namespace fluxtet::dgtd {

/// The polynomial p(y) = 1 - factor[0] y (1 - factor[1] y (1 - ...)), with 0 < p(y) < 1 / (1 + y) and p(y) = 1 - y +
/// O(y^2) for 0 < y <= reach.
struct DampingPolynomial {
  double reach = 0;
  std::vector<double> factor;
};

/// The highest degree of such a polynomial: beyond, single precision would lose digits in it.
inline constexpr int mostDampingPasses = 6;
/// The polynomial of degree `passes`, 1 to mostDampingPasses, with the longest reach.
DampingPolynomial dampingPolynomial(int passes);

/// p(y / repeats)^repeats with the polynomial p of a number of passes, which has the properties of p up to `repeats`
/// times its reach.
struct DampingPlan {
  int repeats = 0, passes = 0;
};
/// The plan with the fewest repeats, and then passes, that reaches y = `bound`; none for bound = 0.
DampingPlan dampingPlan(double bound);

/// What the damped penalty needs in a step.
struct DampedPenalty {
  int level = 0;         ///< it acts between elements of this level or a higher one
  ElementList elements;  ///< clusters with such elements
  bool crossesRanks = false;
  DampingPlan plan;
};

/// Arrays for the increment of E and for two results of passes.
struct DampingArrays {
  ArrayId increment = 0;
  ArrayId result[2] = {};
};

/// Appends the stages that replace the increment r of E in its last half step by p(y) r, where 2 y is the size of that
/// half step, c0 dt = `step` in m, times the operator of the damped penalty. The arrays are zero, or hold what may be
/// lost, in clusters outside of the list.
void appendDamping(const DampedPenalty& penalty, double step, const DampingArrays& arrays, std::vector<Stage>& stages);

}  // namespace fluxtet::dgtd
