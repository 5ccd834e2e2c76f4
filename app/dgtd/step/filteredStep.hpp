// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Leap-frog with local time steps: H is driven by a filtered E, which costs curl-curls on small elements alone
// (docs/theory.md, section 3.13; Diaz, Grote 2009 and 2015, damped as by Grote, Michel, Sauter 2021; here for staggered
// fields).
#pragma once

#include "app/dgtd/step/dampedPenalty.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "kernels/dgtd/timeStep.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace fluxtet::dgtd {

/// theta_l of the filters (docs/theory.md, section 3.13). It has to grow inwards, most from level 1 to 2: the less it
/// grows, the slower are the modes that small elements of both have, and the more they answer to slow currents.
constexpr double filterTheta(int level) {
  return (level == 1 ? 1.065 : 1.185 + 0.03 * (level - 2)) / 16;
}

/// The elements of one level l or a higher one on this rank, P_l, as whole clusters: the engine knows which elements of
/// a cluster are of the level (DgtdProblem::level).
struct LevelElements {
  ElementList own;             ///< clusters with an element of P_l
  ElementList withNeighbours;  ///< clusters with an element of P_l or one that has a face in common with one
  bool crossesRanks = false;   ///< a face between two ranks is of this level or a higher one
  /// An element of P_l, or one that has a face in common with one, has a face to another rank.
  bool neighboursCrossRanks = false;
  int level = 0;     ///< l
  double theta = 0;  ///< of the filter, theta_l
  /// theta_l Delta_l^2 of the filter, m^2, for `step` = c0 dt, m, of the whole step.
  double weight(double step) const {
    const double ofLevel = step / std::exp2(level - 1);
    return theta * ofLevel * ofLevel;
  }
  bool operator==(const LevelElements&) const = default;
};

/// The arrays that the filter needs besides E and H. `correction` is zero outside of the elements of its level.
struct FilterArrays {
  ArrayId before = 0;               ///< E before it is filtered, on P_2
  ArrayId curl = 0;                 ///< a curl of E or of a correction, on the elements of a level and their neighbours
  std::vector<ArrayId> correction;  ///< [level - 1] on P_level; of all levels but the two finest, at least one
};
/// How many they are.
constexpr int numFilterArrays(int levels) {
  return levels == 0 ? 0 : 2 + std::max(1, levels - 2);
}
/// With those of the eigenvalues that bound the step: two vectors beside them.
constexpr int numEstimateArrays(int levels) {
  return levels == 0 ? 0 : numFilterArrays(levels) + 2;
}
/// Adds FilterArrays to an engine.
template <class Real>
FilterArrays addFilterArrays(FieldEngine<Real>& engine, int levels) {
  FilterArrays arrays{engine.addWorkArray(), engine.addWorkArray(), {}};
  for (int l = 1; l <= std::max(1, levels - 2); ++l) arrays.correction.push_back(engine.addWorkArray());
  return arrays;
}

/// What its growth leaves of the step of an element of level 2 or higher, of level 1 having all of it.
inline double shareOfFinerStep() {
  return std::sqrt(filterTheta(1) / filterTheta(2));
}

/// What levels 1, 2, ... of refinement in time need in a step.
struct Refinement {
  std::vector<LevelElements> levels;  ///< [level - 1]; empty: leap-frog
  FilterArrays arrays;
  DampedPenalty damped{};
};

/// Appends the stages that turn array `x`, a field E, into Filter(level, x) in place: a curl-curl on the elements of
/// each level from the finest on. `step`: c0 dt of the whole step, m.
void appendFilter(int level, ArrayId x, double step, const Refinement& refinement, std::vector<Stage>& stages);
/// Appends the stages of one curl-curl: correction = weight (1/epsilonR) S (1/muR) S^T x on P_level, added to or
/// subtracted from `out` = `x`, or written to another array.
void appendCurlCurl(int level, ArrayId x, double weight, ArrayId out, const Refinement& refinement,
                    std::vector<Stage>& stages);

/// The stage that gives `out` the curl of Faraday's law, out += -length (1/muR) S^T source, on the elements of a level
/// and their neighbours. `source`: E, of which it is then right on these alone, or an array that is zero outside of
/// P_l, which leaves `out` as it is elsewhere.
Stage curlBesideLevel(const LevelElements& elements, double length, ArrayId source, ArrayId out, bool fromZero);

/// Appends the stages of a half step of H with the filtered E in the place of E. Filter(1, E) = a - d with a =
/// Filter(2, E), which stands in the place of E during the half step, and d = Filter(2, theta Delta^2 P_1 S S^T a),
/// whose curl is added to H afterwards. E is as before in the end. Without levels: the half step alone. `step`: c0 dt
/// of the whole step, m, positive also where the half step goes back in time.
void appendWithFilteredE(const Stage& magnetic, double step, const Refinement& refinement, std::vector<Stage>& stages);

/// One step of leap-frog with these levels; leapFrogStep() without any. `dt`: s, of the whole step. `jumpTerms`:
/// [Field] FieldEngine::readsOuterTarget().
TimeStep filteredLeapFrogStep(double dt, const ElementList& elements, std::array<bool, 2> jumpTerms,
                              const Refinement& refinement);

}  // namespace fluxtet::dgtd
