// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/surfacePoints.hpp"

#include "app/post/farField/gaussLegendre.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <array>

namespace fluxtet::farField {
namespace {

/// A point of a triangle in barycentric coordinates, and its share of the area.
struct TrianglePoint {
  std::array<double, 3> lambda{};
  double share = 0;
};

std::vector<TrianglePoint> triangleRule(int count) {
  const GaussLegendre rule = gaussLegendre(count);
  std::vector<TrianglePoint> points;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      const double a = 0.5 * (1 + rule.points[static_cast<std::size_t>(i)]);
      const double b = 0.5 * (1 + rule.points[static_cast<std::size_t>(j)]) * (1 - a);
      const double share =
          0.5 * rule.weights[static_cast<std::size_t>(i)] * rule.weights[static_cast<std::size_t>(j)] * (1 - a);
      points.push_back({{1 - a - b, a, b}, share});
    }
  return points;
}

}  // namespace

SurfacePoints::SurfacePoints(const SubMesh& mesh, const ReferenceElement& basis, std::span<const std::int32_t> faces) {
  // One of the two directions of the collapsed rule has a further factor of degree 1.
  const std::vector<TrianglePoint> rule = triangleRule(basis.order() + 2);
  fromNodes.resize(static_cast<Eigen::Index>(rule.size()), basis.nf());
  for (std::size_t q = 0; q < rule.size(); ++q) {
    // All faces list their nodes by their own vertices, as face 3 does with the vertices 0, 1, 2.
    const std::vector<double> values = basis.evaluate({rule[q].lambda[0], rule[q].lambda[1], rule[q].lambda[2], 0});
    for (int m = 0; m < basis.nf(); ++m)
      fromNodes(static_cast<Eigen::Index>(q), m) = values[static_cast<std::size_t>(basis.faceNode(3, m))];
  }
  for (const std::int32_t face : faces) {
    const auto corner = cornersOf(mesh, face);
    const Vec3 area = outwardAreaOf(mesh, face);
    normal.push_back(normalised(area));
    for (const TrianglePoint& point : rule) {
      position.push_back(point.lambda[0] * corner[0] + point.lambda[1] * corner[1] + point.lambda[2] * corner[2]);
      weight.push_back(norm(area) * point.share);
    }
  }
}

}  // namespace fluxtet::farField
