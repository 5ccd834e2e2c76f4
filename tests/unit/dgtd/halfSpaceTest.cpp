// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The waves of a plane wave at a plane interface: continuity of the tangential fields, Fresnel's values, refusals.
#include "app/dgtd/setup/layeredWaves.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/vec3.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace dgtd;

constexpr double frequency = 1e9;

struct Fields {
  Vec3 E{}, H{};  ///< V/m, times Z0
};

/// The sum of waves of sin(2 pi f t) in a medium.
Fields fieldsOf(const std::vector<IncidentWave>& waves, const Medium& medium, const Vec3& x, double time) {
  Fields sum;
  for (const IncidentWave& wave : waves) {
    const double delay = dot(wave.direction, x - wave.origin) * std::sqrt(medium.epsilonR * medium.muR) / constants::c0;
    const Vec3 E = (wave.amplitude * std::sin(2 * constants::pi * frequency * (time - delay))) * wave.polarization;
    sum.E = sum.E + E;
    sum.H = sum.H + std::sqrt(medium.epsilonR / medium.muR) * cross(wave.direction, E);
  }
  return sum;
}

const Vec3 normal = normalised({0.2, -0.3, 1});
const Vec3 at{0.1, 0.2, -0.05};
/// Points of the plane.
std::vector<Vec3> planePoints() {
  const Vec3 u = normalised(cross(normal, {1, 0, 0})), v = cross(normal, u);
  return {at, at + 0.3 * u, at - 0.2 * u + 0.4 * v, at + 0.11 * v};
}

IncidentWave waveAlong(const Vec3& direction, const Vec3& near) {
  IncidentWave wave;
  wave.direction = normalised(direction);
  wave.polarization = normalised(near - dot(near, wave.direction) * wave.direction);
  wave.amplitude = 2;
  wave.origin = {0.3, -0.1, -0.7};
  return wave;
}

TEST(HalfSpaceWaves, TangentialFieldsAreContinuous) {
  const std::vector<Medium> media{Medium{1.5, 1.2}, Medium{4, 2}};
  for (const Vec3& direction : {Vec3{0.1, 0.5, 0.7}, Vec3{0.7, 0.1, -0.4}, normal, -1 * normal})
    for (const double sense : {1.0, -1.0}) {
      const IncidentWave incident = waveAlong(direction, {0.3, 0.8, 0.1});
      const auto waves = wavesAtHalfSpace(incident, {at, sense * normal}, media, "wave");
      for (const Vec3& x : planePoints())
        for (const double time : {0.0, 0.13e-9, 0.4e-9}) {
          const Fields before = fieldsOf(waves.front(), media[0], x, time);
          const Fields behind = fieldsOf(waves.back(), media[1], x, time);
          EXPECT_LT(norm(cross(normal, before.E - behind.E)), 1e-12);
          EXPECT_LT(norm(cross(normal, before.H - behind.H)), 1e-12);
        }
    }
}

TEST(HalfSpaceWaves, AConductorHasNoTangentialE) {
  for (const Vec3& direction : {Vec3{0.1, 0.5, 0.7}, Vec3{0.7, 0.1, -0.4}, normal}) {
    const IncidentWave incident = waveAlong(direction, {0.3, 0.8, 0.1});
    const Medium medium{2.2, 1};
    const auto waves = wavesAtHalfSpace(incident, {at, normal, HalfSpaceFilling::pec}, {medium}, "wave");
    ASSERT_EQ(waves.size(), 2U);
    EXPECT_TRUE(waves.back().empty());
    for (const Vec3& x : planePoints())
      EXPECT_LT(norm(cross(normal, fieldsOf(waves.front(), medium, x, 0.21e-9).E)), 1e-12);
  }
}

TEST(HalfSpaceWaves, EachIsAPlaneWave) {
  const auto waves =
      wavesAtHalfSpace(waveAlong({0.1, 0.5, 0.7}, {1, 0, 0}), {at, normal}, {Medium{}, Medium{4, 1}}, "wave");
  for (const auto& side : waves)
    for (const IncidentWave& wave : side) {
      EXPECT_NEAR(norm(wave.direction), 1, 1e-14);
      EXPECT_NEAR(norm(wave.polarization), 1, 1e-14);
      EXPECT_NEAR(dot(wave.direction, wave.polarization), 0, 1e-14);
    }
}

