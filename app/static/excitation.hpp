// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/dofMap.hpp"
#include "app/static/model.hpp"
#include "kernels/static/femProblem.hpp"

#include <utility>
#include <vector>

namespace fluxtet::statics {

/// Sources of the field of one solution; a capacitance or inductance matrix takes several on one mesh.
struct Excitation {
  std::vector<double> potential;  ///< [boundaries] of those with a potential (V, A or Wb/m)
  std::vector<double> density;    ///< [regions] charge (C/m^3) or current density (A/m^2)
  bool magnets = true;            ///< remanences act
  bool surfaces = true;  ///< surface charges, flux densities, surface currents and charges of floating conductors act
};

/// Everything that the case says. Throws InputError where a total current or a coil has no area to flow through.
Excitation excitationOf(const StaticModel& model);
/// Logs a warning where nothing in the case drives a field, which is zero then. Not where a capacitance or inductance
/// matrix is asked for, which is found with potentials and currents of its own.
void warnIfNothingDrives(const StaticModel& model, const Excitation& excitation);
/// No excitation: potentials, densities, magnets and surfaces are zero.
Excitation noExcitation(const StaticModel& model);

/// Current density of each region for 1 A in each turn of a coil, [regions], A/m^2 per A. Throws InputError where the
/// regions of a side have no area.
std::vector<double> coilDensity(const StaticModel& model, const Coil& coil);
/// Area of each region of triangles, m^2 (without the weight 2 pi r), or volume of one of tetrahedra, m^3; [regions].
std::vector<double> regionMeasures(const SimplexMesh& mesh);

/// Constant by which the equations are divided, so that single precision sees numbers of like size: epsilon_0 (F/m),
/// mu_0 (H/m) or 1/mu_0 (m/H).
double equationUnit(StaticProblem problem);
/// Material and sources of each region, [regions], in SI units, undivided.
std::vector<ElementCoefficients> coefficientsOf(const StaticModel& model, const Excitation& excitation);
/// The same divided by equationUnit(), as the engine takes them.
std::vector<ElementCoefficients> engineCoefficients(const StaticModel& model, const Excitation& excitation);
/// Rest of the right-hand side, divided likewise; prescribed values are in the unit of the potential.
FemLoads engineLoads(const StaticModel& model, const DofMap& dofs, const Excitation& excitation);
/// The problem that an engine solves. Elements, vertices and regions are copied.
FemProblem makeFemProblem(const StaticModel& model, const DofMap& dofs);

}  // namespace fluxtet::statics
