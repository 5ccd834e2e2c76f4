// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/rectangleMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/base/hash.hpp"

#include <array>
#include <limits>

namespace fluxtet {
namespace {

constexpr double mostElements = std::numeric_limits<std::int32_t>::max();

void checkRectangle(const RectangleMesh& rectangle) {
  double total = 2;
  for (int a = 0; a < 2; ++a) {
    require(rectangle.cells[a] >= 1, "the rectangle mesh has {} cells along {}: give at least 1", rectangle.cells[a],
            "xy"[a]);
    require(rectangle.size[a] > 0, "the rectangle mesh has size {} m along {}: give a positive size", rectangle.size[a],
            "xy"[a]);
    total *= static_cast<double>(rectangle.cells[a]);
  }
  require(rectangle.perturb >= 0 && rectangle.perturb <= 0.3,
          "the rectangle mesh has perturb {}: give 0..0.3, beyond it triangles become needles", rectangle.perturb);
  require(
      total <= mostElements,
      "the rectangle mesh of {} x {} cells has {:.3g} triangles, more than 2^31 - 1: use fewer cells or refinements",
      rectangle.cells[0], rectangle.cells[1], total);
}

/// Coordinate of a vertex along one axis, m. Vertices inside move by at most perturb / 2 cells either way, so that the
/// edges of a cell's corner span at least (1 - p)^2 - p^2 > 0 of its area.
double coordinate(const RectangleMesh& rectangle, int axis, std::int64_t index, std::uint64_t vertex, bool inside) {
  double place = static_cast<double>(index);
  if (inside && rectangle.perturb != 0) {
    const double unit = static_cast<double>(hash64(2 * vertex + static_cast<std::uint64_t>(axis)) >> 11) * 0x1p-53;
    place += rectangle.perturb * (unit - 0.5);
  }
  return rectangle.origin[axis] + rectangle.size[axis] * (place / static_cast<double>(rectangle.cells[axis]));
}

void addVertices(const RectangleMesh& rectangle, SimplexMesh& mesh) {
  const auto [nx, ny] = rectangle.cells;
  mesh.vertices.reserve(2 * static_cast<std::size_t>((nx + 1) * (ny + 1)));
  for (std::int64_t j = 0; j <= ny; ++j) {
    for (std::int64_t i = 0; i <= nx; ++i) {
      const auto id = static_cast<std::uint64_t>(j * (nx + 1) + i);
      const bool inside = i > 0 && i < nx && j > 0 && j < ny;
      mesh.vertices.push_back(coordinate(rectangle, 0, i, id, inside));
      mesh.vertices.push_back(coordinate(rectangle, 1, j, id, inside));
    }
  }
}

void addTriangles(const RectangleMesh& rectangle, SimplexMesh& mesh) {
  const auto [nx, ny] = rectangle.cells;
  const auto row = static_cast<std::int32_t>(nx + 1);
  mesh.elements.reserve(6 * static_cast<std::size_t>(nx * ny));
  for (std::int32_t j = 0; j < ny; ++j) {
    for (std::int32_t i = 0; i < nx; ++i) {
      const std::int32_t v = j * row + i;
      mesh.elements.insert(mesh.elements.end(), {v, v + 1, v + row + 1, v, v + row + 1, v + row});
    }
  }
  mesh.region.assign(2 * static_cast<std::size_t>(nx * ny), 0);
}

void addSides(const RectangleMesh& rectangle, SimplexMesh& mesh) {
  const auto nx = static_cast<std::int32_t>(rectangle.cells[0]), ny = static_cast<std::int32_t>(rectangle.cells[1]);
  const std::int32_t row = nx + 1;
  const auto add = [&](std::int32_t group, std::int32_t first, std::int32_t step, std::int32_t count) {
    for (std::int32_t k = 0; k < count; ++k) {
      mesh.facets.insert(mesh.facets.end(), {first + k * step, first + (k + 1) * step});
      mesh.facetGroup.push_back(group);
    }
  };
  add(0, 0, row, ny);
  add(1, nx, row, ny);
  add(2, 0, 1, nx);
  add(3, ny * row, 1, nx);
}

}  // namespace

RectangleMesh refinedRectangle(RectangleMesh rectangle, int times) {
  for (int t = 0; t < times; ++t) {
    for (auto& cells : rectangle.cells) {
      require(static_cast<double>(cells) <= mostElements,
              "refine: {} makes a rectangle mesh of more than 2^31 triangles", times);
      cells *= 2;
    }
  }
  return rectangle;
}

SimplexMesh makeRectangleMesh(const RectangleMesh& rectangle) {
  checkRectangle(rectangle);
  SimplexMesh mesh;
  mesh.groups = {{"box"}, {"x-", "x+", "y-", "y+"}};
  addVertices(rectangle, mesh);
  addTriangles(rectangle, mesh);
  addSides(rectangle, mesh);
  return mesh;
}

}  // namespace fluxtet
