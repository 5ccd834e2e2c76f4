// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/levels/timeLevels.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet::dgtd {

/// Levels `first` to `last`.
struct LevelRange {
  int first = 0, last = maxTimeLevel;
};

/// Returns an upper bound of the largest eigenvalue, 1/m, of the damped penalty's operator
/// (DgtdProblem::dampedPenaltyOfFace) with 1/epsilonR: the square of a jump is at most twice the sum of the squares on
/// both sides, so that no eigenvalue is above the largest one of what then remains, which is a small matrix in each
/// element and is bounded in turn (docs/theory.md, section 3.13). With some levels, of that operator between fields in
/// elements of these. The same on all ranks. Collective.
double dampedPenaltyBound(const DgtdProblem& problem, const ReferenceElement& basis, LevelRange levels, MPI_Comm comm);

/// Returns what it is in a step of `step` = c0 dt, m, in units of half a step. Collective.
PenaltyOfLevels penaltyOfLevels(const DgtdProblem& problem, const ReferenceElement& basis, double step, MPI_Comm comm);

/// Lowers the damped penalty at the faces of elements of level 1 that have more of it than mostInLevel1(), where that
/// is few elements and not by much: what one pass damps in a step of `step` = c0 dt, m, or a shorter one. `penalty`:
/// penaltyOfLevels() of the problem. The same at a face on any number of ranks. Collective.
void fitPenaltyOfLevel1(const SubMesh& mesh, const ReferenceElement& basis, double step, const PenaltyOfLevels& penalty,
                        DgtdProblem& problem, MPI_Comm comm);

/// Returns what the damped penalty needs in a step. `penalty`: penaltyOfLevels() of the step; `levels`:
/// levelElements().
DampedPenalty dampedPenalty(const PenaltyOfLevels& penalty, const std::vector<LevelElements>& levels);

}  // namespace fluxtet::dgtd
