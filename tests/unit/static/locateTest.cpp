// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/locate.hpp"

#include "tests/unit/static/staticTestSupport.hpp"

#include <random>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

void expectPlaces(const StaticModel& model) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Vec3> points;
  for (int i = 0; i < 300; ++i)
    points.push_back({uniform(random), uniform(random), model.mesh.dimension == 3 ? uniform(random) : 0});
  points.push_back({1, 1, 0});
  const auto places = locatePoints(model.mesh, points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    ASSERT_GE(places[i].element, 0);
    Vec3 found{};
    for (int v = 0; v <= model.mesh.dimension; ++v)
      found = found + places[i].lambda[static_cast<std::size_t>(v)] *
                          nodePlace(model.mesh, model.nodes,
                                    model.nodes.ofElement(places[i].element)[static_cast<std::size_t>(v)]);
    EXPECT_NEAR(norm(found - points[i]), 0, 1e-14);
  }
}

TEST(Locate, everyPointOfTheMeshIsFoundInItsElement) {
  expectPlaces(squareModel("x-: {potential: 0 V}", "problem: electrostatic"));
  expectPlaces(cubeModel("x-: {potential: 0 V}", "problem: electrostatic"));
}
TEST(Locate, pointsOutsideAreNowhere) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic");
  for (const PointPlace& place :
       locatePoints(model.mesh, std::vector<Vec3>{{-0.01, 0.5, 0}, {0.5, 1.01, 0}, {3, 3, 0}}))
    EXPECT_LT(place.element, 0);
}
TEST(Locate, aCommonVertexBelongsToTheLowestElement) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic");
  const Vec3 middle{0.5, 0.5, 0};
  std::int32_t lowest = model.mesh.numElements();
  for (std::int32_t e = model.mesh.numElements() - 1; e >= 0; --e)
    for (const std::int32_t node : model.nodes.ofElement(e))
      if (nodePlace(model.mesh, model.nodes, node) == middle) lowest = e;
  EXPECT_EQ(locatePoints(model.mesh, std::vector<Vec3>{middle})[0].element, lowest);
}

TEST(FieldAt, givesTheFieldsOfASolutionThatTheElementsHold) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  const auto values = interpolate(model, [](const Vec3& x) { return x[0] * x[0] + 3 * x[1]; });
  const auto places = locatePoints(model.mesh, std::vector<Vec3>{{0.3, 0.7, 0}});
  const FieldValue field = fieldAt(model, values, places[0]).value();
  EXPECT_NEAR(field.potential, 0.09 + 2.1, 1e-14);
  EXPECT_NEAR(field.intensity[0], -0.6, 1e-13);
  EXPECT_NEAR(field.intensity[1], -3, 1e-13);
  EXPECT_NEAR(field.flux[1] / model.material[0].epsilon, -3, 1e-13);
}
TEST(FieldAt, givesAAndBOnTheAxisToo) {
  const StaticModel model =
      squareModel("x+: {potential: 1 Wb/m}", "problem: magnetostatic, symmetry: axisymmetric, order: 2");
  // A = r z: B_r = -r, B_z = 2 z.
  const auto values = interpolate(model, [](const Vec3& x) { return x[0] * x[1]; });
  const auto places = locatePoints(model.mesh, std::vector<Vec3>{{0, 0.5, 0}, {0.4, 0.5, 0}});
  const FieldValue axis = fieldAt(model, values, places[0]).value(), off = fieldAt(model, values, places[1]).value();
  EXPECT_NEAR(axis.potential, 0, 1e-16);
  EXPECT_NEAR(axis.flux[0], 0, 1e-14);
  EXPECT_NEAR(axis.flux[1], 1, 1e-14);
  EXPECT_NEAR(off.potential, 0.2, 1e-14);
  EXPECT_NEAR(off.flux[0], -0.4, 1e-14);
}

}  // namespace
}  // namespace fluxtet::test
