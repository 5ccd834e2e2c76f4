// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/absorbingLayers.hpp"
#include "app/dgtd/setup/gaussianBeam.hpp"
#include "app/dgtd/setup/totalField.hpp"
#include "app/dgtd/setup/wavePorts.hpp"
#include "app/dgtd/sources/impressedCurrents.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet::dgtd {

/// The problem of one rank, the case's dipoles on the mesh, where the fields are total fields, and the case's beams.
struct ProblemSetup {
  DgtdProblem problem;
  std::vector<SpreadDipole> dipoles;
  TotalField totalField;
  std::vector<Beam> beams;
  std::vector<LumpedRegion> loads;  ///< regions of the case's loads
  WavePorts wavePorts;
};

/// Geometry, materials, faces, incident waves and currents of one rank's elements, normalised as DgtdProblem states.
/// The case has passed checkCaseAgainstMesh(). Waveform i belongs to source i of the case; further waveforms are those
/// of dipoles, filtered by their equalisers. Collective. Throws InputError on every rank for a dipole outside the mesh
/// and for waves that findTotalField() or addIncidentWaves() refuses. `knownPorts`: as `known` of findWavePorts().
ProblemSetup makeProblem(const DgtdCase& theCase, const SubMesh& mesh, const AbsorbingLayers& layers,
                         const std::vector<SymmetryPlane>& planes, const ReferenceElement& basis,
                         const std::vector<LumpedPort>& ports, std::vector<WavePort> knownPorts, MPI_Comm comm);

}  // namespace fluxtet::dgtd
