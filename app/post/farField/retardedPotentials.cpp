// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/retardedPotentials.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxtet::farField {
namespace {

/// The delay of a point, in intervals.
double delayOf(const Vec3& position, const Direction& direction, const Vec3& origin, double speed, double interval) {
  return -dot(position - origin, direction.radial()) / (speed * interval);
}

/// The four multiples of the interval, first to first + 3, between which a sample that arrives at `delay` is shared.
struct Shares {
  std::int64_t first = 0;
  std::array<double, 4> of{};
};

/// The value at x - delay of the cubic polynomial through samples is the sum of the shares times the samples at
/// x - first, ..., x - first - 3.
Shares sharesOf(double delay) {
  const double floor = std::floor(delay), t = delay - floor;
  return {static_cast<std::int64_t>(floor) - 1,
          {-t * (t - 1) * (t - 2) / 6, (t + 1) * (t - 1) * (t - 2) / 2, -(t + 1) * t * (t - 2) / 2,
           (t + 1) * t * (t - 1) / 6}};
}

/// Sorts the terms of one direction by delay.
class TermsOfDirection {
 public:
  TermsOfDirection(const RadiatingSurface& source, const Direction& direction, const Vec3& origin, const Delays& delays)
      : source_(source),
        direction_(direction),
        origin_(origin),
        delays_(delays),
        nf_(static_cast<std::size_t>(source.points.fromNodes.cols())),
        atDelay_(static_cast<std::size_t>(delays.count)) {}

  /// Adds the face `face` of the list, as it is seen in the image of number `image`.
  void add(std::size_t face, std::size_t image, std::int32_t emitter) {
    const std::size_t perFace = source_.points.pointsPerFace();
    // [delay][Nf] of the delays from `lowest` on.
    std::vector<double> weights;
    std::vector<Shares> shares;
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max(), highest = std::numeric_limits<std::int64_t>::min();
    for (std::size_t q = 0; q < perFace; ++q) {
      const std::size_t point = (image * source_.surface.faces.size() + face) * perFace + q;
      shares.push_back(
          sharesOf(delayOf(source_.position[point], direction_, origin_, source_.speed(), delays_.interval)));
      lowest = std::min(lowest, shares.back().first);
      highest = std::max(highest, shares.back().first + 3);
    }
    weights.resize(static_cast<std::size_t>(highest - lowest + 1) * nf_);
    for (std::size_t q = 0; q < perFace; ++q)
      for (std::size_t i = 0; i < 4; ++i) {
        const auto delay = static_cast<std::size_t>(shares[q].first - lowest) + i;
        for (std::size_t m = 0; m < nf_; ++m)
          weights[delay * nf_ + m] +=
              shares[q].of[i] * source_.points.weight[face * perFace + q] *
              source_.points.fromNodes(static_cast<Eigen::Index>(q), static_cast<Eigen::Index>(m));
      }
    for (std::int64_t delay = lowest; delay <= highest; ++delay) {
      AtDelay& to = atDelay_[static_cast<std::size_t>(delay - delays_.first)];
      const auto from = weights.begin() + (delay - lowest) * static_cast<std::ptrdiff_t>(nf_);
      to.emitter.push_back(emitter);
      to.weight.insert(to.weight.end(), from, from + static_cast<std::ptrdiff_t>(nf_));
    }
  }

  void appendTo(dgtd::RetardedTerms& terms) const {
    for (const AtDelay& from : atDelay_) {
      terms.emitter.insert(terms.emitter.end(), from.emitter.begin(), from.emitter.end());
      terms.weight.insert(terms.weight.end(), from.weight.begin(), from.weight.end());
      terms.begin.push_back(static_cast<std::int64_t>(terms.emitter.size()));
    }
  }

