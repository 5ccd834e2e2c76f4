// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "lib/mesh/clusters.hpp"
#include "lib/mesh/spaceFillingCurve.hpp"
#include "partition/buildSubMesh.hpp"
#include "partition/clusterOrder.hpp"
#include "partition/distribute.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

class SubMeshOf : public ::testing::TestWithParam<Spread> {
 protected:
  void SetUp() override {
    mesh = boxMesh({16, 5, 4});
    sub = buildSubMesh(spreadMesh(mesh, GetParam()), allSurfaces(mesh, SurfaceRole::sheet), MPI_COMM_WORLD);
  }
  Mesh mesh;
  SubMesh sub;
};

TEST_P(SubMeshOf, HoldsEveryElementOnceOverAllRanks) {
  std::vector<std::int64_t> expected(mesh.numElements());
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(sortedUnion(sub.elementId), expected);
  EXPECT_EQ(sub.totalElements, mesh.numElements());
  EXPECT_EQ(sub.totalVertices, mesh.numVertices());
  EXPECT_EQ(sub.numElements, static_cast<std::int32_t>(sub.elementId.size()));
}

TEST_P(SubMeshOf, KeepsVerticesRegionsAndGroupsOfTheMesh) {
  for (std::int32_t e = 0; e < sub.numElements; ++e) {
    const std::int64_t id = sub.elementId[e];
    EXPECT_EQ(sub.region[e], mesh.region[id]);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(sub.faceGroup[4 * e + i], mesh.faceGroup[4 * id + i]);
      const std::int64_t v = mesh.elements[4 * id + i];
      ASSERT_EQ(sub.elementVertex[4 * e + i], v);
      for (int a = 0; a < 3; ++a) EXPECT_EQ(sub.vertices[12 * e + 3 * i + a], mesh.vertices[3 * v + a]);
    }
  }
}

TEST_P(SubMeshOf, HasTheFaceKindsAndNeighboursOfASerialReference) {
  const FaceTable faces = facesOf(mesh);
  const std::vector<std::int32_t> rankOf = spreadElements(mesh, GetParam(), mpiSize(MPI_COMM_WORLD));
  for (std::int32_t s = 0; s < 4 * sub.numElements; ++s) {
    const auto& owners = faces.at(keyOf(&sub.elementVertex[s / 4 * 4], s % 4));
    if (owners.size() == 1) {
      EXPECT_EQ(sub.faceKind[s], FaceKind::boundary);
      EXPECT_EQ(sub.boundaryFace[static_cast<std::size_t>(sub.faceLink[s])], s);
      continue;
    }
    const auto& across = owners[0][0] == sub.elementId[s / 4] ? owners[1] : owners[0];
    if (rankOf[across[0]] == mpiRank(MPI_COMM_WORLD)) {
      ASSERT_EQ(sub.faceKind[s], FaceKind::interior);
      EXPECT_EQ(sub.elementId[sub.faceLink[s] / 4], across[0]);
      EXPECT_EQ(sub.faceLink[s] % 4, across[1]);
      EXPECT_EQ(sub.faceLink[sub.faceLink[s]], s);
    } else {
      ASSERT_EQ(sub.faceKind[s], FaceKind::halo);
      const std::int32_t k = sub.faceLink[s];
      ASSERT_LT(k, sub.halo.numFaces());
      EXPECT_EQ(sub.halo.sendFace[k], s);
      const auto next = std::upper_bound(sub.halo.offset.begin(), sub.halo.offset.end(), k);
      EXPECT_EQ(sub.halo.neighbour[next - sub.halo.offset.begin() - 1], rankOf[across[0]]);
    }
  }
}

bool touchesRank(const SubMesh& sub, std::int32_t element) {
  const FaceKind* kind = &sub.faceKind[4 * static_cast<std::size_t>(element)];
  return std::find(kind, kind + 4, FaceKind::halo) != kind + 4;
}

TEST_P(SubMeshOf, PutsWholeClustersThatTouchAnotherRankLast) {
  for (std::int32_t e = 0; e < sub.numInterior; ++e) EXPECT_FALSE(touchesRank(sub, e));
  for (std::int32_t first = sub.numInterior; first < sub.numElements; first += elementsPerCluster) {
    bool touches = false;
    for (std::int32_t e = first; e < std::min(first + elementsPerCluster, sub.numElements); ++e)
      touches = touches || touchesRank(sub, e);
    EXPECT_TRUE(touches) << "cluster at element " << first;
  }
  // Half the box is more than clusters at one cut.
  if (GetParam() == Spread::coordinates && mpiSize(MPI_COMM_WORLD) == 2) {
    EXPECT_GT(sub.numInterior, 0);
  }
}

