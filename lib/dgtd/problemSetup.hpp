// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "basis/referenceElement.hpp"
#include "config/case.hpp"
#include "dgtd/gaps.hpp"
#include "kernels/dgtd/problem.hpp"
#include "partition/subMesh.hpp"

#include <mpi.h>

namespace fluxtet {

/// Geometry, materials, faces, incident waves and currents of one rank's elements, normalised as DgtdProblem says.
/// The case is consistent with the mesh (checkCaseAgainstMesh); the waveforms are those of its sources, in their order.
/// Collective. Throws InputError on every rank for a dipole outside the mesh.
DgtdProblem makeProblem(const Case& theCase, const SubMesh& mesh, const ReferenceElement& basis,
                        const std::vector<Gap>& gaps, MPI_Comm comm);

}  // namespace fluxtet
