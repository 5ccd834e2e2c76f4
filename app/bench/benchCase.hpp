// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <array>
#include <cstdint>

namespace fluxtet::bench {

using Cells = std::array<std::int64_t, 3>;

/// The cube that an order is measured on by default. On GPUs the sizes of Table 1 of Cabel, Charles, Lanteri (2011),
/// with 3,072,000 elements for P1 and P2, 1,296,000 for P3 and 750,000 for P4; on the CPU 105,456 for every order.
Cells defaultCells(int order, bool onGpu);

/// The cube of Kuhn cells with the number of elements nearest to `elements`. Throws InputError for less than one cell.
Cells cellsFor(std::int64_t elements);

/// A box of cubic cells in vacuum with conducting walls, as large as one metre along its longest side.
dgtd::DgtdCase boxCase(const Cells& cells);

/// Blocks along x, y and z, as many as ranks, that together come nearest to a cube: 1, 1, 2; 1, 2, 2; 2, 2, 2.
Cells blocksOf(int ranks);

/// The published weak scaling (Cabel, Charles, Lanteri 2011, section 4.1): the unit cube in vacuum with conducting
/// walls and the fields of its mode TM 111. The cells are cuboids where their numbers differ.
dgtd::DgtdCase cavityCase(const Cells& cells);

/// A case reduced to what is measured: its mesh, materials and boundaries, stepped by leap-frog with its own flux, or
/// the centred one in place of upwind, without sources.
dgtd::DgtdCase stripped(dgtd::DgtdCase theCase);

}  // namespace fluxtet::bench
