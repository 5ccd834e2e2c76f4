// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "lib/mesh/meshSource.hpp"

#include <array>
#include <cstdint>

namespace fluxtet {

/// A block of a box's cells, [begin, end) on each axis.
struct CellRange {
  std::array<std::int64_t, 3> begin{}, end{};
};

/// Elements of a block of cells, made from their indices alone: every partition gives the same global mesh, and a
/// process needs memory for its block only. Cell (i, j, k) is number (k ny + j) nx + i and holds elements 6 cell .. 6
/// cell + 5 (Kuhn: one for each order in which the axes are walked from its lowest to its highest corner); vertex (i,
/// j, k) has id (k (ny+1) + j)(nx+1) + i. One region `box`; surfaces x- x+ y- y+ z- z+ are groups 0..5. Throws
/// InputError for cells outside the box and for more than 2^31 - 1 elements in the block.
MeshPart makeBoxPart(const BoxMesh& box, const CellRange& cells);

/// All cells of the box.
CellRange allCells(const BoxMesh& box);

/// The whole box on one process; vertex ids as in makeBoxPart().
Mesh makeBoxMesh(const BoxMesh& box);

/// A box refined `times` times: twice the cells on each axis each time (a Kuhn element's eight children are Kuhn
/// elements of the half cells), so that a refined box stays distributed. `perturb` is then a share of the refined
/// cells. Throws InputError where the number of cells along an axis would not fit.
BoxMesh refinedBox(BoxMesh box, int times);

/// Number of elements of the box. Throws InputError for fewer than one cell or no positive size along an axis,
/// `perturb` outside 0..0.3, or more elements than 2^31.
std::int64_t checkedBoxElements(const BoxMesh& box);

}  // namespace fluxtet
