// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/sideNames.hpp"

#include <array>
#include <map>
#include <set>
#include <string>

namespace fluxtet {

/// Sides of a box of the axes, in the unit of Gmsh's model: x- x+ y- y+ z- z+.
using BoxSides = std::array<double, 6>;

/// Margin of the box at a side (0: x-, ... 5: z+), m.
double marginOf(const AirBox& box, int side);

/// The sides of a box of air round surfaces of Gmsh's current model, by tag; `unit`: m per unit of the model. A model
/// without a mesh is meshed for that, and cleared again. Throws InputError for a margin of 0 at a side where none of
/// the surfaces is flat.
BoxSides airBoxSides(const AirBox& box, const std::set<int>& surfaces, double unit);

/// Gives the surfaces of volumes of Gmsh's current model that lie in a side of the box, and have no name, the name of
/// the side.
void nameSides(const BoxSides& box, std::map<int, std::string>& surfaces);

}  // namespace fluxtet