/// Faces of elements: [4 n] element across in the same rank, or -1.
std::vector<std::int32_t> neighboursIn(const SubMesh& sub) {
  std::vector<std::int32_t> neighbour;
  for (std::size_t s = 0; s < sub.faceKind.size(); ++s)
    neighbour.push_back(sub.faceKind[s] == FaceKind::interior ? sub.faceLink[s] / 4 : -1);
  return neighbour;
}

TEST_P(SubMeshOf, OrdersElementsInClustersAlongTheHilbertCurve) {
  std::vector<double> centroids;
  for (std::int32_t e = 0; e < sub.numElements; ++e)
    for (int a = 0; a < 3; ++a) {
      double sum = 0;
      for (int v = 0; v < 4; ++v) sum += 0.25 * sub.vertices[12 * e + 3 * v + a];
      centroids.push_back(sum);
    }
  const std::vector<std::int32_t> curve = hilbertOrder(centroids), neighbour = neighboursIn(sub);
  std::vector<std::int32_t> place(curve.size());
  for (std::size_t k = 0; k < curve.size(); ++k) place[curve[k]] = static_cast<std::int32_t>(k);
  std::vector<std::int32_t> alongCurve(neighbour.size());
  for (std::size_t k = 0; k < alongCurve.size(); ++k) {
    const std::int32_t across = neighbour[4 * static_cast<std::size_t>(curve[k / 4]) + k % 4];
    alongCurve[k] = across < 0 ? -1 : place[across];
  }
  // Each cluster, if it is in the right order, is a row of places; clusters come in two groups, each along the curve.
  std::int32_t nextOfInterior = 0, nextOfBorder = sub.numInterior, inCluster = 0;
  std::int32_t* next = nullptr;
  const std::vector<std::uint32_t> oneGroup(curve.size(), 0);
  for (const std::int32_t k : clusterOrder(alongCurve, oneGroup, elementsPerCluster)) {
    if (inCluster % elementsPerCluster == 0) next = curve[k] < sub.numInterior ? &nextOfInterior : &nextOfBorder;
    ++inCluster;
    EXPECT_EQ(curve[k], (*next)++);
  }
}

TEST_P(SubMeshOf, ListsNeighboursInAscendingOrder) {
  const HaloPlan& halo = sub.halo;
  ASSERT_EQ(halo.offset.size(), halo.neighbour.size() + 1);
  EXPECT_EQ(halo.offset.front(), 0);
  EXPECT_EQ(halo.offset.back(), halo.numFaces());
  for (std::size_t i = 0; i < halo.neighbour.size(); ++i) {
    EXPECT_LT(halo.offset[i], halo.offset[i + 1]);
    EXPECT_NE(halo.neighbour[i], mpiRank(MPI_COMM_WORLD));
    if (i > 0) {
      EXPECT_LT(halo.neighbour[i - 1], halo.neighbour[i]);
    }
  }
  EXPECT_EQ(halo.neighbour.empty(), mpiSize(MPI_COMM_WORLD) == 1);
}

std::string nameOf(const ::testing::TestParamInfo<Spread>& spread) {
  if (spread.param == Spread::metis) return "METIS";
  return spread.param == Spread::coordinates ? "Coordinates" : "ScatteredElements";
}
INSTANTIATE_TEST_SUITE_P(, SubMeshOf, ::testing::ValuesIn(allSpreads), nameOf);

