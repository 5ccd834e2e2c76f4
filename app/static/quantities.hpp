// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/force.hpp"
#include "app/static/forceCut.hpp"
#include "app/static/matrices.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet::statics {

/// Numbers that the case asks for, SI; in a plane all but potentials are for each metre of depth.
struct StaticQuantities {
  std::optional<double> energy;  ///< J
  std::optional<NamedMatrix> capacitance, inductance;
  std::vector<std::pair<std::string, double>> fluxLinkage;        ///< of each coil, Wb
  std::vector<std::pair<std::string, double>> floatingPotential;  ///< of each floating conductor, V
  struct Force {
    std::string region;
    RegionForce value;  ///< without what `cut` leaves unknown; so is the balance
    ForceBalance balance;
    ForceCut cut;
    bool withTorque = false;
  };
  std::vector<Force> forces;
};

/// Evaluates the solution `values` [numNodes] of `excitation`. Solves again for the matrices, with `solver`, whose
/// right-hand side it changes. Logs a warning where a force includes forces on other bodies.
StaticQuantities evaluateQuantities(const StaticModel& model, const DofMap& dofs, const Excitation& excitation,
                                    std::span<const double> values, StaticSolver& solver, const StaticDevice& device);

}  // namespace fluxtet::statics
