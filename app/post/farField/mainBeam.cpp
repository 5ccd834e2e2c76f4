// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/mainBeam.hpp"

#include "lib/base/constants.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>

namespace fluxtet::farField {
namespace {

using constants::pi;
using Complex = std::complex<double>;

/// Differences of power below this are rounding.
constexpr double sameSquare = 1 + 1e-6;

/// A direction and two more that with it form a right-handed system: along, across, axis.
struct BeamAxes {
  Vec3 along, across, axis;
};

Direction directionOf(const Vec3& v) {
  return {std::atan2(std::hypot(v[0], v[1]), v[2]), std::atan2(v[1], v[0])};
}
/// The direction at the angle `away` from the axis, towards the angle `round`, which counts from along to across.
Vec3 besides(const BeamAxes& axes, double away, double round) {
  return std::cos(away) * axes.axis + std::sin(away) * (std::cos(round) * axes.along + std::sin(round) * axes.across);
}
/// Component of a far field along a vector.
Complex component(const Amplitude& a, const Direction& d, const Vec3& v) {
  return a.theta * dot(d.thetaAxis(), v) + a.phi * dot(d.phiAxis(), v);
}

struct Peak {
  Direction direction;
  Amplitude amplitude;
};

/// From the strongest known direction to the maximum near it: eight neighbours are tried at a distance that is halved
/// where none of them is stronger.
Peak climb(const Pattern& pattern, std::span<const Direction> known, std::span<const Amplitude> field,
           double distance) {
  Peak best;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (field[i].square() > sameSquare * best.amplitude.square()) best = {known[i], field[i]};
  if (best.amplitude.square() == 0) return best;
  constexpr double least = 1e-4;
  constexpr int mostTrials = 200;
  for (int trial = 0; trial < mostTrials && distance > least; ++trial) {
    const BeamAxes axes{best.direction.thetaAxis(), best.direction.phiAxis(), best.direction.radial()};
    std::array<Direction, 8> neighbours;
    for (std::size_t i = 0; i < neighbours.size(); ++i)
      neighbours[i] = directionOf(besides(axes, distance, static_cast<double>(i) * pi / 4));
    const auto found = pattern(neighbours);
    const auto strongest = std::max_element(found.begin(), found.end(),
                                            [](const auto& a, const auto& b) { return a.square() < b.square(); });
    if (strongest->square() > sameSquare * best.amplitude.square())
      best = {neighbours[static_cast<std::size_t>(strongest - found.begin())], *strongest};
    else
      distance /= 2;
  }
  return best;
}

/// The planes of the two cuts: along and across the major axis of the ellipse of polarisation.
BeamAxes polarisationAxes(const Peak& peak) {
  constexpr double roundBelow = 1.4125375446227544;  // 3 dB
  const Amplitude& a = peak.amplitude;
  const double left = std::abs(a.theta + Complex(0, 1) * a.phi), right = std::abs(a.theta - Complex(0, 1) * a.phi);
  const Vec3 theta = peak.direction.thetaAxis(), phi = peak.direction.phiAxis(), axis = peak.direction.radial();
  if (left + right < roundBelow * std::abs(left - right)) return {theta, phi, axis};
  const Complex turn = std::polar(1.0, -0.5 * std::arg(a.theta * a.theta + a.phi * a.phi));
  const Vec3 along = normalised((a.theta * turn).real() * theta + (a.phi * turn).real() * phi);
  return {along, cross(axis, along), axis};
}

/// The pattern round a great circle through the beam, whose first direction is the beam.
class Cut {
 public:
  Cut(const Pattern& pattern, const BeamAxes& axes, double towards, int count) {
    std::vector<Direction> circle;
    for (int i = 0; i < count; ++i) circle.push_back(directionOf(besides(axes, 2 * pi * i / count, towards)));
    for (const Amplitude& a : pattern(circle)) square_.push_back(a.square());
  }

