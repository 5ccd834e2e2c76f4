// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Absorbing layers that the mesh brings: the planes that are found, the kinds of elements, and the faults that every
// rank must report. A mesh with layers that were extruded is the example of one that has its own.
#include "partition/extrudeLayers.hpp"
#include "partition/meshLayers.hpp"
#include "tests/parallel/partition/testMeshes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

constexpr std::int32_t shell = 1;                         // of the box in two halves
constexpr std::int32_t wall = 1, ground = 2, corner = 3;  // of the box with two layers
constexpr double tolerance = 1e-9;                        // m, in a box of about 1 m

/// A box with layers on x+ (3 sub-layers, 0.3 m) and z- (2, 0.1 m), whose elements form the regions `wall` and
/// `ground`, and where both meet `corner`; without the kinds that extrusion gave, which are in `kind`.
struct Example {
  MeshPart part;
  LayerBox box;
  std::vector<std::uint8_t> kind;
};
Example boxWithShell(Spread spread) {
  Example example{spreadMesh(boxMesh({4, 3, 2}), spread), {}, {}};
  MeshPart& part = example.part;
  example.box = extrudeLayers(part, {{1, 3, 0.3}, {4, 2, 0.1}}, MPI_COMM_WORLD);
  part.groups.regions.resize(1);
  part.groups.regions.insert(part.groups.regions.end(), {"wall", "ground", "corner"});
  constexpr std::array<std::int32_t, 6> regionOfKind{0, wall, -1, -1, ground, corner};  // x: 1, z: 4
  for (std::size_t e = 0; e < part.region.size(); ++e) part.region[e] = regionOfKind.at(part.kind[e]);
  example.kind = std::exchange(part.kind, {});
  return example;
}

std::vector<MeshLayer> findLayers(MeshPart& part, const std::vector<MeshLayerRequest>& requests,
                                  std::span<const std::int32_t> outer = {}) {
  return findMeshLayers(part, requests, outer, MPI_COMM_WORLD);
}

void expectRefused(MeshPart part, const std::vector<MeshLayerRequest>& requests, std::span<const std::int32_t> outer,
                   const std::string& why) {
  expectErrorOnAllRanks(ExitCode::badInput, why, [&] { findLayers(part, requests, outer); });
}

void expectLayer(const MeshLayer& found, double begin, const std::vector<double>& ends) {
  EXPECT_FALSE(found.isCrossed);
  EXPECT_NEAR(found.begin, begin, tolerance);
  ASSERT_EQ(found.ends.size(), ends.size());
  for (std::size_t i = 0; i < ends.size(); ++i) EXPECT_NEAR(found.ends[i], ends[i], tolerance);
}

/// The elements behind x = 1.0 of the box of 2 m are the region `shell`; so is each that `alsoIn` takes.
template <class AlsoIn>
MeshPart boxWithHalf(AlsoIn alsoIn, const std::array<std::int64_t, 3>& cells = {4, 3, 2}) {
  MeshPart part = spreadMesh(boxMesh(cells, 0), Spread::scattered);
  part.groups.regions.resize(1);
  part.groups.regions.emplace_back("shell");
  for (std::size_t e = 0; e < part.region.size(); ++e) {
    Vec3 sum{};
    for (std::size_t i = 0; i < 4; ++i) sum = sum + 0.25 * part.positionOf(part.elementVertex[4 * e + i]);
    part.region[e] = sum[0] > 1 || alsoIn(sum) ? shell : 0;
  }
  return part;
}

}  // namespace

TEST(MeshLayers, AreFoundWhereExtrusionMadeThem) {
  for (const Spread spread : allSpreads) {
    Example example = boxWithShell(spread);
    MeshPart& part = example.part;
    const auto found = findLayers(part, {{{0, 1}, {wall, corner}}, {{2, 0}, {ground, corner}}});
    ASSERT_EQ(found.size(), 2u);
    expectLayer(found[0], example.box.inner[1][0], example.box.side[0][1].ends);
    expectLayer(found[1], example.box.inner[0][2], example.box.side[2][0].ends);
    EXPECT_EQ(part.kind, example.kind);
  }
}

