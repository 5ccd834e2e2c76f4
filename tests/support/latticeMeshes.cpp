// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/latticeMeshes.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/elementVertices.hpp"
#include "lib/mesh/quality.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace fluxtet::test {
namespace {

using Lattice = std::array<int, 3>;

/// How a lattice of cells becomes a mesh.
struct LatticeShape {
  Lattice cells;
  MeshGroups groups;
  std::function<Vec3(const Lattice&)> place;           ///< coordinates of a lattice point, m
  std::function<std::int32_t(const Lattice&)> region;  ///< region of a cell, which is given by its lower corner
  std::array<std::int32_t, 6> surface;                 ///< surfaces of the sides x- x+ y- y+ z- z+
  int margin = 0;                 ///< cells between the sides and those of a box inside; 0: there is none
  std::int32_t innerSurface = 0;  ///< surface of that box
};

/// The side, 0 to 5, of the box `margin` cells inside the lattice on which all three points lie; -1: none.
int sideOf(const std::array<Lattice, 3>& face, const Lattice& cells, int margin) {
  const bool inBox = std::all_of(face.begin(), face.end(), [&](const Lattice& p) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (p[axis] < margin || p[axis] > cells[axis] - margin) return false;
    return true;
  });
  for (std::size_t axis = 0; inBox && axis < 3; ++axis)
    for (const bool high : {false, true}) {
      const int level = high ? cells[axis] - margin : margin;
      if (std::all_of(face.begin(), face.end(), [&](const Lattice& p) { return p[axis] == level; }))
        return static_cast<int>(2 * axis) + (high ? 1 : 0);
    }
  return -1;
}

/// Adds Kuhn's six tetrahedra of a cell. Each has the vertices of a path from the lower to the upper corner along the
/// three axes, in one of their six orders; vertex numbers grow along the path.
void addCell(Mesh& mesh, const LatticeShape& shape, const Lattice& cell) {
  Lattice axes{0, 1, 2};
  do {
    std::array<Lattice, 4> corner{cell, cell, cell, cell};
    for (std::size_t v = 1; v < 4; ++v) {
      corner[v] = corner[v - 1];
      ++corner[v][static_cast<std::size_t>(axes[v - 1])];
    }
    for (const Lattice& p : corner)
      mesh.elements.push_back(p[0] + (shape.cells[0] + 1) * (p[1] + std::int64_t{shape.cells[1] + 1} * p[2]));
    mesh.region.push_back(shape.region(cell));
    for (std::size_t f = 0; f < 4; ++f) {
      const std::array<Lattice, 3> face{corner[f == 0 ? 1 : 0], corner[f <= 1 ? 2 : 1], corner[f <= 2 ? 3 : 2]};
      const int side = sideOf(face, shape.cells, 0);
      std::int32_t group = side < 0 ? -1 : shape.surface[static_cast<std::size_t>(side)];
      if (shape.margin > 0 && sideOf(face, shape.cells, shape.margin) >= 0) group = shape.innerSurface;
      mesh.faceGroup.push_back(group);
    }
  } while (std::next_permutation(axes.begin(), axes.end()));
}

Mesh latticeMesh(const LatticeShape& shape) {
  Mesh mesh;
  mesh.groups = shape.groups;
  Lattice p{};
  for (p[2] = 0; p[2] <= shape.cells[2]; ++p[2])
    for (p[1] = 0; p[1] <= shape.cells[1]; ++p[1])
      for (p[0] = 0; p[0] <= shape.cells[0]; ++p[0]) {
        const Vec3 x = shape.place(p);
        mesh.vertices.insert(mesh.vertices.end(), x.begin(), x.end());
      }
  for (p[2] = 0; p[2] < shape.cells[2]; ++p[2])
    for (p[1] = 0; p[1] < shape.cells[1]; ++p[1])
      for (p[0] = 0; p[0] < shape.cells[0]; ++p[0]) addCell(mesh, shape, p);
  return mesh;
}

