// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "kernels/dgtd/poles.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/mesh/subMesh.hpp"
#include "lib/physics/dispersion.hpp"

#include <mpi.h>

#include <string>
#include <vector>

/// Dispersive media of a case on its mesh (docs/theory.md, section 3.7).
namespace fluxtet::dgtd {

/// Returns the poles of a medium in the units of the engines, time c0 t in m. Those of two states come first, so that
/// media of one problem share the arrays of states.
std::vector<Pole> polesOf(const Dispersion& dispersion);

/// Gives the elements the poles of their regions' materials. The poles of a problem are those of the case's dispersive
/// materials that some region has, in the order of the case.
void setPoles(const DgtdCase& theCase, const SubMesh& mesh, DgtdProblem& problem);

/// Lines on each dispersive material that a region has: its terms; and for the frequencies of the case, or some of
/// them, its permittivity and the conductivity that has its losses.
std::vector<std::string> mediaLines(const DgtdCase& theCase);

/// Returns the fits of these materials as the JSON text of an object by their names; empty if there are none.
std::string fitsJson(const DgtdCase& theCase);

/// Warns of absorbing boundaries at dispersive media, which reflect since they have the impedance of the medium at
/// infinite frequency. Collective.
std::vector<std::string> warningsOfMedia(const DgtdCase& theCase, const Discretisation& d, MPI_Comm comm);

}  // namespace fluxtet::dgtd
