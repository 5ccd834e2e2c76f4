// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/buildSubMesh.hpp"
#include "tests/parallel/partition/testMeshes.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::test {
namespace {

constexpr std::int32_t sheetGroup = 6;

/// A box of 4 x 3 x 3 cells whose middle plane x = 1 carries the group `sheet`; its bisection cuts there.
Mesh meshWithSheet() {
  Mesh mesh = boxMesh({4, 3, 3}, 0.0);
  mesh.groups.surfaces.push_back("sheet");
  for (const auto& [key, owners] : facesOf(mesh)) {
    if (std::any_of(key.begin(), key.end(), [&](std::int64_t v) { return std::abs(mesh.vertices[3 * v] - 1) > 1e-12; }))
      continue;
    for (const auto& [element, face] : owners) mesh.faceGroup[4 * element + face] = sheetGroup;
  }
  return mesh;
}

SubMesh subMeshWithSheet(Spread spread, SurfaceRole sheet) {
  const Mesh mesh = meshWithSheet();
  auto roles = allSurfaces(mesh, SurfaceRole::hull);
  roles[sheetGroup] = sheet;
  return partition::buildSubMesh(spreadMesh(mesh, spread), roles, MPI_COMM_WORLD);
}

std::int64_t countSheetFaces(const SubMesh& sub, FaceKind kind) {
  std::int64_t count = 0;
  for (std::size_t s = 0; s < sub.faceKind.size(); ++s)
    count += sub.faceGroup[s] == sheetGroup && sub.faceKind[s] == kind;
  return sumOverRanks(MPI_COMM_WORLD, count);
}

constexpr std::int64_t bothSidesOfSheet = 2 * (2 * 3 * 3);

TEST(ThinSheet, GivesBothSidesTheConditionAlsoBetweenRanks) {
  for (const Spread spread : allSpreads) {
    EXPECT_EQ(countSheetFaces(subMeshWithSheet(spread, SurfaceRole::sheet), FaceKind::boundary), bothSidesOfSheet);
  }
}

TEST(ThinSheet, NeedsNoHaloWhereItSeparatesTheRanks) {
  const SubMesh sub = subMeshWithSheet(Spread::coordinates, SurfaceRole::sheet);
  if (mpiSize(MPI_COMM_WORLD) == 2) {
    EXPECT_EQ(sub.halo.numFaces(), 0);
    EXPECT_EQ(sub.numInterior, sub.numElements);
  }
  for (const std::int32_t s : sub.halo.sendFace) EXPECT_NE(sub.faceGroup[s], sheetGroup);
}

TEST(ThinSheet, WithoutConditionIsAnOrdinaryInnerSurface) {
  for (const Spread spread : allSpreads) {
    const SubMesh sub = subMeshWithSheet(spread, SurfaceRole::none);
    EXPECT_EQ(countSheetFaces(sub, FaceKind::interior) + countSheetFaces(sub, FaceKind::halo), bothSidesOfSheet);
  }
  const SubMesh cutThere = subMeshWithSheet(Spread::coordinates, SurfaceRole::none);
  if (mpiSize(MPI_COMM_WORLD) == 2) {
    EXPECT_EQ(countSheetFaces(cutThere, FaceKind::halo), bothSidesOfSheet);
  }
}

TEST(ThinSheet, CannotAbsorb) {
  for (const Spread spread : allSpreads)
    expectErrorOnAllRanks(
        ExitCode::badInput,
        "has elements on both sides, but its surface absorbs (18 such faces in all): only outer faces can absorb; "
        "take the inner ones out of the group (in Gmsh: Physical Surface(\"sheet\") = Abs(CombinedBoundary{ Volume{:}; "
        "})",
        [&] { subMeshWithSheet(spread, SurfaceRole::hull); });
}

TEST(ThinSheet, CannotAbsorbInAGroupThatIsOuterElsewhereEither) {
  Mesh mesh = meshWithSheet();
  for (std::int32_t& group : mesh.faceGroup) group = std::min(group, 0);
  for (const Spread spread : allSpreads)
    expectErrorOnAllRanks(ExitCode::badInput, "(18 such faces in all)", [&] {
      partition::buildSubMesh(spreadMesh(mesh, spread), allSurfaces(mesh, SurfaceRole::hull), MPI_COMM_WORLD);
    });
}

}  // namespace
}  // namespace fluxtet::test