// One region lies on both sides and where they meet.
TEST(MeshLayers, AreFoundInOneRegionRoundTheModel) {
  for (const Spread spread : allSpreads) {
    Example example = boxWithShell(spread);
    MeshPart& part = example.part;
    for (std::int32_t& region : part.region) region = std::min(region, shell);
    const auto found = findLayers(part, {{{0, 1}, {shell}}, {{2, 0}, {shell}}});
    ASSERT_EQ(found.size(), 2u);
    expectLayer(found[0], example.box.inner[1][0], example.box.side[0][1].ends);
    expectLayer(found[1], example.box.inner[0][2], example.box.side[2][0].ends);
    EXPECT_EQ(part.kind, example.kind);
  }
  expectRefused(boxWithShell(allSpreads[0]).part, {{{0, 1}, {wall}}, {{2, 0}, {wall, ground, corner}}}, {},
                "a layer covers its whole side");
}

TEST(MeshLayers, WithElementsAcrossThemAreOneSubLayer) {
  // Two cells along x, but the corners of the middle cell's plane moved: on every rank in the same way.
  MeshPart part = boxWithHalf([](const Vec3&) { return false; });
  for (std::size_t v = 0; v < part.vertexId.size(); ++v) {
    double* x = &part.vertices[3 * v];
    if (std::abs(x[0] - 1.5) < tolerance) x[0] += 0.1 * (x[1] - 0.5) + 0.05 * x[2];
  }
  const auto found = findLayers(part, {{{0, 1}, {shell}}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].isCrossed);
  EXPECT_NEAR(found[0].begin, 1, tolerance);
  ASSERT_EQ(found[0].ends.size(), 1u);
  EXPECT_NEAR(found[0].ends[0], 1, tolerance);
  for (std::size_t e = 0; e < part.region.size(); ++e) EXPECT_EQ(part.kind[e], part.region[e] == shell ? 1 : 0);
}

// More places along the layer than any mesh in sub-layers has.
TEST(MeshLayers, OfManyElementsAcrossThemAreOneSubLayer) {
  MeshPart part = boxWithHalf([](const Vec3&) { return false; }, {8, 24, 24});
  for (std::size_t v = 0; v < part.vertexId.size(); ++v) {
    double* x = &part.vertices[3 * v];
    if (x[0] > 1 + tolerance && x[0] < 2 - tolerance) x[0] += 0.1 * x[1] + 0.003 * x[2];
  }
  const auto found = findLayers(part, {{{0, 1}, {shell}}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].isCrossed);
  ASSERT_EQ(found[0].ends.size(), 1u);
  EXPECT_NEAR(found[0].ends[0], 1, tolerance);
}

TEST(MeshLayers, ThatLeaveElementsBesideThemAreRefused) {
  const MeshPart part = boxWithHalf([](const Vec3& x) { return x[0] > 0.5 && x[1] < 0.3; });
  expectRefused(part, {{{0, 1}, {shell}}}, {}, "behind no plane");
  MeshPart other = boxWithHalf([](const Vec3&) { return false; });
  other.groups.regions.emplace_back("part");
  for (std::size_t e = 0; e < other.region.size(); ++e)
    if (other.region[e] == shell && e % 2 == 0) other.region[e] = 2;
  expectRefused(other, {{{0, 1}, {shell}}}, {}, "the model reaches to");
}

TEST(MeshLayers, WithoutElementsOrWithObliqueFacesAreRefused) {
  MeshPart part = boxWithHalf([](const Vec3&) { return false; });
  part.groups.regions.emplace_back("empty");
  expectRefused(part, {{{0, 1}, {2}}}, {}, "no elements");
  constexpr std::array<std::int32_t, 1> outer{1};
  EXPECT_FALSE(findLayers(part, {{{0, 1}, {shell}}}, outer).front().isCrossed);
  for (std::size_t v = 0; v < part.vertexId.size(); ++v) {
    double* x = &part.vertices[3 * v];
    if (std::abs(x[0] - 2) < tolerance) x[0] += 0.1 * x[1];
  }
  expectRefused(part, {{{0, 1}, {shell}}}, outer, "oblique");
}

}  // namespace fluxtet::test
