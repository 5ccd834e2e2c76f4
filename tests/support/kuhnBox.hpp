// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/base/vec3.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::test {

/// A box of cells, each cut into six Kuhn tetrahedra along its diagonal; elements by cells, x fastest.
struct KuhnBox {
  std::vector<Vec3> vertex;
  std::vector<std::array<int, 4>> element;    ///< vertex ids, ascending
  std::vector<std::array<int, 4>> neighbour;  ///< [element][face] 4 * element + face, or -1 at the hull
  std::vector<std::array<int, 4>> side;       ///< [element][face] 0..5 (x- x+ y- y+ z- z+) at the hull, else -1

  int numElements() const { return static_cast<int>(element.size()); }
};

/// Inner vertices move by up to `perturb` of a cell's size, reproducibly.
KuhnBox makeKuhnBox(std::array<int, 3> cells, Vec3 size, double perturb = 0);

/// The same box with its elements in another, reproducible order: each goes up to `reach` places from where it was.
KuhnBox shuffled(const KuhnBox& box, int reach);
/// The same box with groups of `size` elements, each as it was, in a random, reproducible order.
KuhnBox inShuffledGroups(const KuhnBox& box, int size);

/// Fluxes between elements, as DgtdProblem has them.
struct FluxChoice {
  const char* name;
  bool upwind;
  std::array<double, 2> penalty;
};
inline constexpr FluxChoice centredFlux{"centred", false, {0, 0}}, penalisedE{"E penalised", false, {0.3, 0}},
    penalisedFlux{"both penalised", false, {0.3, 0.2}}, upwindFlux{"upwind", true, {0, 0}};
inline constexpr std::array<FluxChoice, 4> fluxChoices{centredFlux, penalisedE, penalisedFlux, upwindFlux};

/// What may vary over the mesh.
struct ProblemOptions {
  int order = 1;
  FluxChoice flux = centredFlux;
  std::array<dgtd::FaceCondition, 6> sides{};  ///< electric walls
  bool variedMaterials = false;                ///< five materials by element, two of them with conductivity
  bool wave = false;                           ///< plane waves enter through absorbing faces
  bool currents = false;                       ///< currents in some elements, two in one of them
};

/// A share of a box as an engine gets it, with the box's element of each of its elements.
struct Piece {
  dgtd::DgtdProblem problem;
  std::vector<int> element;
};

/// Splits the box by `part` (0, 1, ... or -1: left out). Faces towards elements that are left out become PEC, PMC or
/// absorbing in turn. At most two parts may touch each other, so that the halo faces of both pieces are the same list.
std::vector<Piece> makePieces(const KuhnBox& box, const std::vector<int>& part, const ProblemOptions& options);
/// The whole box as one piece.
Piece makePiece(const KuhnBox& box, const ProblemOptions& options);

}  // namespace fluxtet::test
