// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Meshes for whole runs where there is no Gmsh: lattices of cells, each cut into six tetrahedra along a diagonal.
#pragma once

#include "lib/mesh/mesh.hpp"

#include <array>

namespace fluxtet::test {

/// A ball of radius 1 m, `cells` cells across (a multiple of 4): region "Inner" up to 0.5 m, "Outer" beyond; surface
/// "Wall". It is a cube rounded to a ball; elements along the edges of the cube are flat, so that the mesh is of uneven
/// quality.
Mesh ballMesh(int cells);

/// The same ball as one region "Inside", of any number of cells.
Mesh wholeBallMesh(int cells);

/// A guide of 0.1 x 0.1 x 1 m along z: regions "Near" below z = 0.5 m and "Far"; surfaces "WallX", "WallY", "Inlet" (z
/// = 0) and "Outlet".
Mesh guideMesh(std::array<int, 3> cells);

/// A cube of `cells` cells of `size`, m, along each axis (an even number), centred at the origin: regions "Front" below
/// z = 0 and "Back"; surfaces "Outer" and, inside, that of the cube `margin` cells farther in, "Huygens".
Mesh nestedCubes(int cells, double size, int margin);

/// A cube of `cells` cells of `size`, m, along each axis (an even number), centred at the origin, or its half above z =
/// 0: region "Feed", the 2 x 2 x 2 cells in the middle, "Air" elsewhere; surfaces "Outer" and, of the half, "Symmetry".
Mesh feedCube(int cells, double size, bool half);

}  // namespace fluxtet::test
