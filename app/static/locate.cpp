// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/locate.hpp"

#include "lib/mesh/pointTree.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet::statics {
namespace {

/// A point this share of the element's size outside still belongs to it.
constexpr double toleranceShare = 1e-10;
/// Roundings of a coordinate in the computation of a barycentric coordinate.
constexpr double roundings = 8;

/// The element's box, larger by how far outside a point may lie; in a plane z is free.
template <FormKind form>
Bounds boxOf(const double (&x)[dimensionOf(form) + 1][dimensionOf(form)], double& tolerance) {
  constexpr int dim = dimensionOf(form);
  constexpr double any = std::numeric_limits<double>::infinity();
  Bounds box{{-any, -any, -any}, {any, any, any}};
  double largest = 0, size = 0;
  for (std::size_t k = 0; k < dim; ++k) {
    box.low[k] = box.high[k] = x[0][k];
    for (int i = 1; i <= dim; ++i) {
      box.low[k] = std::min(box.low[k], x[i][k]);
      box.high[k] = std::max(box.high[k], x[i][k]);
    }
    largest = std::max({largest, std::abs(box.low[k]), std::abs(box.high[k])});
    size = std::max(size, box.high[k] - box.low[k]);
  }
  tolerance = toleranceShare * size + roundings * std::numeric_limits<double>::epsilon() * largest;
  for (std::size_t k = 0; k < dim; ++k) {
    box.low[k] -= tolerance;
    box.high[k] += tolerance;
  }
  return box;
}

/// Whether the element holds the point; its barycentric coordinates there.
template <FormKind form>
bool holds(const double (&x)[dimensionOf(form) + 1][dimensionOf(form)], const Vec3& point, double tolerance,
           std::array<double, 4>& lambda) {
  constexpr int dim = dimensionOf(form);
  const auto geometry = barycentric(x);
  lambda = {1, 0, 0, 0};
  for (int i = 0; i <= dim; ++i) {
    const auto a = static_cast<std::size_t>(i);
    double slope = 0;
    for (int k = 0; k < dim; ++k) {
      lambda[a] += geometry.gradient[i][k] * (point[static_cast<std::size_t>(k)] - x[0][k]);
      slope += geometry.gradient[i][k] * geometry.gradient[i][k];
    }
    if (!(lambda[a] >= -tolerance * std::sqrt(slope))) return false;
  }
  return true;
}

/// Points are sought in the elements' boxes rather than elements at the points: the tree is then small, and an element
/// away from all points costs one comparison.
template <FormKind form>
std::vector<PointPlace> locate(const SimplexMesh& mesh, std::span<const Vec3> points) {
  std::vector<PointPlace> places(points.size());
  const PointTree tree(points);
  std::vector<std::int32_t> inBox;
  for (std::int32_t e = 0; e < mesh.numElements(); ++e) {
    double x[dimensionOf(form) + 1][dimensionOf(form)], tolerance = 0;
    elementVertices<form>(mesh, e, x);
    inBox.clear();
    tree.find(boxOf<form>(x, tolerance), inBox);
    for (const std::int32_t i : inBox) {
      PointPlace& place = places[static_cast<std::size_t>(i)];
      std::array<double, 4> lambda{};
      if (place.element < 0 && holds<form>(x, points[static_cast<std::size_t>(i)], tolerance, lambda))
        place = {e, lambda};
    }
  }
  return places;
}

}  // namespace

std::vector<PointPlace> locatePoints(const SimplexMesh& mesh, std::span<const Vec3> points) {
  if (points.empty()) return {};
  return mesh.dimension == 2 ? locate<FormKind::planar>(mesh, points) : locate<FormKind::solid>(mesh, points);
}

std::optional<FieldValue> fieldAt(const StaticModel& model, std::span<const double> values, const PointPlace& place) {
  if (place.element < 0) return std::nullopt;
  return withElement(model.form, model.nodes.order, [&]<class Kind>(Kind) {
    double lambda[Element<Kind::form, Kind::order>::nv];
    std::copy_n(place.lambda.begin(), Element<Kind::form, Kind::order>::nv, lambda);
    return ElementField<Kind::form, Kind::order>(model, values, place.element).at(lambda);
  });
}

}  // namespace fluxtet::statics
