// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The penalty in small elements over a whole time step (docs/theory.md, section 3.13): the increment of E is multiplied
// by a polynomial of the penalty's operator. One pass over all refined elements applies it, after further passes over
// those of level 2 and higher, in which the penalty is strong.
#pragma once

#include "kernels/dgtd/timeStep.hpp"

#include <cstdint>
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
/// The longest reach of a polynomial of degree `passes`, 1 to mostDampingPasses, with a margin.
double longestDampingReach(int passes);
/// The polynomial of that degree with a reach of at most the longest one.
DampingPolynomial dampingPolynomial(int passes, double reach);
/// What y may be at most in elements in which factor[0] alone is applied, where all factors are applied in the others:
/// the increment is then multiplied by an operator P with 0 < P < 1 / (1 + Y) still.
double mostOfOnePass(const DampingPolynomial& polynomial);

/// The polynomial p of degree `passes` up to y = `reach`, all factors of which are applied in elements of level 2 and
/// higher, in those of level 1 the first one. Or, `everywhere` in refined elements, p(y / repeats)^repeats, which has
/// the properties of p up to repeats times its reach.
struct DampingPlan {
  int repeats = 0, passes = 0;
  bool everywhere = false;
  double reach = 0;  ///< of p
  bool operator==(const DampingPlan&) const = default;
};

/// A penalty: what y is at most in elements of level 1 and in those of higher levels, and how many they are.
struct PenaltyOfLevels {
  double inLevel1 = 0, above = 0;
  std::int64_t elementsOfLevel1 = 0, elementsAbove = 0;
};
/// The plan whose passes cost least; none where y is 0.
DampingPlan dampingPlan(const PenaltyOfLevels& penalty);
/// What y may be at most in elements of level 1 so that a plan with one pass over them costs less than one that acts
/// everywhere; 0: there is no such plan that leaves y of 0.7.
double mostInLevel1(const PenaltyOfLevels& penalty);

/// What the damped penalty needs in a step.
struct DampedPenalty {
  /// Where a pass acts: on the elements of a level and of higher ones.
  struct Where {
    int level = 1;
    /// Clusters with such elements, and those with such elements or neighbours of them.
    ElementList elements, withNeighbours;
    bool crossesRanks = false;  ///< such elements have faces in common with elements of other ranks
    bool operator==(const Where&) const = default;
  };
  Where last;    ///< the last pass
  Where before;  ///< the passes before it
  DampingPlan plan;
};

/// Arrays for the increment of E and for two results of passes.
struct DampingArrays {
  ArrayId increment = 0;
  ArrayId result[2] = {};
};

/// Appends the stages that replace the increment r of E in its last half step by P r as the plan says, where 2 y is the
/// size of that half step, c0 dt = `step` in m, times the operator of the damped penalty. The arrays hold what may be
/// lost in clusters outside of the lists.
void appendDamping(const DampedPenalty& penalty, double step, const DampingArrays& arrays, std::vector<Stage>& stages);

}  // namespace fluxtet::dgtd
