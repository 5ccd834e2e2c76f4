// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/femProblem.hpp"
#include "partition/static/mpiCoupling.hpp"

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fluxtet::statics {

/// One rank's share of a static problem: its elements, and the vertices and dofs of their nodes. A rank may have none.
/// Prescribed values and sets of coefficients keep their numbers.
struct ProblemPart {
  FemProblem problem;
  std::vector<std::int32_t> wholeDof;  ///< [problem.numDofs] number in the whole problem, ascending
  std::int32_t dofsOfWhole = 0;
  std::unique_ptr<MpiCoupling> coupling;  ///< for StaticEngineSettings and AmgSolver
  MPI_Comm comm = MPI_COMM_NULL;
};

/// Rank of each element: METIS on the dual graph, no rank empty if there are enough elements. Serial.
std::vector<std::int32_t> partitionProblem(const FemProblem& whole, int ranks, int seed);

/// Sends each rank its part of rank 0's problem: ranks[e] is the rank of element e, and a part keeps the order of
/// elements, vertices and dofs. Collective; the first two arguments of other ranks are ignored. Rank 0 needs memory for
/// one part beside the whole.
ProblemPart distributeProblem(const FemProblem& whole, std::span<const std::int32_t> ranks, MPI_Comm comm);

/// This part's share of the loads of the whole problem, which rank 0 gives: all prescribed values, and what is added to
/// dofs that are counted here. Collective.
FemLoads distributeLoads(const FemLoads& whole, const ProblemPart& part);
/// All sets of rank 0's coefficients on every rank. Collective.
std::vector<ElementCoefficients> broadcastCoefficients(std::span<const ElementCoefficients> coefficients,
                                                       MPI_Comm comm);
/// The vector of the whole problem [dofsOfWhole] on rank 0, empty elsewhere, from the parts [numDofs] of all ranks.
/// Collective.
template <class Real>
std::vector<Real> gatherDofs(std::span<const Real> values, const ProblemPart& part);

}  // namespace fluxtet::statics
