// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/airBoxSides.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/cadShapes.hpp"
#include "lib/mesh/gmshModel.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace fluxtet {
namespace {

/// The kernel adds 1e-7 to the sides of what it measures.
double toleranceOf(double low, double high) {
  return std::max(3e-7, 1e-6 * (high - low));
}

/// Meshes the surfaces of a model without a mesh, for as long as the object lives.
class PassingMesh {
 public:
  PassingMesh() {
    if (!isNeeded_) return;
    constexpr int perTurn = 60;  // nodes along a circle: its box is smaller by less than 0.0015 of its radius
    double before = 0;
    gmsh::option::getNumber("Mesh.MeshSizeFromCurvature", before);
    gmsh::option::setNumber("Mesh.MeshSizeFromCurvature", perTurn);
    gmsh::model::mesh::generate(2);
    gmsh::option::setNumber("Mesh.MeshSizeFromCurvature", before);
  }
  ~PassingMesh() {
    if (isNeeded_) gmsh::model::mesh::clear();
  }
  PassingMesh(const PassingMesh&) = delete;
  PassingMesh& operator=(const PassingMesh&) = delete;

 private:
  bool isNeeded_ = !isMeshed();
};

/// Box of the nodes of surfaces, in the model's unit. The kernel's own boxes of curved faces are too large.
BoxSides boundingSides(const std::set<int>& surfaces) {
  const PassingMesh mesh;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  BoxSides s{infinity, -infinity, infinity, -infinity, infinity, -infinity};
  for (const int surface : surfaces) {
    std::vector<std::size_t> tags;
    std::vector<double> nodes, parametric;
    gmsh::model::mesh::getNodes(tags, nodes, parametric, 2, surface, true, false);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::size_t axis = i % 3;
      s[2 * axis] = std::min(s[2 * axis], nodes[i]);
      s[2 * axis + 1] = std::max(s[2 * axis + 1], nodes[i]);
    }
  }
  return s;
}

/// The side of the box in which a surface lies; -1: none.
int sideOf(int surface, const BoxSides& box) {
  BoxSides s{};
  gmsh::model::getBoundingBox(2, surface, s[0], s[2], s[4], s[1], s[3], s[5]);
  for (int side = 0; side < 6; ++side) {
    const int axis = side / 2;
    const double tolerance = toleranceOf(box[2 * axis], box[2 * axis + 1]);
    if (std::abs(s[2 * axis] - box[side]) <= tolerance && std::abs(s[2 * axis + 1] - box[side]) <= tolerance)
      return side;
  }
  return -1;
}

}  // namespace

double marginOf(const AirBox& box, int side) {
  const auto own = box.margins.find(sideNames[static_cast<std::size_t>(side)]);
  return own != box.margins.end() ? own->second : *box.margin;
}

BoxSides airBoxSides(const AirBox& box, const std::set<int>& surfaces, double unit) {
  const BoxSides bounds = boundingSides(surfaces);
  BoxSides sides = bounds;
  for (int side = 0; side < 6; ++side) {
    const double margin = marginOf(box, side) / unit;
    require(
        margin > 0 || std::any_of(surfaces.begin(), surfaces.end(), [&](int s) { return sideOf(s, bounds) == side; }),
        "mesh.airBox: the margin at {} is 0, but no flat face lies there, at {:.6g} m: cut the model along that plane, "
        "or give the side a margin",
        sideNames[static_cast<std::size_t>(side)], bounds[static_cast<std::size_t>(side)] * unit);
    sides[static_cast<std::size_t>(side)] += side % 2 == 0 ? -margin : margin;
  }
  return sides;
}

void nameSides(const BoxSides& box, std::map<int, std::string>& surfaces) {
  gmsh::vectorpair entities;
  gmsh::model::getEntities(entities, 2);
  for (const auto& [unused, tag] : entities) {
    if (solidsAt(tag).empty()) continue;
    if (const int side = sideOf(tag, box); side >= 0) surfaces.emplace(tag, sideNames[side]);
  }
}

}  // namespace fluxtet
