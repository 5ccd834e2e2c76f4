// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/curvatureSizes.hpp"

#include "lib/base/error.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/mesh/facetSizes.hpp"
#include "lib/mesh/parameterGrid.hpp"
#include "lib/mesh/surfaceFeet.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace fluxtet {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int samplesOfSurface = 24;  ///< along each parameter
constexpr int samplesOfCurve = 48;

/// Curvatures at points of a surface or curve, in the model's unit.
struct Samples {
  std::vector<Vec3> points;
  std::vector<double> k1, k2;  ///< principal curvatures, the larger one first; of a curve k2 is 0

  std::size_t size() const { return points.size(); }
  double largest() const { return k1.empty() ? 0 : *std::max_element(k1.begin(), k1.end()); }
};

std::string typeOf(int dimension, int tag) {
  std::string type;
  gmsh::model::getType(dimension, tag, type);
  return type;
}

bool hasParameters(int dimension, int tag) {
  const std::string type = typeOf(dimension, tag);
  return type != "Plane" && type != "Line" && type.rfind("Discrete", 0) != 0;
}

/// Parameters of the points that lie on a trimmed surface; all of them where Gmsh cannot tell.
std::vector<double> parametersInside(int tag, const std::vector<double>& parameters) {
  std::vector<double> inside;
  for (std::size_t i = 0; i < parameters.size(); i += 2) {
    const std::vector<double> one{parameters[i], parameters[i + 1]};
    if (gmsh::model::isInside(2, tag, one) != 0) inside.insert(inside.end(), one.begin(), one.end());
  }
  return inside.empty() ? parameters : inside;
}

/// Curvatures of a curve: of the circles through a point and two close to it. Those that Gmsh has of curves of its own
/// kernel are wrong by a third and more.
std::vector<double> curvaturesOfCurve(int tag, const std::vector<double>& parameters) {
  std::vector<double> low, high, threes, coordinates, curvatures;
  gmsh::model::getParametrizationBounds(1, tag, low, high);
  const double step = 0.1 * (high[0] - low[0]) / samplesOfCurve, extent = norm(extentsOf(-1, -1));
  for (const double t : parameters) threes.insert(threes.end(), {t - step, t, t + step});
  gmsh::model::getValue(1, tag, threes, coordinates);
  for (std::size_t i = 0; i + 8 < coordinates.size(); i += 9) {
    const auto point = [&](std::size_t k) {
      return Vec3{coordinates[i + 3 * k], coordinates[i + 3 * k + 1], coordinates[i + 3 * k + 2]};
    };
    const Vec3 before = point(1) - point(0), after = point(2) - point(1);
    // The pole of a ball is a curve, too, all of whose points are one but for rounding.
    const bool isPoint = norm(before + after) < 1e-9 * extent;
    curvatures.push_back(
        isPoint ? 0 : 2 * norm(cross(before, after)) / (norm(before) * norm(after) * norm(before + after)));
  }
  return curvatures;
}

Samples samplesAt(int dimension, int tag, const std::vector<double>& parameters) {
  Samples samples;
  std::vector<double> coordinates, unused, alsoUnused;
  gmsh::model::getValue(dimension, tag, parameters, coordinates);
  if (dimension == 2) {
    gmsh::model::getPrincipalCurvatures(tag, parameters, samples.k1, samples.k2, unused, alsoUnused);
  } else {
    samples.k1 = curvaturesOfCurve(tag, parameters);
    samples.k2.assign(samples.k1.size(), 0.0);
  }
  for (std::size_t i = 0; i < samples.k1.size(); ++i) {
    const double a = std::abs(samples.k1[i]), b = std::abs(samples.k2[i]);
    samples.k1[i] = std::isfinite(a + b) ? std::max(a, b) : 0;
    samples.k2[i] = std::isfinite(a + b) ? std::min(a, b) : 0;
    samples.points.push_back({coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]});
  }
  return samples;
}

