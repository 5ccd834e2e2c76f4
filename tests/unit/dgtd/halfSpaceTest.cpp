// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The waves of a plane wave at a plane interface: continuity of the tangential fields, Fresnel's values, refusals.
#include "app/dgtd/setup/incidentWaves.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/vec3.hpp"

#include <gtest/gtest.h>

#include <cmath>
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
  const std::array<Medium, 2> media{Medium{1.5, 1.2}, Medium{4, 2}};
  for (const Vec3& direction : {Vec3{0.1, 0.5, 0.7}, Vec3{0.7, 0.1, -0.4}, normal, -1 * normal})
    for (const double sense : {1.0, -1.0}) {
      const IncidentWave incident = waveAlong(direction, {0.3, 0.8, 0.1});
      const HalfSpaceWaves waves = wavesAtHalfSpace(incident, {at, sense * normal}, media, "wave");
      for (const Vec3& x : planePoints())
        for (const double time : {0.0, 0.13e-9, 0.4e-9}) {
          const Fields before = fieldsOf(waves.before, media[0], x, time);
          const Fields behind = fieldsOf(waves.behind, media[1], x, time);
          EXPECT_LT(norm(cross(normal, before.E - behind.E)), 1e-12);
          EXPECT_LT(norm(cross(normal, before.H - behind.H)), 1e-12);
        }
    }
}

TEST(HalfSpaceWaves, AConductorHasNoTangentialE) {
  for (const Vec3& direction : {Vec3{0.1, 0.5, 0.7}, Vec3{0.7, 0.1, -0.4}, normal}) {
    const IncidentWave incident = waveAlong(direction, {0.3, 0.8, 0.1});
    const Medium medium{2.2, 1};
    const HalfSpaceWaves waves =
        wavesAtHalfSpace(incident, {at, normal, HalfSpaceFilling::pec}, {medium, medium}, "wave");
    EXPECT_TRUE(waves.behind.empty());
    for (const Vec3& x : planePoints())
      EXPECT_LT(norm(cross(normal, fieldsOf(waves.before, medium, x, 0.21e-9).E)), 1e-12);
  }
}

TEST(HalfSpaceWaves, EachIsAPlaneWave) {
  const HalfSpaceWaves waves =
      wavesAtHalfSpace(waveAlong({0.1, 0.5, 0.7}, {1, 0, 0}), {at, normal}, {Medium{}, Medium{4, 1}}, "wave");
  for (const auto* side : {&waves.before, &waves.behind})
    for (const IncidentWave& wave : *side) {
      EXPECT_NEAR(norm(wave.direction), 1, 1e-14);
      EXPECT_NEAR(norm(wave.polarization), 1, 1e-14);
      EXPECT_NEAR(dot(wave.direction, wave.polarization), 0, 1e-14);
    }
}

TEST(HalfSpaceWaves, Fresnel) {
  // 45 degrees to epsilon_r 4, E perpendicular: 2 cos / (cos + sqrt(4 - 1/2)).
  const HalfSpaceWaves waves =
      wavesAtHalfSpace(waveAlong({1, 0, 1}, {0, 1, 0}), {{0, 0, 0}, {0, 0, 1}}, {Medium{}, Medium{4, 1}}, "wave");
  ASSERT_EQ(waves.behind.size(), 1U);
  EXPECT_NEAR(waves.behind[0].amplitude / 2, 0.548584, 1e-6);
  // Brewster's angle: a wave with E parallel to the plane of incidence is not reflected.
  const HalfSpaceWaves brewster =
      wavesAtHalfSpace(waveAlong({2, 0, 1}, {1, 0, -2}), {{0, 0, 0}, {0, 0, 1}}, {Medium{}, Medium{4, 1}}, "wave");
  for (std::size_t i = 1; i < brewster.before.size(); ++i) EXPECT_NEAR(brewster.before[i].amplitude, 0, 1e-14);
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