  /// The angle from the beam at which the power falls below a share of it for the first time, rad; pi if it does not.
  double fallsBelow(double share, bool backwards) const {
    const double limit = share * square_[0];
    for (int i = 1; i <= size() / 2; ++i) {
      const double before = at(i - 1, backwards), here = at(i, backwards);
      if (here == 0) return (i - 1) * 2 * pi / size();  // a ground ends the beam
      if (here < limit) return (i - 1 + (before - limit) / (before - here)) * 2 * pi / size();
    }
    return pi;
  }

  BeamCut result() const {
    BeamCut cut;
    const double right = fallsBelow(0.5, false), left = fallsBelow(0.5, true);
    if (right == pi || left == pi) return cut;
    cut.width = right + left;
    const int first = endOfBeam(right, false), last = size() - endOfBeam(left, true);
    if (first <= last)
      cut.sideLobe = *std::max_element(square_.begin() + first, square_.begin() + last + 1) / square_[0];
    return cut;
  }

  double back() const { return square_[square_.size() / 2] / square_[0]; }

 private:
  int size() const { return static_cast<int>(square_.size()); }
  double at(int i, bool backwards) const {
    return square_[static_cast<std::size_t>(backwards ? (size() - i) % size() : i % size())];
  }
  /// Number of the direction beyond the angle `from` after which the power rises again, counted from the beam.
  int endOfBeam(double from, bool backwards) const {
    int i = static_cast<int>(from * size() / (2 * pi));
    while (i < size() && at(i + 1, backwards) <= at(i, backwards)) ++i;
    return i;
  }

  std::vector<double> square_;
};

/// A part of the beam in which the phase is fitted: directions, phasors of the component polarised like the beam with
/// phases about the middle, and weights.
struct BeamSample {
  Vec3 direction;
  Complex phasor;
  double away = 0, weight = 0;
};

std::vector<BeamSample> sampleBeam(const Pattern& pattern, const PatternFrame& frame, const BeamAxes& axes,
                                   const Peak& peak, double reach) {
  constexpr int rings = 24, spokes = 24;
  constexpr double leastShare = 0.1;
  std::vector<Direction> directions{peak.direction};
  for (int s = 0; s < spokes; ++s)
    for (int r = 1; r <= rings; ++r)
      directions.push_back(directionOf(besides(axes, reach * r / rings, 2 * pi * s / spokes)));
  const auto field = pattern(directions);

  const Complex alongBeam = component(peak.amplitude, peak.direction, axes.along),
                acrossBeam = component(peak.amplitude, peak.direction, axes.across);
  std::vector<BeamSample> samples;
  for (int s = 0; s < spokes; ++s)
    for (int r = 1; r <= rings; ++r) {
      const std::size_t i = 1 + static_cast<std::size_t>(s) * rings + static_cast<std::size_t>(r - 1);
      if (field[i].square() < leastShare * peak.amplitude.square()) break;
      const double away = reach * r / rings, round = 2 * pi * s / spokes;
      const Direction& d = directions[i];
      const Vec3 outwards = besides(axes, away + pi / 2, round);
      const Vec3 roundwards = -std::sin(round) * axes.along + std::cos(round) * axes.across;
      const Complex o = component(field[i], d, outwards), t = component(field[i], d, roundwards);
      const Complex along = o * std::cos(round) - t * std::sin(round),
                    across = o * std::sin(round) + t * std::cos(round);
      const Complex phasor = along * std::conj(alongBeam) + across * std::conj(acrossBeam);
      if (std::abs(phasor) == 0) break;
      const Vec3 radial = d.radial();
      const double turn = frame.wavenumber * dot(radial, frame.middle - frame.origin);
      samples.push_back({radial, phasor * std::polar(1.0, -turn), away, std::norm(phasor) * std::sin(away)});
    }
  return samples;
}

/// Phases of the samples within an angle of the beam, after the shift of the origin from the middle by `shift` and
/// relative to their mean; each within half a turn.
struct Residual {
  Eigen::VectorXd phase, weight;
  Eigen::MatrixXd radial;  ///< [sample][xyz]
};
Residual residualOf(std::span<const BeamSample> samples, double wavenumber, const Vec3& shift, double within) {
  std::vector<Complex> phasors;
  std::vector<const BeamSample*> used;
  Complex mean = 0;
  for (const BeamSample& sample : samples)
    if (sample.away <= within) {
      phasors.push_back(sample.phasor / std::abs(sample.phasor) *
                        std::polar(1.0, -wavenumber * dot(sample.direction, shift)));
      used.push_back(&sample);
      mean += sample.weight * phasors.back();
    }
  Residual residual;
  const auto n = static_cast<Eigen::Index>(used.size());
  residual.phase.resize(n);
  residual.weight.resize(n);
  residual.radial.resize(n, 3);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto s = static_cast<std::size_t>(i);
    residual.phase[i] = std::arg(phasors[s] * std::conj(mean));
    residual.weight[i] = used[s]->weight;
    for (int c = 0; c < 3; ++c) residual.radial(i, c) = used[s]->direction[static_cast<std::size_t>(c)];
  }
  return residual;
}

/// Least squares of the phase over cones that grow to the whole beam, so that no phase is taken for another by a turn.
std::optional<PhaseCentre> fitPhaseCentre(std::span<const BeamSample> samples, const PatternFrame& frame,
                                          double reach) {
  constexpr std::size_t fewest = 8;
  constexpr int mostSteps = 8;
  constexpr double indefinite = 1e-4;  // of singular values: what a narrow cone tells nothing of
  if (samples.size() < fewest) return std::nullopt;
  const double k = frame.wavenumber;
  Vec3 shift{};
  double within = std::min(reach, std::max(1 / std::max(k * frame.radius, 1.0), reach / 12));
  while (true) {
    for (int step = 0; step < mostSteps; ++step) {
      const Residual r = residualOf(samples, k, shift, within);
      if (r.phase.size() == 0) break;
      const Eigen::VectorXd root = r.weight.cwiseSqrt();
      Eigen::MatrixXd matrix(r.phase.size(), 4);
      matrix << k * r.radial, Eigen::VectorXd::Ones(r.phase.size());
      matrix = root.asDiagonal() * matrix;
      const Eigen::VectorXd side = root.cwiseProduct(r.phase);
      Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
      svd.setThreshold(indefinite);
      const Eigen::VectorXd change = svd.solve(side);
      for (std::size_t c = 0; c < 3; ++c) shift[c] += change[static_cast<Eigen::Index>(c)];
      if (change.head(3).norm() * k < 1e-9) break;
    }
    if (within >= reach) break;
    within = std::min(reach, 1.3 * within);
  }
  const Residual r = residualOf(samples, k, shift, reach);
  const double mean = r.weight.dot(r.phase) / r.weight.sum();
  const double square = r.weight.dot((r.phase.array() - mean).square().matrix()) / r.weight.sum();
  return PhaseCentre{frame.middle + shift, std::sqrt(square)};
}

}  // namespace

