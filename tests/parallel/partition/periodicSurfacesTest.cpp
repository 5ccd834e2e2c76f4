// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Faces joined across periodic surfaces: both sides list the vertices of a face alike, on any number of ranks, also
// where one element reaches from seam to seam and after layers have grown; and the faults that every rank must report.
#include "partition/buildSubMesh.hpp"
#include "partition/distribute.hpp"
#include "partition/exchange/haloExchange.hpp"
#include "partition/extrudeLayers.hpp"
#include "partition/periodicSurfaces.hpp"
#include "tests/parallel/partition/testMeshes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

constexpr int tag = 77;
const std::vector<SurfacePair> allPairs{{0, 1, "x"}, {2, 3, "y"}, {4, 5, "z"}};

/// The mesh with its vertices in an order that knows nothing of its planes, as a mesh generator leaves them.
Mesh shuffled(Mesh mesh) {
  const auto n = static_cast<std::size_t>(mesh.numVertices());
  std::vector<std::int64_t> newId(n);
  std::iota(newId.begin(), newId.end(), 0);
  for (std::size_t v = n - 1; v > 0; --v) std::swap(newId[v], newId[v * 2654435761U / 64 % (v + 1)]);
  std::vector<double> vertices(mesh.vertices.size());
  for (std::size_t v = 0; v < n; ++v)
    for (std::size_t a = 0; a < 3; ++a) vertices[3 * static_cast<std::size_t>(newId[v]) + a] = mesh.vertices[3 * v + a];
  mesh.vertices = vertices;
  for (std::size_t e = 0; e < mesh.elements.size(); e += 4) {
    std::array<std::pair<std::int64_t, std::int32_t>, 4> corner;
    for (std::size_t i = 0; i < 4; ++i)
      corner[i] = {newId[static_cast<std::size_t>(mesh.elements[e + i])], mesh.faceGroup[e + i]};
    std::sort(corner.begin(), corner.end());
    for (std::size_t i = 0; i < 4; ++i) std::tie(mesh.elements[e + i], mesh.faceGroup[e + i]) = corner[i];
  }
  return mesh;
}

/// The corners of a face of a sub-mesh in the order in which its element lists them, [corner][xyz].
std::array<double, 9> cornersOfFace(const SubMesh& mesh, std::int32_t face) {
  std::array<double, 9> x{};
  for (int v = 0, i = 0; v < 4; ++v) {
    if (v == face % 4) continue;
    for (int a = 0; a < 3; ++a) x[static_cast<std::size_t>(3 * i + a)] = mesh.vertices[12 * (face / 4) + 3 * v + a];
    ++i;
  }
  return x;
}

/// Looks across every face. Returns how many, of all ranks, lead a period away in x, y and z; each face must be the
/// translated copy of the one across, corner by corner. Collective.
std::array<std::int64_t, 3> seamFaces(const SubMesh& mesh, const Vec3& period) {
  dgtd::HaloExchange<double> exchange(mesh.halo, 9, tag, MPI_COMM_WORLD);
  const auto send = exchange.sendBuffer();
  for (std::size_t k = 0; k < mesh.halo.sendFace.size(); ++k) {
    const auto x = cornersOfFace(mesh, mesh.halo.sendFace[k]);
    std::copy(x.begin(), x.end(), send.begin() + static_cast<std::ptrdiff_t>(9 * k));
  }
  exchange.start();
  exchange.finish();
  const auto received = exchange.receiveBuffer();
  std::array<std::int64_t, 3> count{};
  for (std::int32_t face = 0; face < 4 * mesh.numElements; ++face) {
    if (mesh.faceKind[face] == FaceKind::boundary) continue;
    const auto own = cornersOfFace(mesh, face);
    std::array<double, 9> other;
    const std::int32_t link = mesh.faceLink[face];
    if (mesh.faceKind[face] == FaceKind::interior) {
      other = cornersOfFace(mesh, link);
      EXPECT_NE(link / 4, face / 4);
      EXPECT_EQ(mesh.faceLink[link], face);
    } else {
      std::copy_n(received.begin() + 9 * link, 9, other.begin());
    }
    for (int a = 0; a < 3; ++a) {
      const double step = other[a] - own[a];
      for (int i = 1; i < 3; ++i) EXPECT_NEAR(other[3 * i + a] - own[3 * i + a], step, 1e-12);
      if (std::abs(step) > 1e-9) {
        EXPECT_NEAR(std::abs(step), period[a], 1e-12);
        ++count[a];
      }
    }
  }
  for (std::int64_t& each : count) each = sumOverRanks(MPI_COMM_WORLD, each);
  return count;
}

/// Of a mesh whose named pairs are periodic and whose other surfaces are walls. Collective.
SubMesh joined(MeshPart& part, const std::vector<SurfacePair>& pairs, std::vector<Vec3>& translations) {
  FaceMatch match = matchFaces(part, MPI_COMM_WORLD);
  translations = joinSurfaces(part, match, pairs, MPI_COMM_WORLD);
  std::vector<SurfaceRole> roles(part.groups.surfaces.size(), SurfaceRole::sheet);
  for (const SurfacePair& pair : pairs) roles[pair.first] = roles[pair.second] = SurfaceRole::none;
  return buildSubMesh(part, match, roles, MPI_COMM_WORLD);
}

class PeriodicSurfaces : public ::testing::TestWithParam<Spread> {};

