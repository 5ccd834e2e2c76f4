// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "lib/mesh/pointLocator.hpp"
#include "lib/mesh/pointTree.hpp"
#include "partition/buildSubMesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace fluxtet::test {
namespace {

Vec3 vertexOf(const Mesh& mesh, std::int64_t v) {
  return {mesh.vertices[3 * v], mesh.vertices[3 * v + 1], mesh.vertices[3 * v + 2]};
}

/// Points with the element that must be found, known without geometry.
struct KnownPoints {
  std::vector<Vec3> points;
  std::vector<std::int64_t> element;
  void add(const Vec3& point, std::int64_t id) {
    points.push_back(point);
    element.push_back(id);
  }
};

/// Everything between these vertices belongs to the lowest element that has them all.
void addCentresOfSubsets(const Mesh& mesh, int size, KnownPoints& known) {
  std::map<std::set<std::int64_t>, std::int64_t> lowest;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e)
    for (unsigned subset = 1; subset < 16; ++subset) {
      std::set<std::int64_t> vertices;
      for (unsigned v = 0; v < 4; ++v)
        if (subset >> v & 1u) vertices.insert(mesh.elements[4 * e + v]);
      if (static_cast<int>(vertices.size()) == size) lowest.try_emplace(vertices, e);
    }
  for (const auto& [vertices, element] : lowest) {
    Vec3 centre{};
    for (const std::int64_t v : vertices) centre = centre + (1.0 / size) * vertexOf(mesh, v);
    known.add(centre, element);
  }
}

void addRandomPoints(const Mesh& mesh, int count, KnownPoints& known) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0.01, 1.0);
  for (int i = 0; i < count; ++i) {
    const auto e = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(mesh.numElements()));
    std::array<double, 4> lambda;
    double sum = 0;
    for (double& l : lambda) sum += l = uniform(random);
    Vec3 x{};
    for (int v = 0; v < 4; ++v) x = x + (lambda[v] / sum) * vertexOf(mesh, mesh.elements[4 * e + v]);
    known.add(x, e);
  }
}

void expectLocated(const Mesh& mesh, Spread spread, const KnownPoints& known) {
  const SubMesh sub =
      partition::buildSubMesh(spreadMesh(mesh, spread), allSurfaces(mesh, SurfaceRole::sheet), MPI_COMM_WORLD);
  const auto located = locatePoints(sub, known.points, MPI_COMM_WORLD);
  ASSERT_EQ(located.size(), known.points.size());
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < located.size(); ++i) {
    EXPECT_EQ(located[i].elementId, known.element[i]);
    if (located[i].element < 0) continue;
    mine.push_back(static_cast<std::int64_t>(i));
    EXPECT_EQ(sub.elementId[located[i].element], known.element[i]);
    Vec3 x{};
    double sum = 0;
    for (int v = 0; v < 4; ++v) {
      sum += located[i].lambda[v];
      x = x + located[i].lambda[v] * vertexOf(mesh, sub.elementVertex[4 * located[i].element + v]);
    }
    EXPECT_NEAR(sum, 1, 1e-14);
    EXPECT_LT(norm(x - known.points[i]), 1e-12);
  }
  // Every point inside has exactly one owner.
  std::vector<std::int64_t> inside;
  for (std::size_t i = 0; i < known.element.size(); ++i)
    if (known.element[i] >= 0) inside.push_back(static_cast<std::int64_t>(i));
  EXPECT_EQ(sortedUnion(mine), inside);
}

TEST(PointLocator, FindsTheElementOfAnyPointInside) {
  const Mesh mesh = boxMesh({5, 4, 3}, 0.3);
  KnownPoints known;
  addRandomPoints(mesh, 3000, known);
  for (const Spread spread : allSpreads) expectLocated(mesh, spread, known);
}

TEST(PointLocator, GivesCommonVerticesEdgesAndFacesToTheLowestElement) {
  const Mesh mesh = boxMesh({4, 3, 3}, 0.3);
  KnownPoints known;
  for (int size = 1; size <= 4; ++size) addCentresOfSubsets(mesh, size, known);
  for (const Spread spread : allSpreads) expectLocated(mesh, spread, known);
}

TEST(PointLocator, FindsCommonPointsFarFromTheOriginOfCoordinates) {
  Mesh mesh = boxMesh({3, 3, 3}, 0.3);
  for (double& x : mesh.vertices) x += 4096;
  KnownPoints known;
  addCentresOfSubsets(mesh, 3, known);
  const SubMesh sub =
      partition::buildSubMesh(spreadMesh(mesh, Spread::metis), allSurfaces(mesh, SurfaceRole::sheet), MPI_COMM_WORLD);
  const auto located = locatePoints(sub, known.points, MPI_COMM_WORLD);
  for (std::size_t i = 0; i < located.size(); ++i) EXPECT_EQ(located[i].elementId, known.element[i]);
}

TEST(PointLocator, SaysWhatLiesOutside) {
  const Mesh mesh = boxMesh({3, 2, 2});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  KnownPoints known;
  known.add({-1e-6, 0.5, 0.5}, -1);
  known.add({1, 1 + 1e-6, 0.5}, -1);
  known.add({7, 8, 9}, -1);
  known.add({nan, 0.5, 0.5}, -1);
  known.add({std::numeric_limits<double>::infinity(), 0.5, 0.5}, -1);
  addRandomPoints(mesh, 3, known);
  expectLocated(mesh, Spread::metis, known);
  expectLocated(mesh, Spread::metis, {});
}

TEST(PointTree, FindsThePointsInABoxAndNoOther) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Vec3> points;
  for (int i = 0; i < 2000; ++i) points.push_back({uniform(random), i % 2 ? 0.5 : uniform(random), uniform(random)});
  for (int i = 0; i < 50; ++i) points.push_back({0.25, 0.25, 0.25});
  const PointTree tree(points);
  for (int i = 0; i < 200; ++i) {
    Bounds box;
    for (int a = 0; a < 3; ++a) {
      box.low[a] = uniform(random);
      box.high[a] = box.low[a] + 0.3 * uniform(random);
    }
    if (i == 0) box = {{0.25, 0.25, 0.25}, {0.25, 0.25, 0.25}};
    std::vector<std::int32_t> found, expected;
    tree.find(box, found);
    std::sort(found.begin(), found.end());
    for (std::size_t p = 0; p < points.size(); ++p) {
      bool inside = true;
      for (int a = 0; a < 3; ++a) inside = inside && points[p][a] >= box.low[a] && points[p][a] <= box.high[a];
      if (inside) expected.push_back(static_cast<std::int32_t>(p));
    }
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace fluxtet::test
