// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/gaussianBeam.hpp"
#include "app/dgtd/setup/wavePorts.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet::dgtd {

/// Fills the lists of waves of `problem` from the case's plane waves and those of its wave ports: which wave enters
/// through which of the faces of DgtdProblem::incidentFace(). Faces, materials, waveforms of all sources and injected
/// faces of `problem` are set. Returns the beams among them. Collective. Throws InputError on every rank for a surface
/// in several media, for a half space that wavesAtHalfSpace() refuses and for a beam that latticeOfBeam() refuses.
std::vector<Beam> addIncidentWaves(const DgtdCase& theCase, const SubMesh& mesh, const ReferenceElement& basis,
                                   DgtdProblem& problem, const WavePorts& ports, MPI_Comm comm);

}  // namespace fluxtet::dgtd
