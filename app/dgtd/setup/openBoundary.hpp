// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/elementSet.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// Where a model is open: its absorbing surfaces and its absorbing layers. Layers of `problem` are set. All arguments
/// outlive it.
class OpenBoundary {
 public:
  OpenBoundary(const DgtdCase& theCase, const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm);

  /// Whether a face, 4 * element + face, is on the outer surface and lets waves out.
  bool hasFace(std::int32_t face) const;
  /// Whether there is none on any rank. Collective.
  bool none() const;

  /// The elements from which the open boundary cannot be reached without crossing the surface group. Collective.
  ElementSet elementsBehind(std::int32_t surface) const;
  /// The elements all of whose vertices are at least so many edges away from the open boundary. Collective.
  ElementSet elementsAwayFrom(int edges) const;

 private:
  bool hasElement(std::int32_t element) const;

  const SubMesh& mesh_;
  const DgtdProblem& problem_;
  MPI_Comm comm_;
  std::vector<bool> isOpen_;  ///< by surface group
};

}  // namespace fluxtet::dgtd
