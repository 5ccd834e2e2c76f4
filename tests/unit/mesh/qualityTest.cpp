// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/quality.hpp"

#include "tests/unit/mesh/meshTestSupport.hpp"

#include <random>

namespace fluxtet::test {
namespace {

TEST(ElementGeometry, gradientsAreExactOnLinearFunctions) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 100; ++trial) {
    std::array<double, 12> x;
    for (auto& value : x) value = uniform(random);
    if (std::abs(sixSignedVolumes(x.data())) < 0.05) continue;
    const ElementGeometry geometry = elementGeometry(x.data());
    const Vec3 slope{uniform(random), uniform(random), uniform(random)};
    const auto value = [&](int v) {
      return 0.3 + slope[0] * x[3 * v] + slope[1] * x[3 * v + 1] + slope[2] * x[3 * v + 2];
    };
    Vec3 sum{};
    for (int i = 1; i < 4; ++i) sum = sum + (value(i) - value(0)) * geometry.gradient[i - 1];
    for (int a = 0; a < 3; ++a) EXPECT_NEAR(sum[a], slope[a], 1e-12);
  }
}

TEST(ElementGeometry, isThatOfTheUnitTetrahedron) {
  const std::array<double, 12> x{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const ElementGeometry geometry = elementGeometry(x.data());
  EXPECT_DOUBLE_EQ(geometry.volume, 1.0 / 6);
  EXPECT_EQ(geometry.gradient, (std::array<Vec3, 3>{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}));
  const auto area = faceAreas(x.data());
  EXPECT_DOUBLE_EQ(area[0], std::sqrt(3.0) / 2);
  for (int f = 1; f < 4; ++f) EXPECT_DOUBLE_EQ(area[f], 0.5);
  EXPECT_DOUBLE_EQ(inSphereRadius(x.data()), 1 / (3 + std::sqrt(3.0)));
  const auto length = edgeLengths(x.data());
  for (int e = 0; e < 6; ++e) EXPECT_DOUBLE_EQ(length[e], e < 3 ? 1.0 : std::sqrt(2.0));
}

TEST(ElementGeometry, doesNotDependOnOrientation) {
  const std::array<double, 12> x{0, 0, 0, 1, 0.1, 0, 0, 1.2, 0, 0.3, 0, 1};
  const std::array<double, 12> swapped{0, 0, 0, 0, 1.2, 0, 1, 0.1, 0, 0.3, 0, 1};
  EXPECT_DOUBLE_EQ(elementGeometry(x.data()).volume, elementGeometry(swapped.data()).volume);
  EXPECT_EQ(elementGeometry(x.data()).gradient[2], elementGeometry(swapped.data()).gradient[2]);
  EXPECT_DOUBLE_EQ(sixSignedVolumes(x.data()), -sixSignedVolumes(swapped.data()));
}

}  // namespace
}  // namespace fluxtet::test
