// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/sources/lumpedPorts.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace fluxtet {

/// A dipole as it was brought onto the mesh, see SpreadPoint.
struct SpreadDipole {
  std::size_t source = 0;  ///< of the case
  double radius = 0;       ///< m
  double roughness = 1;
};

struct ProblemSetup {
  DgtdProblem problem;
  std::vector<SpreadDipole> dipoles;
};

/// Geometry, materials, faces, incident waves and currents of one rank's elements, normalised as DgtdProblem says.
/// The case is consistent with the mesh (checkCaseAgainstMesh); the first waveforms are those of its sources, in their
/// order, further ones those of dipoles as they are spread. Collective. Throws InputError on every rank for a dipole
/// outside the mesh.
ProblemSetup makeProblem(const DgtdCase& theCase, const SubMesh& mesh, const ReferenceElement& basis,
                         const std::vector<LumpedPort>& ports, MPI_Comm comm);

}  // namespace fluxtet
