// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Forces on a slab 0.25 < x < 0.5 (or z, where axisymmetric) across the whole mesh, from fields that are uniform on
// either side of it, so that they are exact: (|E_right|^2 - |E_left|^2) eps / 2 per area.
#include "app/static/force.hpp"

#include "app/static/forceCut.hpp"
#include "lib/base/constants.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

namespace fluxtet::test {
using namespace fluxtet::statics;

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

// --- where the outer boundary cuts a body off

StaticModel bodyModel(const std::string& boundaries, const std::function<bool(const Vec3&)>& body,
                      const std::string& settings = "problem: magnetostatic") {
  StaticModel model = squareModel(boundaries, settings);
  addRegion(model, "body", body);
  return model;
}
ForceCut cutOf(const StaticModel& model, const Vec3& about = {}) {
  return forceCut(model, verticesOf(model.mesh, 1), about);
}
bool atTheLeft(const Vec3& x) {
  return x[0] < 0.25 && x[1] > 0.25 && x[1] < 0.75;
}

TEST(ForceCut, ofABodyOnANaturalBoundaryLeavesTheComponentAcrossItUnknown) {
  for (const char* boundaries : {"x+: {potential: 0 Wb/m}", "x-: {potential: 0 Wb/m}, x+: {potential: 0 Wb/m}"}) {
    const ForceCut cut = cutOf(bodyModel(boundaries, atTheLeft));
    ASSERT_TRUE(cut.place.has_value()) << boundaries;
    EXPECT_EQ((*cut.place)[0], 0);
    EXPECT_TRUE(cut.force.contains(0) && !cut.force.contains(1)) << boundaries;
    EXPECT_EQ(cut.force.known({3, 2, 0}), (Vec3{0, 2, 0}));
    EXPECT_TRUE(cut.torque.contains(2)) << "pressures at unknown heights";
  }
  const ForceCut corner =
      cutOf(bodyModel("x+: {potential: 0 Wb/m}", [](const Vec3& x) { return x[0] < 0.25 && x[1] < 0.25; }));
  EXPECT_TRUE(corner.force.contains(0) && corner.force.contains(1));
}
TEST(ForceCut, ofABodyInsideTheMeshIsNone) {
  const auto inside = [](const Vec3& x) { return x[0] > 0.25 && x[0] < 0.75 && x[1] > 0.25 && x[1] < 0.75; };
  const ForceCut cut = cutOf(bodyModel("x+: {potential: 0 Wb/m}", inside));
  EXPECT_TRUE(!cut.place && cut.force.empty() && cut.torque.empty());
}
TEST(ForceCut, ofABodyOnAConductorIsNoneForItsChargeCountsAsTheBodys) {
  const ForceCut cut =
      cutOf(bodyModel("x-: {potential: 1 V}, x+: {potential: 0 V}", atTheLeft, "problem: electrostatic"));
  EXPECT_TRUE(cut.force.empty());
}
TEST(ForceCut, ofABodyThatCrossesAPeriodicBoundaryIsNone_ofOneThatEndsThereAll) {
  const char* periodic = "x+: {potential: 0 Wb/m}, y-: {periodic: y+}";
  const ForceCut whole = cutOf(bodyModel(periodic, [](const Vec3& x) { return inSlab(x[0]); }));
  EXPECT_TRUE(whole.force.empty());
  EXPECT_TRUE(whole.torque.contains(2)) << "each period has another lever";
  const ForceCut ends = cutOf(bodyModel(periodic, [](const Vec3& x) { return inSlab(x[0]) && x[1] < 0.5; }));
  EXPECT_TRUE(ends.force.contains(0) && ends.force.contains(1));
}
TEST(ForceCut, onAPlaneInSpaceLeavesTheTorqueRoundItsNormal) {
  StaticModel model = cubeModel("x+: {potential: 0 V}", "problem: electrostatic");
  addRegion(model, "body", [](const Vec3& x) { return x[2] < 0.25 && norm(x - Vec3{0.5, 0.5, 0}) < 0.3; });
  const ForceCut cut = cutOf(model, {0.5, 0.5, 0.3});
  EXPECT_TRUE(!cut.force.contains(0) && !cut.force.contains(1) && cut.force.contains(2));
  EXPECT_TRUE(cut.torque.contains(0) && cut.torque.contains(1) && !cut.torque.contains(2));
}
TEST(ForceCut, roundTheAxisOnlyEndsAcrossItCount) {
  const char* settings = "problem: magnetostatic, symmetry: axisymmetric";
  const auto cut = [&](const std::function<bool(const Vec3&)>& body) {
    return cutOf(bodyModel("y+: {potential: 0 Wb/m}", body, settings));
  };
  EXPECT_TRUE(cut([](const Vec3& x) { return x[0] < 0.25 && x[1] < 0.25; }).force.contains(1)) << "stands on y-";
  EXPECT_TRUE(cut([](const Vec3& x) { return x[0] < 0.25 && x[1] > 0.25 && x[1] < 0.75; }).force.empty()) << "axis";
  EXPECT_TRUE(cut([](const Vec3& x) { return x[0] > 0.75 && x[1] > 0.25 && x[1] < 0.75; }).force.empty()) << "rim";
}
TEST(ForceCut, knowsWhatIsAlongASlantedBoundary) {
  StaticModel model = bodyModel("x+: {potential: 0 Wb/m}", atTheLeft);
  for (std::size_t v = 0; v < model.mesh.vertices.size(); v += 2) {  // turned by an angle of (3, 4) / 5
    const double x = model.mesh.vertices[v], y = model.mesh.vertices[v + 1];
    model.mesh.vertices[v] = 0.6 * x - 0.8 * y;
    model.mesh.vertices[v + 1] = 0.8 * x + 0.6 * y;
  }
  const ForceCut cut = cutOf(model);
  EXPECT_TRUE(!cut.force.empty() && !cut.force.contains(0) && !cut.force.contains(1));
  const Vec3 along = cut.force.known({1, 0, 0});
  EXPECT_NEAR(along[0], 0.64, 1e-12);
  EXPECT_NEAR(along[1], -0.48, 1e-12);
}

// --- action and reaction

TEST(ForceBalance, holdsForAFieldThatTheElementsHoldExactly) {
  StaticModel model = squareModel("x-: {potential: 0 V}, x+: {potential: 1 V}", "problem: electrostatic");
  addRegion(model, "slab", [](const Vec3& x) { return inSlab(x[0]); });
  model.material[1].epsilon *= 3;
  const auto values = interpolate(model, [](const Vec3& x) { return bent(x[0], 2, 5); });
  const double force = regionForce(model, values, noSources, 1, {}).force[0];
  const ForceBalance balance = forceBalance(model, values, noSources, 1, {});
  EXPECT_NEAR(balance.reaction[0] / force, -1, 1e-12);
  EXPECT_NEAR(norm(balance.error), 0, 1e-12 * force);
  EXPECT_GE(balance.stress, force);
  EXPECT_FALSE(balance.isBridged);
  addRegion(model, "next", [](const Vec3& x) { return x[0] > 0.625; });
  model.material[2].epsilon *= 3;
  EXPECT_TRUE(forceBalance(model, values, std::vector<double>{0, 0, 0}, 1, {}).isBridged) << "one element between";
}
// A field with div D in the air beside the slab, as a coarse mesh makes it: the force there is missing from the slab's.
TEST(ForceBalance, tellsWhatActsOnTheAirBesideTheRegion) {
  StaticModel model = squareModel("x-: {potential: 0 V}, x+: {potential: 1 V}", "problem: electrostatic");
  addRegion(model, "slab", [](const Vec3& x) { return inSlab(x[0]); });
  model.material[1].epsilon *= 3;
  const auto values = interpolate(model, [](const Vec3& x) { return x[0] > 0.625 ? 4 * x[0] - 1.25 : 2 * x[0]; });
  const double force = regionForce(model, values, noSources, 1, {}).force[0];
  const ForceBalance balance = forceBalance(model, values, noSources, 1, {});
  const double onAir = epsilon0 * (16 - 4) / 2 * 7 / 8;  // an eighth is on vertices of the outer boundary
  EXPECT_NEAR(balance.error[0] / onAir, 1, 1e-12);
  EXPECT_NEAR((force + balance.reaction[0]) / onAir, -1, 1e-12);
}

}  // namespace
}  // namespace fluxtet::test
