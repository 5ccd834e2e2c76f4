// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/model.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::statics {

/// A prescribed value: `factor` times the potential of a boundary of the case.
struct PrescribedValue {
  int boundary = -1;  ///< index into StaticCase::boundaries; -1: the value is 0
  double factor = 0;  ///< 1 or -1; 0 where the value is 0
};

/// Dofs or prescribed values of the nodes, after the boundary conditions.
struct DofMap {
  std::vector<std::int32_t> ofNode;  ///< [numNodes] a dof >= 0, or -1 - k for prescribed value k
  /// [numNodes] 1: minus the value of its dof (never of a prescribed value); empty: no node
  std::vector<std::uint8_t> minus;
  std::vector<PrescribedValue> prescribed;
  std::vector<std::int32_t> ofBoundary;  ///< [boundaries] dof of a floating conductor; -1 of others
  /// [boundaries] lowest of the boundaries with a potential that touch each other and so are one conductor; of a
  /// floating one itself; -1 of others.
  std::vector<int> conductor;
  std::int32_t numDofs = 0;
};

/// Makes the map from nodes to dofs. `boundaries` are those of the case, or the same with other kinds. Throws
/// InputError that names boundaries and places: different potentials on a common node, a floating conductor that
/// touches a potential or another one, periodic boundaries that do not match, no unknown left.
DofMap makeDofMap(const StaticModel& model, const std::vector<StaticBoundary>& boundaries);

/// Throws InputError if a connected part of the mesh has no fixed potential, so that its solution is not unique; names
/// a region of it and what to add. A meridian plane that reaches the axis needs none for A, which is 0 there.
void requireConstrained(const StaticModel& model, const DofMap& dofs);

/// Values of the prescribed nodes, [prescribed], from `potential` [boundaries], both V, A or Wb/m.
std::vector<double> prescribedValues(const DofMap& dofs, std::span<const double> potential);
/// Values of all nodes [numNodes] from those of the dofs, `solution` [numDofs], and the prescribed ones, `prescribed`
/// [prescribed]; V, A or Wb/m.
std::vector<double> nodeValues(const DofMap& dofs, std::span<const double> solution,
                               std::span<const double> prescribed);

}  // namespace fluxtet::statics
