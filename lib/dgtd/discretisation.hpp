// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "basis/referenceElement.hpp"
#include "config/case.hpp"
#include "kernels/dgtd/problem.hpp"
#include "partition/subMesh.hpp"

#include <mpi.h>

#include <array>

namespace fluxtet {

/// A case brought onto its mesh on this rank: everything but the engine that computes.
struct Discretisation {
  ReferenceElement basis;
  SubMesh mesh;
  DgtdProblem problem;
  std::array<Vec3, 2> boundingBox{};  ///< of the whole mesh, m

  std::int64_t totalDofs() const { return mesh.totalElements * basis.np() * 6; }
  std::size_t valuesPerField() const { return static_cast<std::size_t>(mesh.numElements) * basis.np() * 3; }
};

/// Loads and spreads the mesh, checks the case against it, matches the faces, sets up materials, boundaries and sources.
/// Collective. Throws InputError on every rank.
Discretisation discretise(const Case& theCase, MPI_Comm comm);

}  // namespace fluxtet
