// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Main beam, its widths, lobes and phase centre: of patterns in closed form.
#include "app/post/farField/mainBeam.hpp"
#include "app/post/farField/radiation.hpp"
#include "lib/base/constants.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace farField;

using Complex = std::complex<double>;
using constants::pi;

constexpr double degree = pi / 180;

/// A pattern from the far field's vector in a direction.
using FieldVector = std::function<std::array<Complex, 3>(const Vec3&)>;

Complex along(const std::array<Complex, 3>& field, const Vec3& v) {
  return field[0] * v[0] + field[1] * v[1] + field[2] * v[2];
}

Pattern patternOf(const FieldVector& field) {
  return [field](std::span<const Direction> at) {
    std::vector<Amplitude> amplitudes;
    for (const Direction& d : at) {
      const Vec3 theta{std::cos(d.theta) * std::cos(d.phi), std::cos(d.theta) * std::sin(d.phi), -std::sin(d.theta)};
      const Vec3 phi{-std::sin(d.phi), std::cos(d.phi), 0};
      const auto vector = field(d.radial());
      amplitudes.push_back({along(vector, theta), along(vector, phi)});
    }
    return amplitudes;
  };
}

std::optional<MainBeam> beamOf(const Pattern& pattern, const PatternFrame& frame) {
  const SphereRule sphere = sphereRule(frame.wavenumber, frame.radius);
  const auto field = pattern(sphere.directions);
  return findMainBeam(pattern, frame, sphere.directions, field);
}

double angleBetween(const Direction& d, const Vec3& axis) {
  return std::atan2(norm(cross(d.radial(), axis)), dot(d.radial(), axis));
}

/// Current elements with complex moments, side by side at one point (Balanis, Antenna Theory, 4th ed., (4-26)).
Pattern elementsAt(const Vec3& at, const std::array<Complex, 3>& moment, const PatternFrame& frame) {
  return patternOf([=](const Vec3& r) {
    const Complex turn = std::polar(1.0, frame.wavenumber * dot(r, at - frame.origin));
    return std::array<Complex, 3>{moment[0] * turn, moment[1] * turn, moment[2] * turn};
  });
}

TEST(MainBeam, OfADipoleIsARingNinetyDegreesWideAndItsPhaseCentreIsTheDipole) {
  for (const double wavenumber : {0.5, 6.0, 40.0}) {
    const PatternFrame frame{wavenumber, {0.7, -0.2, 0.1}, {0.05, 0.02, 0}, 0.9};
    const Vec3 at{0.31, -0.22, 0.4};
    const auto beam = beamOf(elementsAt(at, {0, 0, Complex(0.3, 2)}, frame), frame);
    ASSERT_TRUE(beam);
    EXPECT_NEAR(beam->direction.theta, pi / 2, 1e-3);
    EXPECT_NEAR(beam->square, 4.09, 1e-5);
    ASSERT_TRUE(beam->majorPlane.width);
    EXPECT_NEAR(*beam->majorPlane.width, pi / 2, 1e-4);
    ASSERT_TRUE(beam->majorPlane.sideLobe);  // the other side of the ring
    EXPECT_NEAR(*beam->majorPlane.sideLobe, 1, 1e-5);
    EXPECT_FALSE(beam->minorPlane.width);
    EXPECT_FALSE(beam->minorPlane.sideLobe);
    EXPECT_NEAR(beam->back, 1, 1e-5);
    ASSERT_TRUE(beam->phaseCentre);
    EXPECT_LT(norm(beam->phaseCentre->at - at), 1e-7 / wavenumber);
    EXPECT_LT(beam->phaseCentre->deviation, 1e-6);
  }
}

TEST(MainBeam, OfTurningElementsGoesAlongTheirAxis) {
  // Right-handed in one direction, left-handed in the other: (1 + cos^2) / 2 in any plane through the axis, so that
  // half the power is reached at 90 degrees.
  const PatternFrame frame{10, {0, 0, 0}, {0, 0, 0}, 0.5};
  const Vec3 at{0.1, 0.2, -0.3};
  const auto beam = beamOf(elementsAt(at, {Complex(1, 0), Complex(0, -1), 0}, frame), frame);
  ASSERT_TRUE(beam);
  EXPECT_NEAR(std::abs(std::cos(beam->direction.theta)), 1, 1e-5);
  EXPECT_NEAR(beam->back, 1, 1e-5);
  ASSERT_TRUE(beam->phaseCentre);
  // The axis is found where the power is within 1e-6 of the largest, that is within 1.4e-3 rad; so far is the beam's
  // polarisation from that on the axis.
  EXPECT_LT(norm(beam->phaseCentre->at - at), 1.4e-3 / frame.wavenumber);
}

