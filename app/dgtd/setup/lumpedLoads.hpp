// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/sources/lumpedRegion.hpp"
#include "kernels/dgtd/poles.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <complex>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// What a load adds to the medium of its region, so that the region's current is that of the load at the region's
/// voltage (docs/theory.md, section 3.9).
struct LoadMedium {
  double epsilonR = 0;      ///< permittivity
  double sigma = 0;         ///< S/m
  std::vector<Pole> poles;  ///< at most one
};
/// `perLength`: length / area of the region, 1/m.
LoadMedium mediumOf(const LoadSettings& load, double perLength);

/// Impedance of a load at the angular frequency omega, 1/s, in ohm.
std::complex<double> impedanceOf(const LoadSettings& load, double omega);

/// Returns the conductivity that takes as much power as that medium at the angular frequency omega, 1/s, in S/m.
double conductivityOf(const LoadMedium& medium, double omega);

/// Adds the loads of the case to the media of their elements; those on strips are laws of faces (FaceLawSet). To be
/// called when the problem has the media of the materials. `isInLayer`, `planes`: as in findLumpedRegion(). Returns the
/// regions of the loads. Collective. Throws InputError on every rank for a region without elements.
std::vector<LumpedRegion> addLoads(const DgtdCase& theCase, const SubMesh& mesh, const std::vector<bool>& isInLayer,
                                   const std::vector<SymmetryPlane>& planes, DgtdProblem& problem, MPI_Comm comm);

/// A load in words: "Chip: 50 ohm, 5e-09 H in series".
std::string loadText(const LoadSettings& load);
/// The loads in words, for checkpointIdentity(): equal texts have equal loads.
std::string loadsText(const DgtdCase& theCase);

}  // namespace fluxtet::dgtd
