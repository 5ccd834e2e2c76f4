// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/levels/levelCosts.hpp"
#include "app/dgtd/levels/timeLevels.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// The longest whole step, c0 dt, m, that accuracy has a use for, and the rule that says so; infinite: any.
struct LongestStep {
  double step = std::numeric_limits<double>::infinity();
  std::string rule{};
  void limit(double most, const std::string& why) {
    if (most >= step) return;
    step = most;
    rule = why;
  }
};

/// How levels are chosen.
struct TimeLevelSettings {
  std::optional<int> levels;  ///< the highest level; none: as many as cost least
  LevelCosts costs{};
  double duration = 0;         ///< c0 t, m, that is simulated; 0: unknown, and the set-up does not count
  double cfl = 1;              ///< share of the longest stable step that is taken
  LongestStep longest{};       ///< stable step, of which `cfl` is taken
  std::optional<double> step;  ///< c0 dt, m, TimeLevels::step; none: that of the least cost
  double penalty = 0;          ///< share of the penalised flux, of E
};

/// Whether levels may cost less than one step for all, by a glance at the shapes of the elements, which takes a small
/// part of the time of elementSteps(). The same on all ranks. Collective.
bool levelsMayPay(const DgtdProblem& problem, const TimeLevelSettings& settings, MPI_Comm comm);

/// Chooses the step and the levels of the least cost. `steps`: elementSteps() of the centred flux. An element of level
/// l takes part in 2^l updates a step, since step / 2^l is at most what it allows; so do its neighbours, and levels of
/// neighbours beyond these differ by one. No element of elementsOfWholeSteps() is or touches one of level 1 or higher.
/// The result does not depend on how the mesh is distributed. Collective.
TimeLevels chooseTimeLevels(const SubMesh& mesh, const DgtdProblem& problem, const std::vector<double>& steps,
                            const TimeLevelSettings& settings, MPI_Comm comm);

}  // namespace fluxtet::dgtd
