// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/boxMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/base/hash.hpp"
#include "lib/mesh/sideNames.hpp"

#include <limits>
#include <utility>

namespace fluxtet {
namespace {

using Index3 = std::array<std::int64_t, 3>;

/// The six orders in which a path from a cell's lowest to its highest corner may take the axes.
constexpr std::array<std::array<int, 3>, 6> axisOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

std::int64_t vertexId(const BoxMesh& box, const Index3& at) {
  return (at[2] * (box.cells[1] + 1) + at[1]) * (box.cells[0] + 1) + at[0];
}

/// Position of a vertex, m. Vertices inside the box move by at most perturb / 2 cells either way on each axis, that is
/// by at most 0.87 perturb cells in all. For a cubic cell an element's edge matrix is I + D with |D| <= 2 cos(pi/8)
/// |d_0..d_3| <= 3.70 times the largest displacement; with perturb <= 0.3 this is below 0.97, so no element can turn
/// over (other cells: scale the axes).
Vec3 position(const BoxMesh& box, const Index3& at) {
  const auto id = static_cast<std::uint64_t>(vertexId(box, at));
  bool inside = true;
  for (int a = 0; a < 3; ++a) inside = inside && at[a] > 0 && at[a] < box.cells[a];
  Vec3 x;
  for (int a = 0; a < 3; ++a) {
    const double cells = static_cast<double>(box.cells[a]);
    double place = static_cast<double>(at[a]);
    if (inside && box.perturb != 0) {
      const double unit = static_cast<double>(hash64(3 * id + static_cast<std::uint64_t>(a)) >> 11) * 0x1p-53;
      place += box.perturb * (unit - 0.5);
    }
    x[a] = box.origin[a] + box.size[a] * (place / cells);
  }
  return x;
}

/// Surface group of the face opposite vertex f of an element whose corners are `corner`, or -1.
std::int32_t surfaceOf(const BoxMesh& box, const std::array<Index3, 4>& corner, int f) {
  for (int a = 0; a < 3; ++a) {
    for (int high = 0; high < 2; ++high) {
      const std::int64_t plane = high ? box.cells[a] : 0;
      bool all = true;
      for (int v = 0; v < 4; ++v) all = all && (v == f || corner[v][a] == plane);
      if (all) return 2 * a + high;
    }
  }
  return -1;
}

MeshGroups boxGroups() {
  return {{"box"}, {sideNames.begin(), sideNames.end()}};
}

void addCell(const BoxMesh& box, const Index3& cell, MeshPart& part) {
  const std::int64_t number = (cell[2] * box.cells[1] + cell[1]) * box.cells[0] + cell[0];
  for (int k = 0; k < 6; ++k) {
    std::array<Index3, 4> corner;
    corner[0] = cell;
    for (int step = 0; step < 3; ++step) {
      corner[step + 1] = corner[step];
      ++corner[step + 1][axisOrders[k][step]];
    }
    part.elementId.push_back(6 * number + k);
    for (int v = 0; v < 4; ++v) part.elementVertex.push_back(vertexId(box, corner[v]));
    for (int f = 0; f < 4; ++f) part.faceGroup.push_back(surfaceOf(box, corner, f));
    part.region.push_back(0);
  }
}

template <class Visit>
void forEachIndex(const Index3& begin, const Index3& end, Visit&& visit) {
  for (std::int64_t k = begin[2]; k < end[2]; ++k)
    for (std::int64_t j = begin[1]; j < end[1]; ++j)
      for (std::int64_t i = begin[0]; i < end[0]; ++i) visit(Index3{i, j, k});
}

void checkRange(const BoxMesh& box, const CellRange& cells) {
  for (int a = 0; a < 3; ++a) {
    require(cells.begin[a] >= 0 && cells.begin[a] < cells.end[a] && cells.end[a] <= box.cells[a],
            "a part of the box mesh has no cells or lies outside: cells {}..{} of {} along {}: use fewer parts",
            cells.begin[a], cells.end[a], box.cells[a], "xyz"[a]);
  }
}

}  // namespace

std::int64_t checkedBoxElements(const BoxMesh& box) {
  constexpr std::int64_t limit = std::int64_t{1} << 31;
  double total = 6;
  for (int a = 0; a < 3; ++a) {
    require(box.cells[a] >= 1, "the box mesh has {} cells along {}: give at least 1", box.cells[a], "xyz"[a]);
    require(box.size[a] > 0, "the box mesh has size {} m along {}: give a positive size", box.size[a], "xyz"[a]);
    total *= static_cast<double>(box.cells[a]);
  }
  require(box.perturb >= 0 && box.perturb <= 0.3,
          "the box mesh has perturb {}: give 0..0.3, beyond it elements turn over", box.perturb);
  require(total <= static_cast<double>(limit),
          "the box mesh of {} x {} x {} cells has {:.3g} elements, more than 2^31: use fewer cells or refinements",
          box.cells[0], box.cells[1], box.cells[2], total);
  return 6 * box.cells[0] * box.cells[1] * box.cells[2];
}

CellRange allCells(const BoxMesh& box) {
  return {{0, 0, 0}, box.cells};
}

BoxMesh refinedBox(BoxMesh box, int times) {
  for (int t = 0; t < times; ++t) {
    for (auto& cells : box.cells) {
      require(cells <= std::numeric_limits<std::int32_t>::max(),
              "refine: {} makes a box mesh of more than 2^31 elements", times);
      cells *= 2;
    }
  }
  return box;
}

MeshPart makeBoxPart(const BoxMesh& box, const CellRange& cells) {
  MeshPart part;
  part.totalElements = checkedBoxElements(box);
  checkRange(box, cells);
  part.totalVertices = (box.cells[0] + 1) * (box.cells[1] + 1) * (box.cells[2] + 1);
  part.groups = boxGroups();

  Index3 extent, vertexEnd;
  for (int a = 0; a < 3; ++a) {
    extent[a] = cells.end[a] - cells.begin[a];
    vertexEnd[a] = cells.end[a] + 1;
  }
  const auto elements = static_cast<std::size_t>(6 * extent[0] * extent[1] * extent[2]);
  const auto vertices = static_cast<std::size_t>((extent[0] + 1) * (extent[1] + 1) * (extent[2] + 1));
  require(elements <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
          "one part of the box mesh has {} elements, more than 2^31 - 1: use more ranks", elements);
  part.elementId.reserve(elements);
  part.elementVertex.reserve(4 * elements);
  part.region.reserve(elements);
  part.faceGroup.reserve(4 * elements);
  part.vertexId.reserve(vertices);
  part.vertices.reserve(3 * vertices);
  forEachIndex(cells.begin, cells.end, [&](const Index3& cell) { addCell(box, cell, part); });
  forEachIndex(cells.begin, vertexEnd, [&](const Index3& at) {
    part.vertexId.push_back(vertexId(box, at));
    const Vec3 x = position(box, at);
    part.vertices.insert(part.vertices.end(), x.begin(), x.end());
  });
  return part;
}

Mesh makeBoxMesh(const BoxMesh& box) {
  MeshPart part = makeBoxPart(box, allCells(box));
  return {std::move(part.vertices), std::move(part.elementVertex), std::move(part.region), std::move(part.faceGroup),
          std::move(part.groups)};
}

}  // namespace fluxtet