TEST(HalfSpaceWaves, Fresnel) {
  // 45 degrees to epsilon_r 4, E perpendicular: 2 cos / (cos + sqrt(4 - 1/2)).
  const auto waves =
      wavesAtHalfSpace(waveAlong({1, 0, 1}, {0, 1, 0}), {{0, 0, 0}, {0, 0, 1}}, {Medium{}, Medium{4, 1}}, "wave");
  ASSERT_EQ(waves[1].size(), 1U);
  EXPECT_NEAR(waves[1][0].amplitude / 2, 0.548584, 1e-6);
  // Brewster's angle: a wave with E parallel to the plane of incidence is not reflected.
  const auto brewster =
      wavesAtHalfSpace(waveAlong({2, 0, 1}, {1, 0, -2}), {{0, 0, 0}, {0, 0, 1}}, {Medium{}, Medium{4, 1}}, "wave");
  for (std::size_t i = 1; i < brewster[0].size(); ++i) EXPECT_NEAR(brewster[0][i].amplitude, 0, 1e-14);
}

/// Phasor of the sum of waves at a frequency f, for sin(2 pi f t).
std::array<std::complex<double>, 3> phasorOf(const std::vector<IncidentWave>& waves, const Medium& medium,
                                             const Vec3& x) {
  std::array<std::complex<double>, 3> sum{};
  const double k = 2 * constants::pi * frequency * std::sqrt(medium.epsilonR * medium.muR) / constants::c0;
  for (const IncidentWave& wave : waves)
    for (std::size_t c = 0; c < 3; ++c)
      sum[c] += std::polar(wave.amplitude * wave.polarization[c], -k * dot(wave.direction, x - wave.origin));
  return sum;
}
double sizeOf(const std::array<std::complex<double>, 3>& field) {
  return std::sqrt(std::norm(field[0]) + std::norm(field[1]) + std::norm(field[2]));
}

// Steady fields of all waves of each layer together, oblique and with both polarizations.
TEST(HalfSpaceWaves, InLayersTangentialFieldsAreContinuousAtEachPlane) {
  const std::vector<Medium> media{{1.5, 1.2}, {4, 2}, {2.2, 1}, {9, 1}};
  HalfSpace half{at, normal};
  half.layers = {0.07, 0.11};
  for (const Vec3& direction : {Vec3{0.1, 0.5, 0.7}, Vec3{0.2, 0.1, -0.7}, normal})
    for (const bool isConductor : {false, true}) {
      half.filling = isConductor ? HalfSpaceFilling::pec : HalfSpaceFilling::medium;
      std::vector<Medium> given = media;
      if (isConductor) given.pop_back();
      const IncidentWave incident = waveAlong(direction, {0.3, 0.8, 0.1});
      const auto waves = wavesAtHalfSpace(incident, half, given, "wave");
      ASSERT_EQ(waves.size(), 4U);
      EXPECT_EQ(waves.back().empty(), isConductor);
      const Vec3 into = dot(direction, normal) > 0 ? normal : -1 * normal;
      for (std::size_t plane = 0; plane < 3; ++plane)
        for (Vec3 x : planePoints()) {
          x = x + depthsOfPlanes(half)[plane] * into;
          EXPECT_NEAR(depthBehind(half, incident.direction, x), depthsOfPlanes(half)[plane], 1e-14);
          for (const double time : {0.0, 0.13e-9, 0.4e-9}) {
            const Fields before = fieldsOf(waves[plane], media[plane], x, time);
            const Fields behind = fieldsOf(waves[plane + 1], media[plane + 1], x, time);
            EXPECT_LT(norm(cross(normal, before.E - behind.E)), 10 * layerTolerance);
            if (!isConductor || plane < 2) {
              EXPECT_LT(norm(cross(normal, before.H - behind.H)), 30 * layerTolerance);
            }
          }
        }
    }
}