 private:
  struct AtDelay {
    std::vector<std::int32_t> emitter;
    std::vector<double> weight;  ///< [emitter][Nf]
  };
  const RadiatingSurface& source_;
  const Direction& direction_;
  const Vec3& origin_;
  const Delays& delays_;
  std::size_t nf_;
  std::vector<AtDelay> atDelay_;
};

/// The vector g for which g . F is the component along `axis` of the image of the current n x F: that of an electric
/// current, or of a magnetic one. Bit i of `image` says whether the image is one by plane i.
Vec3 emittedAlong(Vec3 axis, const Vec3& n, const std::vector<MirrorPlane>& planes, std::size_t image,
                  bool electricCurrent) {
  // An image is a symmetric matrix times the current, which may act on the axis instead.
  for (std::size_t i = 0; i < planes.size(); ++i)
    if (image >> i & 1)
      axis = planes[i].signAcross(electricCurrent) * (2 * dot(planes[i].normal, axis) * planes[i].normal - axis);
  return cross(axis, n);
}

/// Weights of values at -3 + shift, ..., 3 + shift for the derivative at 0 of the polynomial through them.
std::array<double, 7> derivativeWeights(double shift) {
  std::array<double, 7> x{}, weights{};
  for (std::size_t j = 0; j < 7; ++j) x[j] = static_cast<double>(j) - 3 + shift;
  for (std::size_t j = 0; j < 7; ++j)
    for (std::size_t differentiated = 0; differentiated < 7; ++differentiated) {
      if (differentiated == j) continue;
      double product = 1 / (x[j] - x[differentiated]);
      for (std::size_t other = 0; other < 7; ++other)
        if (other != j && other != differentiated) product *= -x[other] / (x[j] - x[other]);
      weights[j] += product;
    }
  return weights;
}

}  // namespace

Delays delaysOf(const RadiatingSurface& source, std::span<const Direction> directions, const Vec3& origin,
                double interval, MPI_Comm comm) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Direction& direction : directions)
    for (const Vec3& position : source.position) {
      const double delay = delayOf(position, direction, origin, source.speed(), interval);
      least = std::min(least, delay);
      most = std::max(most, delay);
    }
  const std::int64_t first = sharesOf(minOverRanks(comm, least)).first;
  return {interval, first, static_cast<int>(sharesOf(maxOverRanks(comm, most)).first + 4 - first)};
}

dgtd::RetardedTerms retardedTerms(const RadiatingSurface& source, std::span<const Direction> directions,
                                  const Vec3& origin, const Delays& delays) {
  dgtd::RetardedTerms terms;
  terms.signals = static_cast<int>(directions.size());
  terms.delays = delays.count;
  terms.face = source.surface.faces;
  terms.begin = {0};
  const std::size_t images = std::size_t{1} << source.planes.size();
  for (const Direction& direction : directions) {
    TermsOfDirection ofDirection(source, direction, origin, delays);
    for (std::size_t image = 0; image < images; ++image)
      for (std::size_t face = 0; face < terms.face.size(); ++face) {
        const auto emitted = [&](const Vec3& axis, bool electricCurrent) {
          return emittedAlong(axis, source.points.normal[face], source.planes, image, electricCurrent);
        };
        const Vec3 theta = direction.thetaAxis(), phi = direction.phiAxis();
        ofDirection.add(face, image, static_cast<std::int32_t>(terms.faceOf.size()));
        terms.faceOf.push_back(static_cast<std::int32_t>(face));
        // E is a magnetic current, H an electric one.
        terms.vector.push_back(
            {{{emitted(theta, false), emitted(phi, false)}, {emitted(theta, true), emitted(phi, true)}}});
      }
    ofDirection.appendTo(terms);
  }
  return terms;
}

std::vector<std::array<double, 2>> farFieldOf(const Potentials& potentials, double relativeImpedance, double speed,
                                              double interval, double lag) {
  const std::size_t count = potentials.electric.size();
  const std::array<double, 7> ofElectric = derivativeWeights(0), ofMagnetic = derivativeWeights(lag);
  const double factor = -1 / (4 * constants::pi * speed * interval);
  std::vector<std::array<double, 2>> field(count > instantsLost ? count - instantsLost : 0);
  for (std::size_t k = 0; k < field.size(); ++k)
    for (std::size_t j = k < 3 ? 3 - k : 0; j < 7; ++j) {
      const std::array<double, 2>&electric = potentials.electric[k + j - 3], &magnetic = potentials.magnetic[k + j - 3];
      const double ofH = relativeImpedance * ofMagnetic[j];
      field[k][0] += factor * (ofH * magnetic[0] - ofElectric[j] * electric[1]);
      field[k][1] += factor * (ofH * magnetic[1] + ofElectric[j] * electric[0]);
    }
  return field;
}

}  // namespace fluxtet::farField