/// Puts the value in the middle in the place of curvatures far above it: the parameters of a patch of three sides meet
/// in one of its corners, near which normals are lost.
void leaveOutCorner(Samples& samples) {
  constexpr double far = 3;
  std::vector<double> sorted = samples.k1;
  const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), place, sorted.end());
  const double middle = *place;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples.k1[i] <= far * middle) continue;
    samples.k1[i] = middle;
    samples.k2[i] = std::min(samples.k2[i], middle);
  }
}

/// Curvatures of a patch, of which Gmsh finds ones that are off by a factor: how fast the normal turns from one point
/// to the next, along either parameter. `parameters`: those of parameterGrid().
Samples samplesOfPatch(int tag, const std::vector<double>& parameters) {
  std::vector<double> coordinates, normals;
  gmsh::model::getValue(2, tag, parameters, coordinates);
  gmsh::model::getNormal(tag, parameters, normals);
  const auto at = [](const std::vector<double>& values, int i) {
    const auto first = 3 * static_cast<std::size_t>(i);
    return Vec3{values[first], values[first + 1], values[first + 2]};
  };
  const auto turning = [&](int i, int other) {
    const double apart = norm(at(coordinates, other) - at(coordinates, i));
    return apart > 0 ? norm(at(normals, other) - at(normals, i)) / apart : 0;
  };
  constexpr int count = samplesOfSurface;
  Samples samples;
  for (int i = 0; i < count * count; ++i) {
    const double k = turning(i, i % count + 1 < count ? i + 1 : i - 1);
    const double l = turning(i, i + count < count * count ? i + count : i - count);
    samples.points.push_back(at(coordinates, i));
    samples.k1.push_back(std::max(k, l));
    samples.k2.push_back(std::min(k, l));
  }
  leaveOutCorner(samples);
  return samples;
}

/// Nothing for what is flat or straight: bent by less than a thousandth of its extent.
std::optional<Samples> curvatureOf(int dimension, int tag) {
  if (!hasParameters(dimension, tag)) return std::nullopt;
  const std::vector<double> parameters =
      parameterGrid(dimension, tag, dimension == 2 ? samplesOfSurface : samplesOfCurve);
  Samples samples =
      dimension == 2 && isPatch(tag) ? samplesOfPatch(tag, parameters) : samplesAt(dimension, tag, parameters);
  const auto [least, most] = std::minmax_element(samples.k1.begin(), samples.k1.end());
  constexpr double uniform = 1.001, flat = 8e-3;
  if (dimension == 2 && *most > uniform * *least && !isPatch(tag))
    samples = samplesAt(2, tag, parametersInside(tag, parameters));
  if (samples.largest() * norm(extentsOf(dimension, tag)) < flat) return std::nullopt;
  return samples;
}

/// Sizes for a share of the radius, not below `least`; one point where they are all alike.
LocalSizes sizesFor(int dimension, const Samples& samples, double share, double least) {
  LocalSizes result{samples.points, {}};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double k1 = samples.k1[i], k2 = samples.k2[i];
    const double size = k1 <= 0 ? infinity : dimension == 2 ? facetEdge(k1, k2, share) : chordLength(k1, share);
    result.sizes.push_back(std::max(size, least));
  }
  const auto [low, high] = std::minmax_element(result.sizes.begin(), result.sizes.end());
  constexpr double alike = 1.01;
  if (*high <= alike * *low) result = {{result.points.front()}, {*low}};
  return result;
}

/// Curves and points that bound a surface, or points that bound a curve.
std::set<SizeField::Entity> boundaryOf(const SizeField::Entity& entity) {
  gmsh::vectorpair bounds;
  std::set<SizeField::Entity> result;
  gmsh::model::getBoundary({entity}, bounds, false, false, true);
  for (const auto& [dimension, tag] : bounds) result.emplace(dimension, std::abs(tag));
  bounds.clear();
  gmsh::model::getBoundary({entity}, bounds, false, false, false);
  for (const auto& [dimension, tag] : bounds) result.emplace(dimension, std::abs(tag));
  return result;
}

/// What was found of the surfaces of one name.
struct Finding {
  double size = infinity, radius = infinity;  ///< the smallest ones, in the model's unit
  bool isLimited = false;                     ///< by the smallest size that is allowed
};

