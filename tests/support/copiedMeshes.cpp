// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/copiedMeshes.hpp"

#include "lib/mesh/visitFaces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace fluxtet::test {
namespace {

constexpr double grid = 1e-7;  // m; vertices nearer than that are one

std::array<std::int64_t, 3> cellOf(const Vec3& x) {
  return {std::llround(x[0] / grid), std::llround(x[1] / grid), std::llround(x[2] / grid)};
}

}  // namespace

Mesh withImage(const Mesh& mesh, const std::function<Vec3(const Vec3&)>& image) {
  Mesh both = mesh;
  std::map<std::array<std::int64_t, 3>, std::int64_t> vertexAt;
  const auto placeOf = [&](std::int64_t v) {
    const double* x = &mesh.vertices[3 * static_cast<std::size_t>(v)];
    return Vec3{x[0], x[1], x[2]};
  };
  for (std::int64_t v = 0; v < mesh.numVertices(); ++v) vertexAt[cellOf(placeOf(v))] = v;
  std::vector<std::int64_t> imageOf;
  for (std::int64_t v = 0; v < mesh.numVertices(); ++v) {
    const Vec3 x = image(placeOf(v));
    const auto [found, isNew] = vertexAt.emplace(cellOf(x), both.numVertices());
    if (isNew) both.vertices.insert(both.vertices.end(), x.begin(), x.end());
    imageOf.push_back(found->second);
  }
  for (std::size_t e = 0; e < mesh.elements.size(); e += 4) {
    std::array<std::pair<std::int64_t, std::int32_t>, 4> corner;  // a face lies opposite its vertex
    for (std::size_t i = 0; i < 4; ++i)
      corner[i] = {imageOf[static_cast<std::size_t>(mesh.elements[e + i])], mesh.faceGroup[e + i]};
    std::sort(corner.begin(), corner.end());
    for (const auto& [vertex, group] : corner) {
      both.elements.push_back(vertex);
      both.faceGroup.push_back(group);
    }
  }
  both.region.insert(both.region.end(), mesh.region.begin(), mesh.region.end());
  const auto old = static_cast<std::int64_t>(mesh.elements.size());
  visitFaces(both.elements, both.numVertices(), [&](std::span<const FaceSide> sides) {
    if (sides.size() != 2 || (sides[0].side < old) == (sides[1].side < old)) return;
    for (const FaceSide& side : sides) both.faceGroup[static_cast<std::size_t>(side.side)] = -1;
  });
  return both;
}

Mesh mirrored(const Mesh& mesh, int axis) {
  return withImage(mesh, [axis](Vec3 x) {
    x[static_cast<std::size_t>(axis)] *= -1;
    return x;
  });
}

}  // namespace fluxtet::test
