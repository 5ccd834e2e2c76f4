// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "testMeshes.hpp"

#include "mesh/spaceFillingCurve.hpp"
#include "partition/clusterOrder.hpp"
#include "partition/distribute.hpp"

#include <algorithm>
#include <numeric>

namespace fluxtet::test {
namespace {

class SubMeshOf : public ::testing::TestWithParam<Spread> {
 protected:
  void SetUp() override {
    mesh = boxMesh({5, 4, 3});
    sub = buildSubMesh(spreadMesh(mesh, GetParam()), allSurfaces(mesh, BoundaryKind::pec), MPI_COMM_WORLD);
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
      EXPECT_EQ(sub.faceKind[s], FaceKind::pec);
      EXPECT_EQ(sub.faceLink[s], -1);
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

TEST_P(SubMeshOf, PutsElementsThatTouchAnotherRankLast) {
  for (std::int32_t e = 0; e < sub.numElements; ++e) {
    const auto* kind = &sub.faceKind[4 * e];
    EXPECT_EQ(std::find(kind, kind + 4, FaceKind::halo) != kind + 4, e >= sub.numInterior);
  }
}

TEST_P(SubMeshOf, OrdersEachGroupInClustersAlongTheHilbertCurve) {
  for (const auto& [begin, end] : {std::pair(0, sub.numInterior), std::pair(sub.numInterior, sub.numElements)}) {
    std::vector<double> centroids;
    std::vector<std::int32_t> neighbour;
    for (std::int32_t e = begin; e < end; ++e) {
      for (int a = 0; a < 3; ++a) {
        double sum = 0;
        for (int v = 0; v < 4; ++v) sum += 0.25 * sub.vertices[12 * e + 3 * v + a];
        centroids.push_back(sum);
      }
      for (int f = 0; f < 4; ++f) {
        const std::int32_t across = sub.faceKind[4 * e + f] == FaceKind::interior ? sub.faceLink[4 * e + f] / 4 : -1;
        neighbour.push_back(across >= begin && across < end ? across - begin : -1);
      }
    }
    const std::vector<std::int32_t> curve = hilbertOrder(centroids);
    std::vector<std::int32_t> place(curve.size());
    for (std::size_t k = 0; k < curve.size(); ++k) place[curve[k]] = static_cast<std::int32_t>(k);
    std::vector<std::int32_t> alongCurve(neighbour.size());
    for (std::size_t k = 0; k < alongCurve.size(); ++k) {
      const std::int32_t across = neighbour[4 * static_cast<std::size_t>(curve[k / 4]) + k % 4];
      alongCurve[k] = across < 0 ? -1 : place[across];
    }
    std::vector<std::int32_t> expected;
    for (const std::int32_t k : clusterOrder(alongCurve, elementsPerCluster)) expected.push_back(curve[k]);
    std::vector<std::int32_t> identity(end - begin);
    std::iota(identity.begin(), identity.end(), 0);
    EXPECT_EQ(expected, identity);
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

TEST(SubMesh, NumbersAbsorbingFacesInComputingOrder) {
  const Mesh mesh = boxMesh({3, 3, 2});
  auto kinds = allSurfaces(mesh, BoundaryKind::pmc);
  kinds[1] = BoundaryKind::absorbing;
  const SubMesh sub = buildSubMesh(spreadMesh(mesh, Spread::metis), kinds, MPI_COMM_WORLD);
  for (std::size_t i = 0; i < sub.absorbingFace.size(); ++i) {
    const std::int32_t s = sub.absorbingFace[i];
    EXPECT_EQ(sub.faceKind[s], FaceKind::absorbing);
    EXPECT_EQ(sub.faceLink[s], static_cast<std::int32_t>(i));
    EXPECT_EQ(sub.faceGroup[s], 1);
    if (i > 0) {
      EXPECT_LT(sub.absorbingFace[i - 1], s);
    }
  }
  EXPECT_EQ(sumOverRanks(MPI_COMM_WORLD, static_cast<std::int64_t>(sub.absorbingFace.size())), 2 * 3 * 2);
  const auto pmc = std::count(sub.faceKind.begin(), sub.faceKind.end(), FaceKind::pmc);
  EXPECT_EQ(sumOverRanks(MPI_COMM_WORLD, static_cast<std::int64_t>(pmc)), 2 * (3 * 2 + 2 * 3 * 3 + 2 * 3 * 2));
}

TEST(SubMesh, MayLeaveARankWithoutElements) {
  const Mesh mesh = boxMesh({2, 1, 1});
  const std::vector<std::int32_t> allOnRankZero(mesh.numElements(), 0);
  const MeshPart part = distributeMesh(mesh, allOnRankZero, MPI_COMM_WORLD);
  const SubMesh sub = buildSubMesh(part, allSurfaces(mesh, BoundaryKind::pec), MPI_COMM_WORLD);
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
  EXPECT_EQ(outerSurfaceGroups(spreadMesh(mesh, Spread::metis), MPI_COMM_WORLD),
            (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace fluxtet::test
