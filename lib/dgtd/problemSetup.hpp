// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "basis/referenceElement.hpp"
#include "config/case.hpp"
#include "kernels/dgtd/problem.hpp"
#include "partition/subMesh.hpp"

#include <mpi.h>

namespace fluxtet {

/// Geometry, materials, faces, incident waves and currents of one rank's elements, normalised as DgtdProblem says.
/// The case is consistent with the mesh (checkCaseAgainstMesh). Collective. Throws InputError on every rank for a dipole
/// outside the mesh.
DgtdProblem makeProblem(const Case& theCase, const SubMesh& mesh, const ReferenceElement& basis, MPI_Comm comm);

}  // namespace fluxtet
