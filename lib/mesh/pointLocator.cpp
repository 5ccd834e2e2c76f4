// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/pointLocator.hpp"

#include "lib/base/mpi.hpp"
#include "lib/mesh/pointTree.hpp"
#include "lib/mesh/quality.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet {

namespace {

/// A point this share of the element's size outside still belongs to it.
constexpr double toleranceShare = 1e-10;
/// Roundings of a coordinate in the computation of a barycentric coordinate.
constexpr double roundings = 8;
constexpr std::int64_t noElement = std::numeric_limits<std::int64_t>::max();

Bounds boundsOf(const double* x) {
  Bounds box{{x[0], x[1], x[2]}, {x[0], x[1], x[2]}};
  for (int i = 3; i < 12; ++i) {
    box.low[i % 3] = std::min(box.low[i % 3], x[i]);
    box.high[i % 3] = std::max(box.high[i % 3], x[i]);
  }
  return box;
}

/// How far outside a point may lie, m.
double toleranceOf(const Bounds& box) {
  double largest = 0;
  for (int a = 0; a < 3; ++a) largest = std::max({largest, std::abs(box.low[a]), std::abs(box.high[a])});
  return toleranceShare * norm(box.high - box.low) + roundings * std::numeric_limits<double>::epsilon() * largest;
}

Bounds grown(Bounds box, double by) {
  for (int a = 0; a < 3; ++a) {
    box.low[a] -= by;
    box.high[a] += by;
  }
  return box;
}

/// Barycentric coordinates in an element, with the gradients that turn a distance from a face into them.
class ElementMap {
 public:
  explicit ElementMap(const double* x) : origin_{x[0], x[1], x[2]} {
    const ElementGeometry geometry = elementGeometry(x);
    std::copy(geometry.gradient.begin(), geometry.gradient.end(), gradient_.begin() + 1);
    gradient_[0] = -1.0 * (gradient_[1] + gradient_[2] + gradient_[3]);
  }
  std::array<double, 4> lambda(const Vec3& point) const {
    std::array<double, 4> result{};
    for (int i = 1; i < 4; ++i) result[i] = dot(gradient_[i], point - origin_);
    result[0] = 1 - result[1] - result[2] - result[3];
    return result;
  }
  bool contains(const std::array<double, 4>& lambda, double tolerance) const {
    for (int i = 0; i < 4; ++i)
      if (!(lambda[i] >= -tolerance * norm(gradient_[i]))) return false;
    return true;
  }

 private:
  Vec3 origin_;
  std::array<Vec3, 4> gradient_;
};

/// This rank's candidate for each point. The points are sought in the elements' boxes rather than elements in the
/// points' places: the tree is then small, and an element away from all points costs one comparison.
std::vector<LocatedPoint> locateOnRank(const SubMesh& mesh, std::span<const Vec3> points) {
  std::vector<LocatedPoint> located(points.size());
  for (LocatedPoint& point : located) point.elementId = noElement;
  const PointTree tree(points);
  std::vector<std::int32_t> inBox;
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    const double* x = &mesh.vertices[12 * static_cast<std::size_t>(e)];
    const Bounds box = boundsOf(x);
    const double tolerance = toleranceOf(box);
    inBox.clear();
    tree.find(grown(box, tolerance), inBox);
    if (inBox.empty()) continue;
    const ElementMap map(x);
    for (const std::int32_t i : inBox) {
      const auto lambda = map.lambda(points[i]);
      if (mesh.elementId[e] < located[i].elementId && map.contains(lambda, tolerance))
        located[i] = {mesh.elementId[e], e, lambda};
    }
  }
  return located;
}

}  // namespace

std::vector<LocatedPoint> locatePoints(const SubMesh& mesh, std::span<const Vec3> points, MPI_Comm comm) {
  std::vector<LocatedPoint> located;
  std::vector<std::int64_t> id(points.size());
  agreeOnErrors(comm, [&] {
    require(points.size() <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
            "{} points to locate at once are more than 2^31: use fewer", points.size());
    located = locateOnRank(mesh, points);
    std::transform(located.begin(), located.end(), id.begin(), [](const LocatedPoint& p) { return p.elementId; });
  });
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, id.data(), static_cast<int>(id.size()), MPI_INT64_T, MPI_MIN, comm));
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (id[i] == noElement)
      located[i] = {};
    else if (id[i] != located[i].elementId)
      located[i] = {id[i], -1, {}};
  }
  return located;
}

}  // namespace fluxtet
