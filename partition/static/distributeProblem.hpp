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

/// Rank 0..ranks-1 of each element, [element], by METIS on the dual graph. No rank is empty if there are enough
/// elements. Serial.
std::vector<std::int32_t> partitionProblem(const FemProblem& whole, int ranks, int seed);

/// Sends each rank its part of rank 0's problem: ranks[e] is the rank of element e, and a part keeps the order of
/// elements, vertices and dofs. Rank 0 needs memory for one part beside the whole. Collective; the first two arguments
/// matter on rank 0 only. Throws RunError on every rank for `ranks` of another size or with a rank that does not exist.
ProblemPart distributeProblem(const FemProblem& whole, std::span<const std::int32_t> ranks, MPI_Comm comm);

/// This part's share of the loads of the whole problem, which rank 0 gives: all prescribed values, and the entries of
/// those dofs that this rank counts (RankCoupling::counted()). Dofs are local in the result. Collective.
FemLoads distributeLoads(const FemLoads& whole, const ProblemPart& part);
/// All sets of rank 0's coefficients on every rank. Collective.
std::vector<ElementCoefficients> broadcastCoefficients(std::span<const ElementCoefficients> coefficients,
                                                       MPI_Comm comm);
/// Vector of the whole problem [dofsOfWhole] on rank 0, empty elsewhere, from the vectors `values` [numDofs] of the
/// parts of all ranks. Collective.
template <class Real>
std::vector<Real> gatherDofs(std::span<const Real> values, const ProblemPart& part);

}  // namespace fluxtet::statics
