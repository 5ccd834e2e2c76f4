// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/step/filteredStep.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet::dgtd {

/// Returns an upper bound of the largest eigenvalue, 1/m, of the damped penalty's operator
/// (DgtdProblem::dampedPenaltyOfFace) with 1/epsilonR: the square of a jump is at most twice the sum of the squares on
/// both sides, so that no eigenvalue is above the largest one of what then remains, which is a small matrix in each
/// element (docs/theory.md, section 3.13). The same on all ranks. Collective.
double dampedPenaltyBound(const DgtdProblem& problem, const ReferenceElement& basis, MPI_Comm comm);

/// Returns what the damped penalty needs in a step of `step` = c0 dt, m. Collective.
DampedPenalty dampedPenalty(const DgtdProblem& problem, const ReferenceElement& basis,
                            const std::vector<LevelElements>& levels, double step, MPI_Comm comm);

}  // namespace fluxtet::dgtd