class CurvatureLimits {
 public:
  CurvatureLimits(const std::set<SizeField::Entity>& exempt, double share, double least, SizeField& field)
      : exempt_(exempt), share_(share), least_(least), field_(field) {}

  /// Limits the entity and what bounds it. `name`: of the surface.
  void add(const SizeField::Entity& entity, const std::string& name) {
    if (exempt_.contains(entity)) return;
    const auto samples = curvatureOf(entity.first, entity.second);
    if (!samples) return;
    const auto sizes = std::make_shared<const LocalSizes>(sizesFor(entity.first, *samples, share_, least_));
    field_.limit(entity, sizes);
    for (const SizeField::Entity& bound : boundaryOf(entity))
      if (!exempt_.contains(bound)) field_.limit(bound, sizes);
    Finding& finding = findings_[name];
    const double size = *std::min_element(sizes->sizes.begin(), sizes->sizes.end());
    finding.size = std::min(finding.size, size);
    finding.radius = std::min(finding.radius, 1 / samples->largest());
    finding.isLimited = finding.isLimited || size <= least_;
  }

  std::vector<std::string> lines(double unit) const {
    std::vector<std::string> lines;
    for (const auto& [name, finding] : findings_)
      lines.push_back(fmt::format("{}: {} by curvature, radius {}{}", name, lengthText(finding.size * unit),
                                  lengthText(finding.radius * unit),
                                  finding.isLimited ? ", where it is the smallest size that curvature sets" : ""));
    return lines;
  }

 private:
  const std::set<SizeField::Entity>& exempt_;
  double share_, least_;
  SizeField& field_;
  std::map<std::string, Finding> findings_;
};

}  // namespace

std::vector<std::string> limitByCurvature(const std::set<int>& surfaces, const std::set<SizeField::Entity>& exempt,
                                          double share, double least, double unit, const EntityNames& names,
                                          SizeField& field) {
  CurvatureLimits limits(exempt, share, least, field);
  for (const int surface : surfaces) {
    const std::string name = nameOfEntity(2, surface, names);
    limits.add({2, surface}, name);
    std::vector<int> unused, curves;
    gmsh::model::getAdjacencies(2, surface, unused, curves);
    for (const int curve : curves) limits.add({1, std::abs(curve)}, name);
  }
  return limits.lines(unit);
}

SurfaceCurvature::SurfaceCurvature(int surface) {
  const auto samples = curvatureOf(2, surface);
  if (!samples) return;
  points_ = samples->points;
  for (std::size_t i = 0; i < samples->size(); ++i) curvatures_.emplace_back(samples->k1[i], samples->k2[i]);
}

std::pair<double, double> SurfaceCurvature::at(const Vec3& x) const {
  const auto squaredDistance = [&](const Vec3& point) { return dot(point - x, point - x); };
  const auto nearest = std::min_element(points_.begin(), points_.end(), [&](const Vec3& a, const Vec3& b) {
    return squaredDistance(a) < squaredDistance(b);
  });
  return curvatures_[static_cast<std::size_t>(nearest - points_.begin())];
}

SurfaceCurvatures surfaceCurvatures() {
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  SurfaceCurvatures result;
  for (const auto& [unused, surface] : surfaces) result.emplace(surface, surface);
  return result;
}

CurvedSurfaces curvedSurfaces(double size, const EntityNames& names) {
  CurvedSurfaces result;
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  for (const auto& [dimension, tag] : surfaces) {
    const auto samples = curvatureOf(dimension, tag);
    if (!samples) continue;
    result.names.push_back(nameOfEntity(2, tag, names));
    for (std::size_t i = 0; i < samples->size(); ++i)
      result.depth = std::max(result.depth, facetDepth(samples->k1[i], samples->k2[i], size));
  }
  std::sort(result.names.begin(), result.names.end());
  result.names.erase(std::unique(result.names.begin(), result.names.end()), result.names.end());
  result.depth = std::min(result.depth, 1.0);
  return result;
}

}  // namespace fluxtet
