// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/surfaceFeet.hpp"

#include "lib/mesh/parameterGrid.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace fluxtet {
namespace {

std::vector<double> coordinatesOf(const std::vector<Vec3>& points) {
  std::vector<double> coordinates;
  for (const Vec3& x : points) coordinates.insert(coordinates.end(), x.begin(), x.end());
  return coordinates;
}

std::vector<Vec3> vectorsOf(const std::vector<double>& coordinates) {
  std::vector<Vec3> vectors;
  for (std::size_t i = 0; i + 2 < coordinates.size(); i += 3)
    vectors.push_back({coordinates[i], coordinates[i + 1], coordinates[i + 2]});
  return vectors;
}

/// Parameters (u, v) of points of one patch, by which they are found.
class PatchSearch {
 public:
  explicit PatchSearch(int surface) : surface_(surface), samples_(parameterGrid(2, surface, count)) {
    gmsh::model::getParametrizationBounds(2, surface, low_, high_);
    points_ = at(samples_);
  }

  /// Of the points that are nearest to `from`: Gauss-Newton steps from the nearest sample, each halved until it leads
  /// nearer.
  std::vector<double> nearestTo(const std::vector<Vec3>& from) const {
    std::vector<double> parameters;
    for (const Vec3& x : from) {
      const std::size_t nearest = nearestSample(x);
      parameters.insert(parameters.end(), {samples_[2 * nearest], samples_[2 * nearest + 1]});
    }
    constexpr int steps = 12;
    for (int step = 0; step < steps; ++step) improve(from, parameters);
    return parameters;
  }
  std::vector<Vec3> at(const std::vector<double>& parameters) const {
    std::vector<double> coordinates;
    gmsh::model::getValue(2, surface_, parameters, coordinates);
    return vectorsOf(coordinates);
  }

 private:
  double inside(std::size_t axis, double parameter) const { return std::clamp(parameter, low_[axis], high_[axis]); }

  std::size_t nearestSample(const Vec3& x) const {
    const auto squaredDistance = [&](const Vec3& point) { return dot(point - x, point - x); };
    const auto found = std::min_element(points_.begin(), points_.end(), [&](const Vec3& a, const Vec3& b) {
      return squaredDistance(a) < squaredDistance(b);
    });
    return static_cast<std::size_t>(found - points_.begin());
  }

  void improve(const std::vector<Vec3>& from, std::vector<double>& parameters) const {
    const std::vector<Vec3> here = at(parameters);
    std::array<std::vector<Vec3>, 2> along;  // derivatives by u and v
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double width = 1e-4 * (high_[axis] - low_[axis]), middle = 0.5 * (low_[axis] + high_[axis]);
      std::vector<double> beside = parameters;
      for (std::size_t i = axis; i < beside.size(); i += 2) beside[i] += beside[i] < middle ? width : -width;
      along[axis] = at(beside);
      for (std::size_t i = 0; i < here.size(); ++i)
        along[axis][i] = (1 / (beside[2 * i + axis] - parameters[2 * i + axis])) * (along[axis][i] - here[i]);
    }
    std::vector<std::array<double, 2>> steps;
    for (std::size_t i = 0; i < here.size(); ++i) {
      const Vec3 &u = along[0][i], &v = along[1][i], way = from[i] - here[i];
      // Damped a little: the parameters of a patch of three sides meet in a corner.
      const double damping = 1e-9 * (dot(u, u) + dot(v, v)), uu = dot(u, u) + damping, vv = dot(v, v) + damping;
      const double uv = dot(u, v), determinant = uu * vv - uv * uv, a = dot(u, way), b = dot(v, way);
      steps.push_back(determinant > 0 ? std::array{(a * vv - b * uv) / determinant, (b * uu - a * uv) / determinant}
                                      : std::array{0.0, 0.0});
    }
    std::vector<bool> isNearer(here.size(), false);
    for (int halving = 0; halving < 4; ++halving) {
      std::vector<double> next = parameters;
      for (std::size_t i = 0; i < next.size(); ++i)
        if (!isNearer[i / 2]) next[i] = inside(i % 2, parameters[i] + steps[i / 2][i % 2]);
      const std::vector<Vec3> there = at(next);
      for (std::size_t i = 0; i < here.size(); ++i) {
        if (isNearer[i] || norm(there[i] - from[i]) > norm(here[i] - from[i])) {
          for (double& step : steps[i]) step *= 0.5;
          continue;
        }
        isNearer[i] = true;
        parameters[2 * i] = next[2 * i];
        parameters[2 * i + 1] = next[2 * i + 1];
      }
    }
  }

  static constexpr int count = 24;  ///< of samples along each parameter
  int surface_;
  std::vector<double> samples_, low_, high_;
  std::vector<Vec3> points_;  ///< at the samples
};

}  // namespace

bool isPatch(int surface) {
  std::string type;
  gmsh::model::getType(2, surface, type);
  return type == "Surface";
}

SurfaceFeet feetOn(int surface, const std::vector<Vec3>& from) {
  SurfaceFeet feet;
  std::vector<double> closest, unused, parameters, normals;
  if (isPatch(surface)) {
    const PatchSearch search(surface);
    parameters = search.nearestTo(from);
    feet.points = search.at(parameters);
  } else {
    gmsh::model::getClosestPoint(2, surface, coordinatesOf(from), closest, unused);
    feet.points = vectorsOf(closest);
    gmsh::model::getParametrization(2, surface, closest, parameters);  // those of the closest points are wrong in 4.8
  }
  gmsh::model::getNormal(surface, parameters, normals);
  feet.normals = vectorsOf(normals);
  return feet;
}

}  // namespace fluxtet