// Of the refined elements and their neighbours, which are no multiple of a cluster here, those that cost more begin
// right behind; whole clusters of them and of plain elements cost less.
TEST(SubMesh, FillsTheLastClusterNearRefinedElementsWithPlainOnes) {
  const Mesh mesh = boxMesh({24, 5, 4});
  MeshPart part = spreadMesh(mesh, Spread::coordinates);
  const auto x = [&](std::int64_t id) {
    double sum = 0;
    for (int v = 0; v < 4; ++v) sum += 0.25 * mesh.vertices[3 * mesh.elements[4 * id + v]];
    return sum;
  };
  double length = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); v += 3) length = std::max(length, mesh.vertices[v]);
  std::map<std::int64_t, int> sortOf;  // by id: 2 refined or beside, 1 costs more, 0 plain
  for (const std::int64_t id : part.elementId) {
    const double at = x(id) / length * 24;
    part.level.push_back(at < 6 ? 1 : 0);
    part.besideFiner.push_back(at >= 6 && at < 7.2 ? 1 : 0);
    part.kind.push_back(at > 15 ? 1 : 0);
    sortOf[id] = at < 7.2 ? 2 : at > 15 ? 1 : 0;
  }
  const SubMesh sub = buildSubMesh(part, allSurfaces(mesh, SurfaceRole::sheet), MPI_COMM_WORLD);
  int mixed = 0;
  for (std::int32_t first = 0; first < sub.numElements; first += elementsPerCluster) {
    std::array<int, 3> count{};
    for (std::int32_t e = first; e < std::min(first + elementsPerCluster, sub.numElements); ++e)
      ++count[static_cast<std::size_t>(sortOf.at(sub.elementId[e]))];
    EXPECT_TRUE(count[2] == 0 || count[1] == 0) << "cluster from " << first;
    mixed += count[2] > 0 && count[0] > 0 ? 1 : 0;
  }
  // Those that joined may change places with neighbours.
  if (mpiSize(MPI_COMM_WORLD) == 1) EXPECT_GE(mixed, 1);
}

TEST(SubMesh, NumbersBoundaryFacesInComputingOrder) {
  const Mesh mesh = boxMesh({3, 3, 2});
  auto roles = allSurfaces(mesh, SurfaceRole::sheet);
  roles[1] = SurfaceRole::hull;
  const SubMesh sub = buildSubMesh(spreadMesh(mesh, Spread::metis), roles, MPI_COMM_WORLD);
  for (std::size_t i = 0; i < sub.boundaryFace.size(); ++i) {
    const std::int32_t s = sub.boundaryFace[i];
    EXPECT_EQ(sub.faceKind[s], FaceKind::boundary);
    EXPECT_EQ(sub.faceLink[s], static_cast<std::int32_t>(i));
    EXPECT_GE(sub.faceGroup[s], 0);
    if (i > 0) {
      EXPECT_LT(sub.boundaryFace[i - 1], s);
    }
  }
  const auto ofGroup = [&](std::int32_t group) {
    const auto isOfIt = [&](std::int32_t s) { return sub.faceGroup[s] == group; };
    return sumOverRanks(MPI_COMM_WORLD, static_cast<std::int64_t>(
                                            std::count_if(sub.boundaryFace.begin(), sub.boundaryFace.end(), isOfIt)));
  };
  EXPECT_EQ(ofGroup(1), 2 * 3 * 2);
  EXPECT_EQ(sumOverRanks(MPI_COMM_WORLD, static_cast<std::int64_t>(sub.boundaryFace.size())),
            2 * (2 * 3 * 3 + 4 * 3 * 2));
}

TEST(SubMesh, MayLeaveARankWithoutElements) {
  const Mesh mesh = boxMesh({2, 1, 1});
  const std::vector<std::int32_t> allOnRankZero(mesh.numElements(), 0);
  const MeshPart part = distributeMesh(mesh, allOnRankZero, MPI_COMM_WORLD);
  const SubMesh sub = buildSubMesh(part, allSurfaces(mesh, SurfaceRole::sheet), MPI_COMM_WORLD);
  EXPECT_EQ(sub.numElements, mpiRank(MPI_COMM_WORLD) == 0 ? mesh.numElements() : 0);
  EXPECT_EQ(sub.halo.numFaces(), 0);
}

TEST(OuterSurfaceGroups, AreThoseOfTheBoxAndNotAnInnerSurface) {
  Mesh mesh = boxMesh({3, 2, 2});
  mesh.groups.surfaces.push_back("inside");
  for (const auto& [key, owners] : facesOf(mesh)) {
    if (owners.size() != 2) continue;
    for (const auto& [element, face] : owners) mesh.faceGroup[4 * element + face] = 6;
    break;
  }
  const MeshPart part = spreadMesh(mesh, Spread::metis);
  EXPECT_EQ(outerSurfaceGroups(part, matchFaces(part, MPI_COMM_WORLD), MPI_COMM_WORLD),
            (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace fluxtet::test