/// A rectangular aperture in a plane, uniform and polarised along one of its sides, that radiates to one side only,
/// with a field of Ludwig's third kind about its axis.
struct Aperture {
  Vec3 side, across, axis, at;
  double length = 1, width = 1;

  Pattern pattern(const PatternFrame& frame) const {
    return patternOf([*this, frame](const Vec3& r) -> std::array<Complex, 3> {
      const double forwards = dot(r, axis);
      if (forwards <= 0) return {};
      const auto sinc = [](double x) { return std::abs(x) < 1e-8 ? 1.0 : std::sin(x) / x; };
      const double k = frame.wavenumber;
      const Complex value = sinc(0.5 * k * length * dot(r, side)) * sinc(0.5 * k * width * dot(r, across)) *
                            std::polar(1.0, k * dot(r, at - frame.origin));
      // The vector along `side` on the axis, turned into the direction with it (a Huygens source).
      const Vec3 vector = side - dot(side, r) / (1 + forwards) * (r + axis);
      return {value * vector[0], value * vector[1], value * vector[2]};
    });
  }
};

TEST(MainBeam, OfAUniformApertureHasTheWidthsAndLobesOfTheSinc) {
  const double wavelength = 0.1;
  const Vec3 axis = Direction{1.1, 0.6}.radial(), side = normalised(cross(axis, {0.2, 0.1, 1})),
             across = cross(axis, side);
  const Aperture aperture{side, across, axis, {0.2, 0.1, -0.3}, 5 * wavelength, 3 * wavelength};
  const PatternFrame frame{2 * pi / wavelength, {0.5, 0, 0}, {0, 0, 0}, 0.6};
  const auto beam = beamOf(aperture.pattern(frame), frame);
  ASSERT_TRUE(beam);
  EXPECT_LT(angleBetween(beam->direction, axis), 3e-4);
  // sinc^2(x) = 1/2 at x = 1.391557; the first lobe of sinc^2 is 0.0471904.
  constexpr double half = 1.3915573782515, lobe = 0.0471904;
  const auto widthOf = [&](double length) { return 2 * std::asin(half * wavelength / (pi * length)); };
  ASSERT_TRUE(beam->majorPlane.width && beam->minorPlane.width);
  EXPECT_NEAR(*beam->majorPlane.width, widthOf(aperture.length), 0.01 * degree);
  EXPECT_NEAR(*beam->minorPlane.width, widthOf(aperture.width), 0.01 * degree);
  ASSERT_TRUE(beam->majorPlane.sideLobe && beam->minorPlane.sideLobe);
  EXPECT_NEAR(*beam->majorPlane.sideLobe, lobe, 0.001 * lobe);
  EXPECT_NEAR(*beam->minorPlane.sideLobe, lobe, 0.001 * lobe);
  EXPECT_EQ(beam->back, 0);
  ASSERT_TRUE(beam->phaseCentre);
  EXPECT_LT(norm(beam->phaseCentre->at - aperture.at), 1e-6 * wavelength);
  EXPECT_LT(beam->phaseCentre->deviation, 1e-6);
}

TEST(MainBeam, WhosePhaseFrontIsNoSphereTellsByHowMuch) {
  // A phase of 0.2 cos(2 round) (away)^2 is astigmatic: no point can be its centre.
  const PatternFrame frame{20, {0, 0, 0}, {0, 0, 0}, 0.3};
  const Pattern pattern = patternOf([](const Vec3& r) -> std::array<Complex, 3> {
    if (r[2] <= 0) return {};
    const Complex value = std::pow(r[2], 4) * std::polar(1.0, 0.2 * (r[0] * r[0] - r[1] * r[1]));
    return {value * (1 - r[0] * r[0] / (1 + r[2])), value * (-r[0] * r[1] / (1 + r[2])), value * (-r[0])};
  });
  const auto beam = beamOf(pattern, frame);
  ASSERT_TRUE(beam && beam->phaseCentre);
  EXPECT_LT(norm(beam->phaseCentre->at), 1e-3);
  EXPECT_GT(beam->phaseCentre->deviation, 0.01);
  EXPECT_LT(beam->phaseCentre->deviation, 0.2);
}

TEST(MainBeam, IsNoneWithoutAField) {
  const PatternFrame frame{10, {0, 0, 0}, {0, 0, 0}, 0.5};
  EXPECT_FALSE(beamOf(patternOf([](const Vec3&) { return std::array<Complex, 3>{}; }), frame));
}

}  // namespace
}  // namespace fluxtet::test
