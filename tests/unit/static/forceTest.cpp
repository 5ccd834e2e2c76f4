// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Forces on a slab 0.25 < x < 0.5 (or z, where axisymmetric) across the whole mesh, from fields that are uniform on
// either side of it, so that they are exact: (|E_right|^2 - |E_left|^2) eps / 2 per area.
#include "static/force.hpp"

#include "base/constants.hpp"
#include "staticTestSupport.hpp"

namespace fluxtet::test {
namespace {

using constants::epsilon0;
using constants::mu0;
using constants::pi;

/// A potential of slope -left before the slab and -right behind it.
double bent(double x, double left, double right) {
  if (x < 0.25) return -left * (x - 0.25);
  return x > 0.5 ? -right * (x - 0.5) - 0.125 * (left + right) : -0.5 * (left + right) * (x - 0.25);
}
bool inSlab(double x) {
  return x > 0.25 && x < 0.5;
}
const std::vector<double> noSources{0, 0};

TEST(RegionForce, onAChargedSlabInAPlane) {
  for (const char* order : {"1", "2"}) {
    StaticModel model = squareModel("x-: {potential: 0 V}", std::string("problem: electrostatic, order: ") + order);
    addRegion(model, "slab", [](const Vec3& x) { return inSlab(x[0]); });
    const auto values = interpolate(model, [](const Vec3& x) { return bent(x[0], 2, 5); });
    const RegionForce result = regionForce(model, values, noSources, 1, {0, 0.5, 0});
    EXPECT_NEAR(result.force[0] / (epsilon0 * (25 - 4) / 2), 1, 1e-12);
    EXPECT_NEAR(result.force[1], 0, 1e-12 * epsilon0);
    EXPECT_NEAR(result.torque[2], 0, 1e-12 * epsilon0);
    EXPECT_TRUE(result.isAlone);
    // About another point: force times arm.
    EXPECT_NEAR(regionForce(model, values, noSources, 1, {0, 0, 0}).torque[2], -0.5 * result.force[0],
                1e-12 * epsilon0);
  }
}
TEST(RegionForce, onACurrentSheetIsCurrentTimesB) {
  StaticModel model = squareModel("x-: {potential: 0 Wb/m}", "problem: magnetostatic");
  addRegion(model, "slab", [](const Vec3& x) { return inSlab(x[0]); });
  const auto values = interpolate(model, [](const Vec3& x) { return bent(x[0], 0.2, 0.5); });
  const double current = (0.5 - 0.2) / mu0, meanB = 0.35;
  EXPECT_NEAR(regionForce(model, values, noSources, 1, {}).force[0] / (-current * meanB), 1, 1e-12);
}
TEST(RegionForce, ofABodyOnAConductorThatGoesOnIsTold) {
  const auto beneath = [](const char* boundaries, const char* settings, const std::function<bool(const Vec3&)>& body) {
    StaticModel model = squareModel(boundaries, settings);
    addRegion(model, "body", body);
    const StaticBoundary* boundary = boundaryBeneath(model, {.region = "body", .torqueAbout = {}, .mark = {}});
    return boundary != nullptr ? boundary->surface : "";
  };
  const char* plates = "x-: {potential: 1 V}, x+: {floating: {charge: 0}}";
  const char *electric = "problem: electrostatic", *currents = "problem: magnetostatic";
  const auto left = [](const Vec3& x) { return x[0] < 0.25 && x[1] > 0.25 && x[1] < 0.75; };
  const auto right = [](const Vec3& x) { return x[0] > 0.75 && x[1] > 0.25 && x[1] < 0.75; };
  const auto middle = [](const Vec3& x) { return x[0] > 0.25 && x[0] < 0.75; };
  EXPECT_EQ(beneath(plates, electric, left), "x-");
  EXPECT_EQ(beneath(plates, electric, right), "x+");
  EXPECT_EQ(beneath(plates, electric, middle), "");
  EXPECT_EQ(beneath("x-: {potential: 1 Wb/m}", currents, left), "") << "A is no potential of charges";
  // A body whose side is the whole conductor has that conductor's force.
  EXPECT_EQ(beneath(plates, electric, [](const Vec3& x) { return x[0] < 0.25; }), "");
}
TEST(RegionForce, inSpace) {
  for (const char* order : {"1", "2"}) {
    StaticModel model = cubeModel("x-: {potential: 0 V}", std::string("problem: electrostatic, order: ") + order);
    addRegion(model, "slab", [](const Vec3& x) { return inSlab(x[0]); });
    const RegionForce result = regionForce(model, interpolate(model, [](const Vec3& x) { return bent(x[0], 2, 5); }),
                                           noSources, 1, {0, 0.5, 0});
    const double F = epsilon0 * (25 - 4) / 2;
    EXPECT_NEAR(result.force[0] / F, 1, 1e-12);
    EXPECT_NEAR(result.torque[1] / (0.5 * F), 1, 1e-12);
    EXPECT_NEAR(result.torque[2], 0, 1e-12 * F);
  }
}
TEST(RegionForce, alongTheAxisWhereAxisymmetric) {
  StaticModel model = squareModel("y-: {potential: 0 V}", "problem: electrostatic, symmetry: axisymmetric");
  addRegion(model, "slab", [](const Vec3& x) { return inSlab(x[1]); });
  const RegionForce result =
      regionForce(model, interpolate(model, [](const Vec3& x) { return bent(x[1], 2, 5); }), noSources, 1, {});
  EXPECT_NEAR(result.force[1] / (pi * epsilon0 * (25 - 4) / 2), 1, 1e-12);
  EXPECT_EQ(result.force[0], 0);
}
TEST(RegionForce, vanishesInAFieldWithoutSources) {
  StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  addRegion(model, "body", [](const Vec3& x) { return std::abs(x[0] - 0.5) < 0.2 && std::abs(x[1] - 0.5) < 0.2; });
  const RegionForce result =
      regionForce(model, interpolate(model, [](const Vec3& x) { return x[0] + x[0] * x[0] - x[1] * x[1]; }), noSources,
                  1, {0.3, 0.1, 0});
  for (const double F : {result.force[0], result.force[1], result.torque[2]}) EXPECT_NEAR(F, 0, 1e-13 * epsilon0);
}
TEST(RegionForce, saysWhenOtherForcesCountIn) {
  StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic");
  addRegion(model, "slab", [](const Vec3& x) { return inSlab(x[0]); });
  const auto values = interpolate(model, [](const Vec3& x) { return x[0]; });
  EXPECT_FALSE(regionForce(model, values, std::vector<double>{1, 0}, 1, {}).isAlone);
  addRegion(model, "oil", [](const Vec3& x) { return x[0] > 0.5; });
  model.material[2].epsilon *= 2;
  EXPECT_FALSE(regionForce(model, values, std::vector<double>{0, 0, 0}, 1, {}).isAlone);
}
TEST(RegionForce, onARegionThatFillsTheMeshIsRefused) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic");
  expectRefused([&] { requireSurroundings(model, {.region = "box", .torqueAbout = {}, .mark = {}}); },
                {"force on 'box'", "air round it"});
}

}  // namespace
}  // namespace fluxtet::test
