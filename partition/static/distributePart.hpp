// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/femProblem.hpp"
#include "partition/static/mpiCoupling.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::statics {

/// The data of a part of a static problem that are sent (distributeProblem.hpp).
struct PartData {
  FemProblem problem;
  std::vector<std::int32_t> wholeDof;
  SharedDofs shared;
};

/// Cuts a problem into parts. The constructor goes through all elements; the cost of a part is then in proportion to
/// its size.
class ProblemCutter {
 public:
  /// `ranks` [numElements]: rank of each element, 0 .. parts - 1. Refers to `whole`.
  ProblemCutter(const FemProblem& whole, std::span<const std::int32_t> ranks, int parts);
  /// Part of one rank, with local numbers of vertices and dofs. Once for each rank.
  PartData cut(int rank);

 private:
  std::span<const std::int32_t> elementsOf(int rank) const;
  void sortElements(std::span<const std::int32_t> ranks);
  void findSharers();
  void cutVertices(std::span<const std::int32_t> elements, FemProblem& part);
  void cutNodes(std::span<const std::int32_t> elements, FemProblem& part) const;
  SharedDofs sharedBy(int rank, std::span<const std::int32_t> dofs) const;

  const FemProblem& whole_;
  int parts_, nodes_;
  std::vector<std::int64_t> begin_;              ///< [parts + 1] into element_
  std::vector<std::int32_t> element_;            ///< by part, ascending within each
  std::vector<std::vector<std::int32_t>> dofs_;  ///< [parts] ascending
  std::vector<std::int32_t> sharedAs_;           ///< [dofs] index into sharerBegin_; -1: held by one rank or none
  std::vector<std::int32_t> sharerBegin_;        ///< into sharer_
  std::vector<std::int32_t> sharer_;             ///< ranks that hold a shared dof, ascending
  std::vector<std::int32_t> vertexNumber_, dofNumber_;  ///< in the part at hand, of what it holds
};

}  // namespace fluxtet::statics
