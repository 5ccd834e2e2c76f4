// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/base/vec3.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::test {

/// A box of rectangular cells, each cut into six Kuhn tetrahedra that share its main diagonal. Elements are ordered by
/// cell, with x running fastest.
struct KuhnBox {
  std::vector<Vec3> vertex;                   ///< coordinates, m
  std::vector<std::array<int, 4>> element;    ///< [element] vertex numbers, ascending
  std::vector<std::array<int, 4>> neighbour;  ///< [element][face] 4 * element + local face across, or -1 at the hull
  std::vector<std::array<int, 4>> side;  ///< [element][face] side of the box, 0..5 for x- x+ y- y+ z- z+, or -1 inside

  int numElements() const { return static_cast<int>(element.size()); }
};

/// Makes a box of `cells` cells and `size` m along x, y and z, with one corner at the origin. Each coordinate of the
/// inner vertices is shifted by a random amount of up to `perturb` cell sizes, the same in every call.
KuhnBox makeKuhnBox(std::array<int, 3> cells, Vec3 size, double perturb = 0);

/// Returns the same box with its elements in another order, the same in every call; no element moves by more than
/// `reach` places.
KuhnBox shuffled(const KuhnBox& box, int reach);
/// Returns the same box with groups of `size` consecutive elements in random order, the same in every call; the order
/// within a group stays.
KuhnBox inShuffledGroups(const KuhnBox& box, int size);
/// Returns the box with a third of its elements at the beginning, in an order in which neighbours are far apart.
KuhnBox withScatteredThird(const KuhnBox& box);

/// A flux between elements, with its DgtdProblem::upwind and DgtdProblem::penalty.
struct FluxChoice {
  const char* name;
  bool upwind;
  std::array<double, 2> penalty;
};
inline constexpr FluxChoice centredFlux{"centred", false, {0, 0}}, penalisedE{"E penalised", false, {0.3, 0}},
    penalisedFlux{"both penalised", false, {0.3, 0.2}}, upwindFlux{"upwind", true, {0, 0}};
inline constexpr std::array<FluxChoice, 4> fluxChoices{centredFlux, penalisedE, penalisedFlux, upwindFlux};

/// What makePieces() makes of a box.
struct ProblemOptions {
  int order = 1;
  FluxChoice flux = centredFlux;
  std::array<dgtd::FaceCondition, 6> sides{};  ///< by KuhnBox::side; electric walls by default
  bool variedMaterials = false;                ///< five materials in turn, two of them conducting, instead of vacuum
  bool dispersive = false;                     ///< three media with poles in some of the elements
  /// Anisotropic media, one of them conducting, and a magnetised plasma in some of the elements, some of which may be
  /// dispersive; and poles of the permeability in others and the same ones.
  bool tensors = false;
  bool wave = false;  ///< plane waves enter through absorbing sides
  /// [element of the box] whether it is in the total field; the faces to others are injected, with two of the waves,
  /// one and none in turn. Empty: there are no injected faces.
  std::vector<bool> totalField{};
  bool currents = false;  ///< three current densities, two of them in the last element
};

/// The problem of one part of a box, as an engine takes it.
struct Piece {
  dgtd::DgtdProblem problem;
  std::vector<int> element;  ///< element of the box for each element of the problem
};

/// Splits the box into pieces. part[element] is the number of a piece, or -1 for an element that is left out. Faces
/// towards elements that are left out become PEC, absorbing or PMC in turn. A piece may touch at most one other piece,
/// so that halo face k of one is halo face k of the other.
std::vector<Piece> makePieces(const KuhnBox& box, const std::vector<int>& part, const ProblemOptions& options);
/// Returns the whole box as one piece.
Piece makePiece(const KuhnBox& box, const ProblemOptions& options);

}  // namespace fluxtet::test
