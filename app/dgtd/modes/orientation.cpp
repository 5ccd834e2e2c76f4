// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/orientation.hpp"

#include "app/dgtd/modes/outline.hpp"
#include "app/dgtd/modes/triangleBasis.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

namespace {

/// A profile at points with weights.
struct Sample {
  double x, y;  ///< from the centre, in units of the square root of the area
  double u, v;  ///< components times weight
};

std::vector<Sample> samplesOf(const ModeProfile& electric, const CrossSection& section) {
  const TriangleRule rule = triangleRule(4);
  const std::array<double, 2> centre = centreOf(section);
  const double length = std::sqrt(areaOf(section));
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < section.triangle.size(); ++i) {
    const auto& [a, b, c] = section.triangle[i];
    const auto &p = section.x[a], &q = section.x[b], &r = section.x[c];
    const double twiceArea = std::abs((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]));
    for (std::size_t k = 0; k < rule.point.size(); ++k) {
      const auto& [s, t] = rule.point[k];
      const std::array<double, 2> x = {p[0] + s * (q[0] - p[0]) + t * (r[0] - p[0]),
                                       p[1] + s * (q[1] - p[1]) + t * (r[1] - p[1])};
      const auto e = electric(i, x);
      const double weight = rule.weight[k] * twiceArea / length;
      samples.push_back({(x[0] - centre[0]) / length, (x[1] - centre[1]) / length, weight * e[0], weight * e[1]});
    }
  }
  return samples;
}

}  // namespace

SplittingWeight::SplittingWeight(const CrossSection& section)
    : section_(section), centre_(centreOf(section)), length_(std::sqrt(areaOf(section))) {}

double SplittingWeight::at(const std::array<double, 2>& x) const {
  const std::complex<double> z((x[0] - centre_[0]) / length_, (x[1] - centre_[1]) / length_);
  std::complex<double> power = 1;
  double weight = 0;
  for (int m = 1; m <= 8; ++m) weight += (power *= z * z).real();
  return weight;
}

std::array<double, 2> SplittingWeight::centreOfTriangle(std::size_t triangle) const {
  std::array<double, 2> centre{};
  for (const std::int32_t vertex : section_.triangle[triangle])
    for (int axis = 0; axis < 2; ++axis) centre[axis] += section_.x[vertex][axis] / 3;
  return centre;
}

double signOf(const ModeProfile& electric, const CrossSection& section) {
  constexpr int maxDegree = 12;
  constexpr double small = 1e-3;  // of what a profile of int e.e = 1 can have at most, about
  const std::vector<Sample> samples = samplesOf(electric, section);
  for (int degree = 0; degree <= maxDegree; ++degree)
    for (int q = 0; q <= degree; ++q) {
      double u = 0, v = 0, bound = 0;
      for (const Sample& sample : samples) {
        const double weight = std::pow(sample.x, degree - q) * std::pow(sample.y, q);
        u += weight * sample.u;
        v += weight * sample.v;
        bound += std::abs(weight) * std::hypot(sample.u, sample.v);
      }
      for (const double moment : {u, v})
        if (std::abs(moment) > small * bound) return moment > 0 ? 1 : -1;
    }
  return 1;
}

}  // namespace fluxtet::dgtd
