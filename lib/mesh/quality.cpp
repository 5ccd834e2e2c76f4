// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/quality.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet {
namespace {

Vec3 vertex(const double* x, int v) {
  return {x[3 * v], x[3 * v + 1], x[3 * v + 2]};
}

}  // namespace

double sixSignedVolumes(const double* x) {
  const Vec3 x0 = vertex(x, 0);
  return dot(vertex(x, 1) - x0, cross(vertex(x, 2) - x0, vertex(x, 3) - x0));
}

ElementGeometry elementGeometry(const double* x) {
  const Vec3 x0 = vertex(x, 0);
  const Vec3 a = vertex(x, 1) - x0, b = vertex(x, 2) - x0, c = vertex(x, 3) - x0;
  const Vec3 bc = cross(b, c);
  const double determinant = dot(a, bc);
  const double inverse = 1 / determinant;
  return {{inverse * bc, inverse * cross(c, a), inverse * cross(a, b)}, std::abs(determinant) / 6};
}

std::array<double, 6> edgeLengths(const double* x) {
  std::array<double, 6> length;
  int e = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b) length[e++] = norm(vertex(x, b) - vertex(x, a));
  return length;
}

std::array<double, 4> faceAreas(const double* x) {
  std::array<double, 4> area;
  for (int f = 0; f < 4; ++f) {
    const Vec3 p = vertex(x, f == 0 ? 1 : 0), q = vertex(x, f <= 1 ? 2 : 1), r = vertex(x, f <= 2 ? 3 : 2);
    area[f] = 0.5 * norm(cross(q - p, r - p));
  }
  return area;
}

double inSphereRadius(const double* x) {
  const auto area = faceAreas(x);
  return 0.5 * std::abs(sixSignedVolumes(x)) / (area[0] + area[1] + area[2] + area[3]);
}

double elementQuality(const double* x) {
  const auto edges = edgeLengths(x);
  const double longest = *std::max_element(edges.begin(), edges.end());
  return longest > 0 ? regularQuality * inSphereRadius(x) / longest : 0;
}

double twiceSignedArea(const SimplexMesh& mesh, const std::int32_t* corners) {
  const double* a = &mesh.vertices[2 * static_cast<std::size_t>(corners[0])];
  const double* b = &mesh.vertices[2 * static_cast<std::size_t>(corners[1])];
  const double* c = &mesh.vertices[2 * static_cast<std::size_t>(corners[2])];
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

std::array<double, 3> sideLengths(const SimplexMesh& mesh, const std::int32_t* corners) {
  std::array<double, 3> length;
  for (int c = 0; c < 3; ++c) {
    const double* a = &mesh.vertices[2 * static_cast<std::size_t>(corners[(c + 1) % 3])];
    const double* b = &mesh.vertices[2 * static_cast<std::size_t>(corners[(c + 2) % 3])];
    length[c] = std::hypot(b[0] - a[0], b[1] - a[1]);
  }
  return length;
}

}  // namespace fluxtet
