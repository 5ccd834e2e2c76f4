// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/simplexMesh.hpp"

namespace fluxtet {

/// The triangles of a rectangle: cell (i, j) is number j nx + i and holds triangles 2 cell and 2 cell + 1, below and
/// above its diagonal from (i, j) to (i + 1, j + 1); vertex (i, j) has id j (nx + 1) + i. One region `box`; curves x-
/// x+ y- y+ are groups 0..3. Throws InputError where ids would not fit 31 bits, or for fewer than one cell.
SimplexMesh makeRectangleMesh(const RectangleMesh& rectangle);

/// A rectangle refined `times` times: twice the cells on each axis each time. `perturb` is then a share of the refined
/// cells.
RectangleMesh refinedRectangle(RectangleMesh rectangle, int times);

}  // namespace fluxtet