TEST_P(PeriodicSurfaces, AreNeighboursCornerByCorner) {
  for (const std::array<std::int64_t, 3> cells : {std::array<std::int64_t, 3>{3, 2, 2}, {1, 1, 4}, {1, 3, 1}}) {
    const Mesh mesh = shuffled(boxMesh(cells));
    MeshPart part = spreadMesh(mesh, GetParam());
    alignVertices(part, allPairs, MPI_COMM_WORLD);
    std::vector<Vec3> translations;
    const SubMesh sub = joined(part, allPairs, translations);
    ASSERT_EQ(translations.size(), 3U);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) EXPECT_NEAR(translations[a][b], a == b ? (a == 0 ? 2 : 1) : 0, 1e-12);
    EXPECT_TRUE(sub.boundaryFace.empty());
    const auto count = seamFaces(sub, {2, 1, 1});
    for (int a = 0; a < 3; ++a)
      EXPECT_EQ(count[a], 2 * 2 * cells[(a + 1) % 3] * cells[(a + 2) % 3])
          << "two triangles a cell, seen from two sides";
    EXPECT_EQ(static_cast<std::int64_t>(sortedUnion(sub.elementVertex).back()) < mesh.numVertices(), true);
    std::vector<std::int64_t> classes = sortedUnion(sub.elementVertex);
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
    EXPECT_EQ(static_cast<std::int64_t>(classes.size()), cells[0] * cells[1] * cells[2]) << "a vertex for each cell";
  }
}

// The side faces of the new prisms must be cut by the same diagonals on both sides of the cell.
TEST_P(PeriodicSurfaces, StayNeighboursInLayersThatGrowBetweenThem) {
  const Mesh mesh = shuffled(boxMesh({3, 2, 2}));
  MeshPart part = spreadMesh(mesh, GetParam());
  const std::vector<SurfacePair> pairs{{0, 1, "x"}, {2, 3, "y"}};
  alignVertices(part, pairs, MPI_COMM_WORLD);
  extrudeLayers(part, {{4, 2, 0.3}, {5, 3, 0.6}}, MPI_COMM_WORLD);
  std::vector<Vec3> translations;
  const SubMesh sub = joined(part, pairs, translations);
  const auto count = seamFaces(sub, {2, 1, 1});
  EXPECT_EQ(count[0], 2 * 2 * 2 * (2 + 5));
  EXPECT_EQ(count[1], 2 * 2 * 3 * (2 + 5));
  EXPECT_EQ(count[2], 0);
}

INSTANTIATE_TEST_SUITE_P(Spreads, PeriodicSurfaces, ::testing::ValuesIn(allSpreads));

TEST(PeriodicSurfaceErrors, NameTheVertexWithoutAPartner) {
  Mesh mesh = boxMesh({3, 2, 2});
  for (std::size_t v = 0; v < mesh.vertices.size(); v += 3)
    if (mesh.vertices[v] == 2 && mesh.vertices[v + 1] == 0.5 && mesh.vertices[v + 2] == 0.5)
      mesh.vertices[v + 1] = 0.52;
  MeshPart part = spreadMesh(mesh, Spread::coordinates);
  for (const char* words : {"(0, 0.5, 0.5) m of 'x-' has no partner on 'x+'", "Periodic Surface {x+} = {x-} Translate"})
    expectErrorOnAllRanks(ExitCode::badInput, words, [&] {
      alignVertices(part, {{0, 1, "case.yaml:4:9: boundaries.x-.periodic"}}, MPI_COMM_WORLD);
    });
}

TEST(PeriodicSurfaceErrors, AreToldWhereTheSurfacesAreNoCopies) {
  MeshPart part = spreadMesh(boxMesh({3, 2, 2}), Spread::coordinates);
  expectErrorOnAllRanks(ExitCode::badInput, "has no partner", [&] {
    alignVertices(part, {{0, 3, "key"}}, MPI_COMM_WORLD);
  });
  part.groups.surfaces.push_back("Empty");
  expectErrorOnAllRanks(ExitCode::badInput, "no faces of the surface 'Empty'", [&] {
    alignVertices(part, {{0, 6, "key"}}, MPI_COMM_WORLD);
  });
}

// Two cells apart from each other, the second one mirrored: its vertices are copies, its diagonals are not.
TEST(PeriodicSurfaceErrors, NameAFaceWithoutACopy) {
  if (mpiSize(MPI_COMM_WORLD) > 2) GTEST_SKIP() << "more ranks than cells";
  Mesh mesh = boxMesh({1, 1, 1}, 0);
  const auto elements = mesh.elements;
  const auto vertices = mesh.vertices;
  const auto groups = mesh.faceGroup;
  for (std::int32_t& group : mesh.faceGroup) group = group == 0 ? 0 : -1;
  for (const std::int64_t v : elements) mesh.elements.push_back(v + 8);
  for (std::size_t v = 0; v < vertices.size(); v += 3)
    mesh.vertices.insert(mesh.vertices.end(), {vertices[v] + 10, 1 - vertices[v + 1], vertices[v + 2]});
  for (const std::int32_t group : groups) mesh.faceGroup.push_back(group == 1 ? 1 : -1);
  mesh.region.resize(12, 0);
  MeshPart part = spreadMesh(mesh, Spread::coordinates);
  const std::vector<SurfacePair> pairs{{0, 1, "key"}};
  alignVertices(part, pairs, MPI_COMM_WORLD);
  FaceMatch match = matchFaces(part, MPI_COMM_WORLD);
  expectErrorOnAllRanks(ExitCode::badInput, "has no copy on the other surface",
                        [&] { joinSurfaces(part, match, pairs, MPI_COMM_WORLD); });
}

}  // namespace
}  // namespace fluxtet::test