/// Maps concentric cubes to concentric spheres, with cells of similar size, by Philip Nowell's map: a point (x, y, z)
/// of the unit cube's surface goes to x sqrt(1 - y^2/2 - z^2/2 + y^2 z^2/3) and cyclic, which has length 1.
Vec3 rounded(const Vec3& x) {
  const double cube = std::max({std::abs(x[0]), std::abs(x[1]), std::abs(x[2])});
  if (cube == 0) return x;
  const Vec3 y = (1 / cube) * x;
  Vec3 result;
  for (std::size_t c = 0; c < 3; ++c) {
    const double a = std::pow(y[(c + 1) % 3], 2), b = std::pow(y[(c + 2) % 3], 2);
    result[c] = cube * y[c] * std::sqrt(1 - a / 2 - b / 2 + a * b / 3);
  }
  return result;
}

/// Scales the polyhedron, which lies within the ball, to the ball's volume. Its resonances are then right to second
/// order.
Mesh withVolume(Mesh mesh, double volume) {
  double sum = 0;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) sum += elementGeometry(elementVertices(mesh, e).data()).volume;
  for (double& x : mesh.vertices) x *= std::cbrt(volume / sum);
  return mesh;
}

constexpr double ballVolume = 4 * constants::pi / 3;

LatticeShape ballShape(int cells) {
  LatticeShape shape;
  shape.cells = {cells, cells, cells};
  shape.groups = {{"Inner", "Outer"}, {"Wall"}};
  shape.place = [cells](const Lattice& p) {
    Vec3 x;
    for (std::size_t c = 0; c < 3; ++c) x[c] = 2.0 * p[c] / cells - 1;
    return rounded(x);
  };
  shape.region = [cells](const Lattice& cell) {
    const bool inner =
        std::all_of(cell.begin(), cell.end(), [&](int i) { return 4 * i >= cells && 4 * (i + 1) <= 3 * cells; });
    return inner ? 0 : 1;
  };
  shape.surface.fill(0);
  return shape;
}

}  // namespace

Mesh ballMesh(int cells) {
  return withVolume(latticeMesh(ballShape(cells)), ballVolume);
}

Mesh wholeBallMesh(int cells) {
  LatticeShape shape = ballShape(cells);
  shape.groups.regions = {"Inside"};
  shape.region = [](const Lattice&) { return 0; };
  return withVolume(latticeMesh(shape), ballVolume);
}

Mesh nestedCubes(int cells, double size, int margin) {
  LatticeShape shape;
  shape.cells = {cells, cells, cells};
  shape.groups = {{"Front", "Back"}, {"Outer", "Huygens"}};
  shape.place = [=](const Lattice& p) {
    Vec3 x;
    for (std::size_t c = 0; c < 3; ++c) x[c] = size * (p[c] - 0.5 * cells);
    return x;
  };
  shape.region = [cells](const Lattice& cell) { return 2 * cell[2] < cells ? 0 : 1; };
  shape.surface.fill(0);
  shape.margin = margin;
  shape.innerSurface = 1;
  return latticeMesh(shape);
}

Mesh guideMesh(std::array<int, 3> cells) {
  LatticeShape shape;
  shape.cells = cells;
  shape.groups = {{"Near", "Far"}, {"WallX", "WallY", "Inlet", "Outlet"}};
  shape.place = [cells](const Lattice& p) {
    return Vec3{0.1 * p[0] / cells[0], 0.1 * p[1] / cells[1], 1.0 * p[2] / cells[2]};
  };
  shape.region = [cells](const Lattice& cell) { return 2 * cell[2] < cells[2] ? 0 : 1; };
  shape.surface = {0, 0, 1, 1, 2, 3};
  return latticeMesh(shape);
}

Mesh feedCube(int cells, double size, bool half) {
  LatticeShape shape;
  shape.cells = {cells, cells, half ? cells / 2 : cells};
  shape.groups = {{"Air", "Feed"}, {"Outer", "Symmetry"}};
  const Lattice middle{cells / 2, cells / 2, half ? 0 : cells / 2};
  shape.place = [=](const Lattice& p) {
    Vec3 x;
    for (std::size_t c = 0; c < 3; ++c) x[c] = size * (p[c] - middle[c]);
    return x;
  };
  shape.region = [=](const Lattice& cell) {
    for (std::size_t c = 0; c < 3; ++c)
      if (cell[c] < middle[c] - 1 || cell[c] > middle[c]) return 0;
    return 1;
  };
  shape.surface = {0, 0, 0, 0, half ? 1 : 0, 0};
  return latticeMesh(shape);
}

}  // namespace fluxtet::test