std::optional<MainBeam> findMainBeam(const Pattern& pattern, const PatternFrame& frame,
                                     std::span<const Direction> known, std::span<const Amplitude> field) {
  const double size = frame.wavenumber * frame.radius;
  const Peak peak = climb(pattern, known, field, std::min(pi / 8, 1 / (size + 1)));
  if (peak.amplitude.square() == 0) return std::nullopt;

  // The power on a circle is a trigonometric polynomial of about twice the degree of the field, k a + 12. Sixteen
  // samples a period of its highest term, or a half of a degree.
  const int count = 2 * std::max(360, static_cast<int>(16 * (size + 12)));
  const BeamAxes axes = polarisationAxes(peak);
  const Cut major(pattern, axes, 0, count), minor(pattern, axes, pi / 2, count);
  MainBeam beam{peak.direction, peak.amplitude.square(), major.result(), minor.result(), major.back(), {}};

  constexpr double leastShare = 0.1;
  double reach = 0;
  for (const Cut* cut : {&major, &minor})
    for (const bool backwards : {false, true}) reach = std::max(reach, cut->fallsBelow(leastShare, backwards));
  reach = std::min(reach, pi / 2);
  beam.phaseCentre = fitPhaseCentre(sampleBeam(pattern, frame, axes, peak, reach), frame, reach);
  return beam;
}

}  // namespace fluxtet::farField