// Half spaces of epsilon_r 1 and 4 with a quarter of a wavelength of epsilon_r 2 between them.
TEST(HalfSpaceWaves, AQuarterWaveLayerReflectsNothing) {
  HalfSpace half{{0, 0, 0}, {0, 0, 1}};
  half.layers = {constants::c0 / frequency / std::sqrt(2.0) / 4};
  const auto waves =
      wavesAtHalfSpace(waveAlong({0, 0, 1}, {1, 0, 0}), half, {Medium{}, Medium{2, 1}, Medium{4, 1}}, "wave");
  const std::vector<IncidentWave> reflected(waves[0].begin() + 1, waves[0].end());
  EXPECT_LT(sizeOf(phasorOf(reflected, Medium{}, {0, 0, -0.1})), 3 * layerTolerance);
  EXPECT_NEAR(sizeOf(phasorOf(waves[2], {4, 1}, {0, 0, 0.2})), 2 / std::sqrt(2.0), 3 * layerTolerance);
}

// Airy's r (1 - q) / (1 - r^2 q), q = exp(-2 i k h cos), of a slab at 40 degrees, E perpendicular and parallel.
TEST(HalfSpaceWaves, ASlabReflectsWhatAirySays) {
  const double sine = std::sin(40 * constants::pi / 180), cosine = std::cos(40 * constants::pi / 180), h = 0.083;
  const double inside = std::sqrt(4 - sine * sine);  // index times cosine
  HalfSpace half{{0, 0, 0}, {0, 0, 1}};
  half.layers = {h};
  const std::complex<double> q = std::polar(1.0, -4 * constants::pi * frequency / constants::c0 * h * inside);
  for (const bool isParallel : {false, true}) {
    const auto waves =
        wavesAtHalfSpace(waveAlong({sine, 0, cosine}, isParallel ? Vec3{cosine, 0, -sine} : Vec3{0, 1, 0}), half,
                         {Medium{}, Medium{4, 1}, Medium{}}, "wave");
    const double r = isParallel ? (cosine - inside / 4) / (cosine + inside / 4) : (cosine - inside) / (cosine + inside);
    const std::complex<double> exact = r * (1.0 - q) / (1.0 - r * r * q);
    const std::vector<IncidentWave> reflected(waves[0].begin() + 1, waves[0].end());
    const double found = sizeOf(phasorOf(reflected, Medium{}, {0.1, 0.2, -0.3})) / 2;
    EXPECT_NEAR(found, std::abs(exact), 3 * layerTolerance);
    EXPECT_NEAR(sizeOf(phasorOf(waves[2], Medium{}, {0.1, 0, 0.3})) / 2, std::sqrt(1 - std::norm(exact)),
                3 * layerTolerance);
  }
}

TEST(HalfSpaceWaves, LayersBetweenWhichTheWaveStaysAreRefused) {
  HalfSpace half{{0, 0, 0}, {0, 0, 1}};
  half.layers = {0.1, 0.07, 0.13};
  const Medium dense{80, 1};
  EXPECT_THROW(
      wavesAtHalfSpace(waveAlong({0, 0, 1}, {1, 0, 0}), half, {Medium{}, dense, Medium{}, dense, Medium{}}, "wave"),
      InputError);
}

TEST(HalfSpaceWaves, TotalReflectionAndGrazingAreRefused) {
  const HalfSpace half{{0, 0, 0}, {0, 0, 1}};
  EXPECT_THROW(wavesAtHalfSpace(waveAlong({1, 0, 1}, {0, 1, 0}), half, {Medium{4, 1}, Medium{}}, "wave"), InputError);
  EXPECT_THROW(wavesAtHalfSpace(waveAlong({1, 0, 0}, {0, 1, 0}), half, {Medium{}, Medium{4, 1}}, "wave"), InputError);
  try {
    wavesAtHalfSpace(waveAlong({1, 0, 1}, {0, 1, 0}), half, {Medium{4, 1}, Medium{}}, "wave");
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("critical angle 30 deg"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fluxtet::test
