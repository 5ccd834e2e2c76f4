// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/solver.hpp"

#include <span>
#include <string>
#include <vector>

namespace fluxtet::statics {

/// A square symmetric matrix whose rows and columns have names.
struct NamedMatrix {
  std::vector<std::string> names;
  std::vector<double> values;  ///< [rows][columns]
};

/// Capacitances between the conductors of the case, F (F/m in a plane): Q_i = sum_j C_ij V_j (Maxwell's matrix:
/// negative off the diagonal). Conductors are the boundaries with a potential or floating; those that touch are one.
/// Each in turn is at 1 V and all others at 0, without charges; C_ij = a(V_i, V_j). `solver` is that of the case, for
/// `dofs`. It cannot hold floating conductors at a potential, so that another is made where there are any. Throws
/// RunError as StaticSolver::solve().
NamedMatrix capacitanceMatrix(const StaticModel& model, const DofMap& dofs, StaticSolver& solver,
                              const StaticDevice& device);

/// Inductances of the coils of the case, H (H/m in a plane), by 1 A in each in turn, without magnets, other currents
/// and given potentials: the flux of coil j linked with coil i. Throws RunError as StaticSolver::solve().
NamedMatrix inductanceMatrix(const StaticModel& model, StaticSolver& solver);

/// Flux linked with each coil, [coil], Wb (Wb/m in a plane). `values`: [numNodes] A, Wb/m.
std::vector<double> fluxLinkages(const StaticModel& model, std::span<const double> values);

}  // namespace fluxtet::statics
