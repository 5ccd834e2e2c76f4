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

namespace fluxtet::dgtd {

/// A dipole spread on the mesh; radius and roughness as in SpreadPoint.
struct SpreadDipole {
  std::size_t source = 0;  ///< index into DgtdCase::sources
  double radius = 0;       ///< m
  double roughness = 1;
};

/// Adds the currents of the case's `dipole` and `current` sources to the problem, whose geometry, media and waveforms
/// are set. Returns the dipoles. Collective. Throws InputError on every rank for a dipole that lies outside of the mesh
/// or in a medium for which it cannot be equalised.
std::vector<SpreadDipole> addCurrents(const DgtdCase& theCase, const SubMesh& mesh, const ReferenceElement& basis,
                                      DgtdProblem& problem, MPI_Comm comm);

/// Adds the current of a generator. Its resistance is part of the medium, or a law of faces.
void addGenerator(const LumpedPort& port, const SubMesh& mesh, const ReferenceElement& basis, DgtdProblem& problem);

}  // namespace fluxtet::dgtd
