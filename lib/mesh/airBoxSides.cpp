// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/airBoxSides.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace fluxtet {
namespace {

/// The kernel adds 1e-7 to the sides of what it measures.
double toleranceOf(double low, double high) {
  return std::max(3e-7, 1e-6 * (high - low));
}

/// Box of the solids and sheets, in the model's unit.
BoxSides boundingSides() {
  BoxSides s{};
  gmsh::model::getBoundingBox(-1, -1, s[0], s[2], s[4], s[1], s[3], s[5]);
  gmsh::vectorpair points;
  gmsh::model::getEntities(points, 0);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double tolerance = toleranceOf(s[2 * axis], s[2 * axis + 1]);
    for (std::size_t side = 2 * axis; side < 2 * axis + 2; ++side)
      for (const auto& [dimension, tag] : points) {
        std::vector<double> x;
        gmsh::model::getValue(dimension, tag, {}, x);
        if (std::abs(x[axis] - s[side]) <= tolerance) {
          s[side] = x[axis];
          break;
        }
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

BoxSides airBoxSides(const AirBox& box, double unit) {
  BoxSides sides = boundingSides();
  for (std::size_t side = 0; side < sides.size(); ++side) {
    const auto own = box.margins.find(sideNames[side]);
    const double margin = (own != box.margins.end() ? own->second : *box.margin) / unit;
    sides[side] += side % 2 == 0 ? -margin : margin;
  }
  return sides;
}

void nameSides(const BoxSides& box, std::map<int, std::string>& surfaces) {
  gmsh::vectorpair entities;
  gmsh::model::getEntities(entities, 2);
  for (const auto& [unused, tag] : entities)
    if (const int side = sideOf(tag, box); side >= 0) surfaces.emplace(tag, sideNames[side]);
}

}  // namespace fluxtet
