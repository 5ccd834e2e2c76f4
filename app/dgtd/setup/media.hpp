// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "kernels/dgtd/poles.hpp"
#include "kernels/dgtd/problem.hpp"
#include "kernels/dgtd/tensorMedium.hpp"
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

/// Gives the elements the poles and tensors of their regions' materials. Those of a problem are those of the case's
/// materials that some region has, in the order of the case.
void setMedia(const DgtdCase& theCase, const SubMesh& mesh, DgtdProblem& problem);

/// Returns the tensors of a material that has some, in the units of the engines; and as text, equal texts having equal
/// tensors.
TensorMedium tensorsOf(const Material& material);
std::string tensorsText(const Material& material);

/// Adds a scalar permittivity and conductivity (Z0 times it, 1/m) to the medium of `elements`, this rank's elements of
/// one region: what a circuit element has beside the material between its conductors, tensors or not. Collective.
void addBesideMedium(const std::vector<std::int32_t>& elements, double epsilonR, double sigma, DgtdProblem& problem,
                     MPI_Comm comm);

/// Sets epsilonR and muR of the elements of regions with tensors that meet an absorbing boundary to those of a wave
/// from straight ahead, with which the boundary lets it out: their largest principal values, which these numbers else
/// are, only weight the jump terms. Throws InputError on every rank where such waves have two impedances. Collective.
void setImpedancesAtOpenSurfaces(const DgtdCase& theCase, const SubMesh& mesh, DgtdProblem& problem, MPI_Comm comm);

/// Lines on each dispersive or anisotropic material that a region has: its terms and tensors; and for the frequencies
/// of the case, or some of them, its permittivity and the conductivity that has its losses.
std::vector<std::string> mediaLines(const DgtdCase& theCase);

/// Returns the fits of these materials as the JSON text of an object by their names; empty if there are none.
std::string fitsJson(const DgtdCase& theCase);

/// Warns of absorbing boundaries at dispersive media, which reflect since they have the impedance of the medium at
/// infinite frequency. Collective.
std::vector<std::string> warningsOfMedia(const DgtdCase& theCase, const Discretisation& d, MPI_Comm comm);

}  // namespace fluxtet::dgtd
