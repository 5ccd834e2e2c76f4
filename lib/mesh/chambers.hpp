// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/surfaceMesh.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet {

/// The chambers that triangles enclose. Triangles may be walls between two chambers, so that more than two meet at an
/// edge. A shell is a surface that a chamber touches: the one round it, or one round what it has inside.
struct Chambers {
  static constexpr int open = 0;  ///< the chamber outside of all triangles

  struct Shell {
    int chamber = open;    ///< whose shell it is
    bool isOuter = false;  ///< it is round the chamber
  };
  int count = 1;                                       ///< with the open one; each other one has one outer shell
  std::vector<Shell> shells{};                         ///< in the order of their first triangles
  std::vector<std::array<std::size_t, 3>> nodes{};     ///< each triangle once, as it was first
  std::vector<std::array<std::size_t, 2>> shellsOf{};  ///< of a triangle: behind it, and where its normal points
  std::map<std::array<std::size_t, 3>, std::size_t> numberOf{};  ///< of a triangle, by its nodes in ascending order

  /// The triangle of these nodes, whatever their order.
  std::optional<std::size_t> find(const std::array<std::size_t, 3>& triangle) const;
  int chamberOf(std::size_t triangle, std::size_t side) const { return shells[shellsOf[triangle][side]].chamber; }
};

/// Finds the chambers of triangles, `nodes` [n][3]; those of the same nodes are one. Chambers are numbered in the order
/// of the first triangles of their outer shells. Throws InputError, which begins with `file`, for a surface that is not
/// closed, triangles that overlap at an edge, and a triangle with the same chamber on both sides.
Chambers chambersOf(const std::vector<std::size_t>& nodes, const NodePositions& positions, const std::string& file);

/// Tells for each chamber whether it is inside of the closed surface of some of these triangles, `nodes` [n][3]; none
/// is if that is not closed. Triangles that are none of the chambers' are passed over.
std::vector<bool> chambersInside(const Chambers& chambers, const std::vector<std::size_t>& nodes);

}  // namespace fluxtet
