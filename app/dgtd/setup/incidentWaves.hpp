// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/gaussianBeam.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// A lossless medium, relative to vacuum.
struct Medium {
  double epsilonR = 1, muR = 1;
};

/// The waves of a plane wave that meets a half space (Born and Wolf, Principles of Optics, 7th ed., section 1.5). In
/// time, each is the waveform of the incident one.
struct HalfSpaceWaves {
  std::vector<IncidentWave> before;  ///< the incident wave and, unless it vanishes, the reflected one
  std::vector<IncidentWave> behind;  ///< the transmitted wave; none in a conductor
};
/// Returns the waves on both sides of a plane. media: that in which the wave arrives, and that behind the plane. Throws
/// InputError, which begins with `key`, for a wave along the plane and for one that is totally reflected.
HalfSpaceWaves wavesAtHalfSpace(const IncidentWave& incident, const HalfSpace& halfSpace,
                                const std::array<Medium, 2>& media, const std::string& key);

/// Fills the lists of waves of `problem` from the case's plane waves: which wave enters through which of the faces of
/// DgtdProblem::incidentFace(). Faces, materials, waveforms of all sources and injected faces of `problem` are set.
/// Returns the beams among them. Collective. Throws InputError on every rank for a surface in several media, for a half
/// space that wavesAtHalfSpace() refuses and for a beam that latticeOfBeam() refuses.
std::vector<Beam> addIncidentWaves(const DgtdCase& theCase, const SubMesh& mesh, const ReferenceElement& basis,
                                   DgtdProblem& problem, MPI_Comm comm);

}  // namespace fluxtet::dgtd
