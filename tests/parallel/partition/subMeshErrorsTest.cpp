// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Faults of the mesh that only the faces reveal. Each stands on one rank and must reach all.
#include "tests/parallel/partition/testMeshes.hpp"

#include "partition/buildSubMesh.hpp"
#include "partition/distribute.hpp"
#include "partition/outerSurfaceCheck.hpp"

#include <algorithm>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

void build(const Mesh& mesh, const std::vector<SurfaceRole>& roles, Spread spread) {
  buildSubMesh(spreadMesh(mesh, spread), roles, MPI_COMM_WORLD);
}

/// First face of the mesh with that many elements.
FaceTable::value_type firstFace(const Mesh& mesh, std::size_t elements) {
  const FaceTable faces = facesOf(mesh);
  return *std::find_if(faces.begin(), faces.end(), [&](const auto& face) { return face.second.size() == elements; });
}

/// One more element on an inner face, with a new vertex of its own.
Mesh meshWithThreeElementsOnAFace() {
  Mesh mesh = boxMesh({3, 3, 3});
  const auto face = firstFace(mesh, 2);
  const std::int64_t apex = mesh.numVertices();
  mesh.vertices.insert(mesh.vertices.end(), {5, 5, 5});
  mesh.elements.insert(mesh.elements.end(), {face.first[0], face.first[1], face.first[2], apex});
  mesh.region.push_back(0);
  mesh.faceGroup.insert(mesh.faceGroup.end(), {0, 0, 0, mesh.faceGroup[4 * face.second[0][0] + face.second[0][1]]});
  return mesh;
}

TEST(SubMeshErrors, AnOuterFaceWithoutGroupIsNamedWithElementAndPlace) {
  Mesh mesh = boxMesh({3, 2, 2}, 0.0);
  const auto [element, face] = firstFace(mesh, 1).second[0];
  mesh.faceGroup[4 * element + face] = -1;
  const std::string text = fmt::format("outer face {} of element {}, with vertices (0, 0, 0)", face, element);
  for (const Spread spread : allSpreads) {
    expectErrorOnAllRanks(ExitCode::badInput, text,
                          [&] { build(mesh, allSurfaces(mesh, SurfaceRole::sheet), spread); });
    const MeshPart part = spreadMesh(mesh, spread);
    const FaceMatch match = matchFaces(part, MPI_COMM_WORLD);
    expectErrorOnAllRanks(ExitCode::badInput, text, [&] { outerSurfaceGroups(part, match, MPI_COMM_WORLD); });
  }
}

TEST(SubMeshErrors, AnOuterSurfaceWithoutConditionIsNamed) {
  const Mesh mesh = boxMesh({3, 2, 2});
  auto roles = allSurfaces(mesh, SurfaceRole::sheet);
  roles[3] = SurfaceRole::none;
  expectErrorOnAllRanks(ExitCode::badInput, "give surface `y+` one under `boundaries`",
                        [&] { build(mesh, roles, Spread::metis); });
}

TEST(SubMeshErrors, AFaceOfThreeElementsIsFoundHoweverTheyAreSpread) {
  const Mesh mesh = meshWithThreeElementsOnAFace();
  const auto roles = allSurfaces(mesh, SurfaceRole::sheet);
  const std::string text = "is shared by three or more elements";
  for (const Spread spread : allSpreads)
    expectErrorOnAllRanks(ExitCode::badInput, text, [&] { build(mesh, roles, spread); });

  // The pair is matched on rank 0; the last rank knows the third element only.
  std::vector<std::int32_t> part(mesh.numElements(), 0);
  part.back() = mpiSize(MPI_COMM_WORLD) - 1;
  expectErrorOnAllRanks(ExitCode::badInput, text,
                        [&] { buildSubMesh(distributeMesh(mesh, part, MPI_COMM_WORLD), roles, MPI_COMM_WORLD); });
}

TEST(SubMeshErrors, GroupsThatDifferOnTheSidesOfAFaceAreRefused) {
  Mesh mesh = boxMesh({3, 3, 2});
  const auto [element, face] = firstFace(mesh, 2).second[1];
  mesh.faceGroup[4 * element + face] = 2;
  for (const Spread spread : allSpreads)
    expectErrorOnAllRanks(ExitCode::badInput, "both sides of a face must carry the same surface group",
                          [&] { build(mesh, allSurfaces(mesh, SurfaceRole::sheet), spread); });
}

/// Two boxes, the second moved so that its lowest corner is at x = `start`, without common vertices.
Mesh twoBoxes(double start) {
  Mesh mesh = boxMesh({3, 2, 2}, 0.0);
  const Mesh second = boxMesh({2, 3, 2}, 0.0);
  const std::int64_t vertices = mesh.numVertices();
  for (const std::int64_t v : second.elements) mesh.elements.push_back(v + vertices);
  for (std::size_t i = 0; i < second.vertices.size(); ++i)
    mesh.vertices.push_back(second.vertices[i] + (i % 3 == 0 ? start : 0.0));
  mesh.region.insert(mesh.region.end(), second.region.size(), 1);
  mesh.faceGroup.insert(mesh.faceGroup.end(), second.faceGroup.begin(), second.faceGroup.end());
  mesh.groups.regions.push_back("second");
  return mesh;
}

TEST(SubMeshErrors, PiecesThatTouchWithoutCommonVerticesAreFoundHoweverTheyAreSpread) {
  const auto check = [](double start, Spread spread) {
    const MeshPart part = spreadMesh(twoBoxes(start), spread);
    requireSoundOuterSurface(part, matchFaces(part, MPI_COMM_WORLD), "parts.h5", MPI_COMM_WORLD);
  };
  for (const Spread spread : allSpreads) {
    expectErrorOnAllRanks(
        ExitCode::badInput,
        "parts.h5: the mesh does not conform: the faces of element 12 and element 75 at (2, 0.222222, 0.166667) m, in "
        "regions `box` and `second`",
        [&] { check(2, spread); });
    expectErrorOnAllRanks(ExitCode::badInput, "30 such pairs", [&] { check(1.9, spread); });
    EXPECT_NO_THROW(check(2.1, spread));
  }
}

TEST(SubMeshErrors, ConditionsMustMatchTheGroups) {
  const Mesh mesh = boxMesh({2, 2, 2});
  auto roles = allSurfaces(mesh, SurfaceRole::sheet);
  roles.pop_back();
  expectErrorOnAllRanks(ExitCode::runFailed, "5 roles given for 6 surface groups",
                        [&] { build(mesh, roles, Spread::metis); });
}

}  // namespace
}  // namespace fluxtet::test
