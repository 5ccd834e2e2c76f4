// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/problemSetup.hpp"
#include "app/dgtd/sources/lumpedPorts.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/base/timer.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"
#include "partition/elementWork.hpp"

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

namespace fluxtet {

/// A case brought onto its mesh on this rank: everything but the engine that computes.
struct Discretisation {
  ReferenceElement basis;
  SubMesh mesh;
  DgtdProblem problem;
  std::array<Vec3, 2> boundingBox{};    ///< of the whole mesh, m
  std::vector<LumpedPort> lumpedPorts;  ///< generators
  std::vector<SpreadDipole> dipoles;
  ElementWork work;                        ///< where the fields are: uniform on a GPU
  std::vector<std::string> outerSurfaces;  ///< names of the mesh's surfaces that bound it

  std::int64_t totalDofs() const { return mesh.totalElements * basis.np() * 6; }
  std::size_t valuesPerField() const { return static_cast<std::size_t>(mesh.numElements) * basis.np() * 3; }
};

/// Loads and spreads the mesh, checks the case against it, matches the faces, sets up materials, boundaries and
/// sources. What is done is told to `phases`: read, partition, distribute (where rank 0 cuts the mesh), faces, order,
/// problem. Collective. Throws InputError on every rank.
Discretisation discretise(const DgtdCase& theCase, bool onGpu, PhaseTimer& phases, MPI_Comm comm);
/// The same with the sources (and initial fields) of another case, which has the mesh, materials and boundaries of
/// `d`; mesh and matched faces stay. Collective. Throws InputError on every rank for a case that does not suit the
/// mesh.
void setSources(const DgtdCase& theCase, bool onGpu, Discretisation& d, MPI_Comm comm);
/// discretise() for the CPU.
Discretisation discretise(const DgtdCase& theCase, MPI_Comm comm);

}  // namespace fluxtet
