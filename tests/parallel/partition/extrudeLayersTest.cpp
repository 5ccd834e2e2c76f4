// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Layers outside of a box: what they fill, how ids and groups continue, and the faults that every rank must report.
#include "lib/base/rendezvous.hpp"
#include "lib/mesh/quality.hpp"
#include "partition/distribute.hpp"
#include "partition/extrudeLayers.hpp"
#include "partition/faceMatch.hpp"
#include "tests/parallel/partition/testMeshes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

constexpr double tolerance = 1e-9;  // m, for places in boxes of about 1 m
constexpr std::array<std::int64_t, 3> cells{4, 3, 2};
const Vec3 size{2, 1, 1};  // of boxMesh(), m

/// A layer on each side of the box, no two alike; that on y- takes its thickness from the mean edge.
const std::vector<LayerRequest> sixLayers{{0, 2, 0.5}, {1, 1, 0.3}, {2, 3, 0}, {3, 2, 0.2}, {4, 1, 0.1}, {5, 2, 0.7}};

/// An element of the whole mesh with all that belongs to it.
struct ElementData {
  std::int64_t id;
  std::array<std::int64_t, 4> vertex;
  std::array<std::int32_t, 4> group;
  std::int64_t region;
  std::array<Vec3, 4> x;  ///< m
  std::array<std::int32_t, 4> isOuter;

  bool operator==(const ElementData&) const = default;
  Vec3 centroid() const { return 0.25 * (x[0] + x[1] + x[2] + x[3]); }
  double lowest(int axis) const { return std::min({x[0][axis], x[1][axis], x[2][axis], x[3][axis]}); }
  double highest(int axis) const { return std::max({x[0][axis], x[1][axis], x[2][axis], x[3][axis]}); }
  bool hasFaceOnPlane(int face, int axis, double plane) const {
    for (int v = 0; v < 4; ++v)
      if (v != face && std::abs(x[v][axis] - plane) > tolerance) return false;
    return true;
  }
};

/// The elements of all ranks by id, on every rank. Collective.
std::vector<ElementData> wholeMesh(const MeshPart& part, MPI_Comm comm) {
  const FaceMatch match = matchFaces(part, comm);
  std::vector<ElementData> own;
  for (std::int32_t e = 0; e < part.numElements(); ++e) {
    ElementData data{part.elementId[e], {}, {}, part.region[e], {}, {}};
    for (int i = 0; i < 4; ++i) {
      data.vertex[i] = part.elementVertex[4 * e + i];
      data.group[i] = part.faceGroup[4 * e + i];
      data.isOuter[i] = match.isOuter(4 * e + i);
      for (int a = 0; a < 3; ++a) data.x[i][a] = part.vertices[3 * match.vertex[4 * e + i] + a];
    }
    own.push_back(data);
  }
  std::vector<ElementData> all;
  for (const auto& list : exchangeAll(comm, std::vector<std::vector<ElementData>>(mpiSize(comm), own)))
    all.insert(all.end(), list.begin(), list.end());
  std::sort(all.begin(), all.end(), [](const ElementData& a, const ElementData& b) { return a.id < b.id; });
  return all;
}

struct Grown {
  MeshPart part;
  LayerBox box;
  std::vector<ElementData> elements;  ///< of all ranks
};

Grown grow(MeshPart part, const std::vector<LayerRequest>& requests, MPI_Comm comm) {
  Grown grown{std::move(part), {}, {}};
  grown.box = extrudeLayers(grown.part, requests, comm);
  grown.elements = wholeMesh(grown.part, comm);
  return grown;
}

Grown grow(const Mesh& mesh, Spread spread, const std::vector<LayerRequest>& requests) {
  return grow(spreadMesh(mesh, spread), requests, MPI_COMM_WORLD);
}

/// The same mesh with its vertices and elements in another order.
Mesh shuffled(const Mesh& mesh) {
  const auto order = [](std::int64_t n, std::int64_t salt) {
    std::vector<std::int64_t> result(n);
    std::iota(result.begin(), result.end(), std::int64_t{0});
    std::sort(result.begin(), result.end(),
              [&](std::int64_t a, std::int64_t b) { return mixHash(salt, a) < mixHash(salt, b); });
    return result;
  };
  Mesh result;
  result.groups = mesh.groups;
  std::vector<std::int64_t> newId(mesh.numVertices());
  for (const std::int64_t v : order(mesh.numVertices(), 1)) {
    newId[v] = result.numVertices();
    result.vertices.insert(result.vertices.end(), &mesh.vertices[3 * v], &mesh.vertices[3 * v] + 3);
  }
  for (const std::int64_t e : order(mesh.numElements(), 2)) {
    std::array<std::pair<std::int64_t, std::int32_t>, 4> corners;
    for (int v = 0; v < 4; ++v) corners[v] = {newId[mesh.elements[4 * e + v]], mesh.faceGroup[4 * e + v]};
    std::sort(corners.begin(), corners.end());
    result.region.push_back(mesh.region[e]);
    for (const auto& [vertex, group] : corners) {
      result.elements.push_back(vertex);
      result.faceGroup.push_back(group);
    }
  }
  return result;
}

std::array<Vec3, 2> outerBox(const LayerBox& box) {
  std::array<Vec3, 2> outer = box.inner;
  for (int a = 0; a < 3; ++a) {
    outer[0][a] -= box.side[a][0].thickness;
    outer[1][a] += box.side[a][1].thickness;
  }
  return outer;
}

/// The elements fill the box with its layers, and its six sides carry the groups 0 to 5.
void expectFullBox(const Grown& grown) {
  const auto outer = outerBox(grown.box);
  double volume = 0;
  for (const ElementData& element : grown.elements) {
    const double own = std::abs(sixSignedVolumes(element.x[0].data())) / 6;
    EXPECT_GT(own, 0);
    volume += own;
    for (int f = 0; f < 4; ++f) {
      if (!element.isOuter[f]) {
        EXPECT_EQ(element.group[f], -1);
        continue;
      }
      ASSERT_GE(element.group[f], 0);
      const int axis = element.group[f] / 2, high = element.group[f] % 2;
      EXPECT_TRUE(element.hasFaceOnPlane(f, axis, outer[high][axis])) << "group " << element.group[f];
    }
  }
  const Vec3 extent = outer[1] - outer[0];
  const double expected = extent[0] * extent[1] * extent[2];
  EXPECT_NEAR(volume, expected, 1e-12 * expected);
}

/// A layer of n sub-layers on a box of cells has the elements and vertices of n more cells.
void expectCounts(const Grown& grown) {
  std::int64_t elements = 6, vertices = 1;
  for (int a = 0; a < 3; ++a) {
    const std::int64_t all = cells[a] + grown.box.side[a][0].layers + grown.box.side[a][1].layers;
    elements *= all;
    vertices *= all + 1;
  }
  EXPECT_EQ(grown.part.totalElements, elements);
  EXPECT_EQ(grown.part.totalVertices, vertices);
  ASSERT_EQ(static_cast<std::int64_t>(grown.elements.size()), elements);
  std::set<std::int64_t> ids;
  for (std::int64_t e = 0; e < elements; ++e) {
    EXPECT_EQ(grown.elements[e].id, e);
    ids.insert(grown.elements[e].vertex.begin(), grown.elements[e].vertex.end());
  }
  EXPECT_EQ(static_cast<std::int64_t>(ids.size()), vertices);
  EXPECT_EQ(*ids.rbegin(), vertices - 1);
}

/// The vertices of a part are those of its elements, in ascending order, and so are those of each element.
void expectSoundPart(const MeshPart& part) {
  const std::set<std::int64_t> used(part.elementVertex.begin(), part.elementVertex.end());
  EXPECT_TRUE(std::equal(used.begin(), used.end(), part.vertexId.begin(), part.vertexId.end()));
  EXPECT_EQ(part.vertices.size(), 3 * part.vertexId.size());
  for (std::int32_t e = 0; e < part.numElements(); ++e)
    EXPECT_TRUE(std::is_sorted(&part.elementVertex[4 * e], &part.elementVertex[4 * e] + 4));
}

TEST(ExtrudeLayers, FillTheLargerBoxOnAllSixSides) {
  const Mesh mesh = boxMesh(cells);
  for (const Spread spread : allSpreads)
    for (const Mesh& each : {mesh, shuffled(mesh)}) {
      const Grown grown = grow(each, spread, sixLayers);
      expectFullBox(grown);
      expectCounts(grown);
      expectSoundPart(grown.part);
    }
}

TEST(ExtrudeLayers, AreTheSameOnAnyNumberOfRanks) {
  for (const Mesh& mesh : {boxMesh(cells), shuffled(boxMesh(cells))}) {
    const MeshPart whole = distributeMesh(mesh, std::vector<std::int32_t>(mesh.numElements(), 0), MPI_COMM_SELF);
    const Grown alone = grow(whole, sixLayers, MPI_COMM_SELF);
    for (const Spread spread : allSpreads) {
      const Grown grown = grow(mesh, spread, sixLayers);
      EXPECT_TRUE(grown.elements == alone.elements);
      EXPECT_EQ(grown.part.totalElements, alone.part.totalElements);
      EXPECT_EQ(grown.part.totalVertices, alone.part.totalVertices);
      for (int a = 0; a < 3; ++a)
        for (int high = 0; high < 2; ++high)
          EXPECT_EQ(grown.box.side[a][high].thickness, alone.box.side[a][high].thickness);
    }
  }
}

TEST(ExtrudeLayers, GrowWhereOnlyOneRankHasElements) {
  const Mesh mesh = boxMesh(cells);
  const std::vector<std::int32_t> last(mesh.numElements(), mpiSize(MPI_COMM_WORLD) - 1);
  const Grown grown = grow(distributeMesh(mesh, last, MPI_COMM_WORLD), sixLayers, MPI_COMM_WORLD);
  expectFullBox(grown);
  expectCounts(grown);
}

TEST(ExtrudeLayers, KeepTheElementsThatWereThere) {
  const MeshPart before = spreadMesh(boxMesh(cells), Spread::scattered);
  const Grown grown = grow(before, sixLayers, MPI_COMM_WORLD);
  const auto startsWith = [](const auto& longer, const auto& start) {
    return longer.size() > start.size() && std::equal(start.begin(), start.end(), longer.begin());
  };
  EXPECT_TRUE(startsWith(grown.part.elementId, before.elementId));
  EXPECT_TRUE(startsWith(grown.part.elementVertex, before.elementVertex));
  EXPECT_TRUE(startsWith(grown.part.vertexId, before.vertexId));
  EXPECT_TRUE(startsWith(grown.part.vertices, before.vertices));
  EXPECT_EQ(grown.box.inner[0], (Vec3{0, 0, 0}));
  EXPECT_EQ(grown.box.inner[1], size);
}

/// Sub-layers between the side of the box and x, which lies outside of it by more than nothing.
double depth(const LayerBox& box, int axis, int high, double x) {
  const LayerSide& layer = box.side[axis][high];
  return (high ? x - box.inner[1][axis] : box.inner[0][axis] - x) * layer.layers / layer.thickness;
}

TEST(ExtrudeLayers, HaveEachElementInOneSubLayer) {
  const Grown grown = grow(shuffled(boxMesh(cells)), Spread::metis, sixLayers);
  for (const ElementData& element : grown.elements)
    for (int axis = 0; axis < 3; ++axis) {
      const double low = element.lowest(axis), high = element.highest(axis), centre = element.centroid()[axis];
      if (centre >= 0 && centre <= size[axis]) {
        EXPECT_TRUE(low >= -tolerance && high <= size[axis] + tolerance);
        continue;
      }
      const int side = centre > 0;
      const double from = depth(grown.box, axis, side, side ? low : high);
      EXPECT_NEAR(from, std::round(from), tolerance);
      EXPECT_NEAR(depth(grown.box, axis, side, side ? high : low), from + 1, tolerance);
    }
}

TEST(ExtrudeLayers, ContinueTheOtherSidesOfTheBox) {
  const Mesh mesh = shuffled(boxMesh(cells));
  const std::vector<std::vector<LayerRequest>> choices{
      {{0, 2, 0.5}}, {{5, 1, 0.25}}, {{0, 2, 0.5}, {5, 1, 0.25}}, {{2, 1, 0.5}, {3, 1, 0.5}}, {}};
  for (const auto& requests : choices)
    for (const Spread spread : allSpreads) {
      const Grown grown = grow(mesh, spread, requests);
      expectFullBox(grown);
      expectCounts(grown);
    }
}

TEST(ExtrudeLayers, TakeTheMeanEdgeWhereNoThicknessIsGiven) {
  const Mesh mesh = boxMesh({4, 2, 2}, 0);  // cubes of 0.5 m
  const double mean = 0.5 * (2 + std::sqrt(2.0)) / 3;
  const Grown grown = grow(mesh, Spread::scattered, {{1, 3, 0}, {2, 1, 0.25}});
  EXPECT_NEAR(grown.box.side[0][1].thickness, 3 * mean, 1e-14);
  EXPECT_EQ(grown.box.side[0][1].layers, 3);
  EXPECT_EQ(grown.box.side[1][0].thickness, 0.25);
  EXPECT_EQ(grown.box.side[1][1].layers, 0);
}

TEST(ExtrudeLayers, ServeOneGroupOnAllSides) {
  Mesh mesh = boxMesh(cells);
  for (std::int32_t& group : mesh.faceGroup) group = std::min(group, 0);
  const Grown grown = grow(mesh, Spread::metis, {{0, 2, 0}});
  expectCounts(grown);
  EXPECT_GT(grown.box.side[0][0].thickness, 0);
  for (int a = 0; a < 3; ++a)
    for (int high = 0; high < 2; ++high) EXPECT_EQ(grown.box.side[a][high].thickness, grown.box.side[0][0].thickness);
  for (const ElementData& element : grown.elements)
    for (int f = 0; f < 4; ++f) EXPECT_EQ(element.group[f], element.isOuter[f] ? 0 : -1);
}

TEST(ExtrudeLayers, TakeTheRegionOfTheElementsBehind) {
  Mesh mesh = boxMesh({4, 2, 2}, 0);
  mesh.groups.regions.push_back("right");
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) mesh.region[e] = e / 6 % 4 >= 2;
  for (const Spread spread : allSpreads)
    for (const ElementData& element : grow(shuffled(mesh), spread, sixLayers).elements)
      EXPECT_EQ(element.region, element.centroid()[0] > 1 ? 1 : 0);
}

constexpr std::int32_t sheetGroup = 6;

/// Puts the inner faces whose vertices satisfy `isOn` into a group of their own.
template <class IsOn>
Mesh withSheet(Mesh mesh, IsOn isOn) {
  mesh.groups.surfaces.push_back("sheet");
  for (const auto& [key, owners] : facesOf(mesh))
    if (owners.size() == 2 &&
        std::all_of(key.begin(), key.end(), [&](std::int64_t v) { return isOn(&mesh.vertices[3 * v]); }))
      for (const auto& [element, face] : owners) mesh.faceGroup[4 * element + face] = sheetGroup;
  return mesh;
}

std::int64_t countSides(const std::vector<ElementData>& elements, std::int32_t group) {
  std::int64_t count = 0;
  for (const ElementData& element : elements) count += std::count(element.group.begin(), element.group.end(), group);
  return count;
}

TEST(ExtrudeLayers, ContinueAnInnerSurfaceThatStandsUpright) {
  const Mesh mesh = withSheet(boxMesh({4, 3, 2}, 0), [](const double* x) { return std::abs(x[0] - 1) < tolerance; });
  for (const Spread spread : allSpreads) {
    const Grown grown = grow(shuffled(mesh), spread, sixLayers);
    for (const ElementData& element : grown.elements)
      for (int f = 0; f < 4; ++f) {
        const int inner = element.hasFaceOnPlane(f, 0, 1) ? sheetGroup : -1;
        EXPECT_EQ(element.group[f], element.isOuter[f] ? std::min(element.group[f], 5) : inner);
      }
    // Two triangles with two sides for each of (3 + 5) x (2 + 3) cells.
    EXPECT_EQ(countSides(grown.elements, sheetGroup), 2 * 2 * 8 * 5);
  }
}

TEST(ExtrudeLayers, EndAnInnerSurfaceThatMeetsThemAtAnAngle) {
  const Mesh mesh = withSheet(boxMesh({4, 2, 2}, 0), [](const double* x) { return std::abs(x[0] - x[1]) < tolerance; });
  const std::int64_t before = 2 * 2 * 2 * 2;
  for (const Spread spread : allSpreads) {
    EXPECT_EQ(countSides(grow(mesh, spread, {{3, 2, 0.5}}).elements, sheetGroup), before);
    EXPECT_EQ(countSides(grow(mesh, spread, {{5, 3, 0.5}}).elements, sheetGroup), before + 2 * 2 * 2 * 3);
  }
}

constexpr std::int32_t wireGroup = 6;

/// A box without its middle cells along x: a wire that is not meshed, whose surface is a group of its own.
Mesh boxWithWire() {
  const Mesh box = boxMesh({3, 3, 3}, 0);
  Mesh mesh{box.vertices, {}, {}, {}, box.groups};
  mesh.groups.surfaces.push_back("wire");
  for (std::int64_t e = 0; e < box.numElements(); ++e) {
    if (e / 18 % 3 == 1 && e / 54 == 1) continue;
    mesh.region.push_back(0);
    mesh.elements.insert(mesh.elements.end(), &box.elements[4 * e], &box.elements[4 * e] + 4);
    mesh.faceGroup.insert(mesh.faceGroup.end(), &box.faceGroup[4 * e], &box.faceGroup[4 * e] + 4);
  }
  for (const auto& [key, owners] : facesOf(mesh))
    if (std::int32_t& group = mesh.faceGroup[4 * owners[0][0] + owners[0][1]]; owners.size() == 1 && group < 0)
      group = wireGroup;
  return mesh;
}

TEST(ExtrudeLayers, ContinueTheSurfaceOfAHoleThatEndsOnTheSide) {
  for (const Spread spread : allSpreads) {
    const Grown grown = grow(shuffled(boxWithWire()), spread, {{0, 2, 0.5}, {4, 1, 0.5}});
    EXPECT_EQ(countSides(grown.elements, wireGroup), 2 * 4 * (3 + 2));
    for (const ElementData& element : grown.elements)
      for (int f = 0; f < 4; ++f) EXPECT_EQ(element.isOuter[f] != 0, element.group[f] >= 0);
  }
}

/// Moves the outer faces of group `from` whose vertices satisfy `isOn` to the group `to`.
template <class IsOn>
Mesh withGroup(Mesh mesh, std::int32_t from, std::int32_t to, IsOn isOn) {
  for (std::size_t s = 0; s < mesh.faceGroup.size(); ++s) {
    const auto key = keyOf(&mesh.elements[s / 4 * 4], s % 4);
    if (mesh.faceGroup[s] == from &&
        std::all_of(key.begin(), key.end(), [&](std::int64_t v) { return isOn(&mesh.vertices[3 * v]); }))
      mesh.faceGroup[s] = to;
  }
  return mesh;
}

void expectRefused(const Mesh& mesh, const std::vector<LayerRequest>& requests, const std::string& text) {
  for (const Spread spread : allSpreads)
    expectErrorOnAllRanks(ExitCode::badInput, text, [&] { grow(mesh, spread, requests); });
}

/// One of the cells on x- is in another group, `port` (6).
Mesh boxWithPort(std::int32_t group = 6) {
  Mesh mesh = boxMesh({2, 2, 2});
  mesh.groups.surfaces.push_back("port");
  return withGroup(mesh, 0, group, [](const double* x) { return x[1] < 0.6 && x[2] < 0.6; });
}

TEST(ExtrudeLayersErrors, ASideThatIsCoveredInPart) {
  const std::string text = "the absorbing layer on `x-` covers only a part of the side x- of the box; the rest is ";
  expectRefused(boxWithPort(), {{0, 2, 0.5}}, text + "`port`: give the whole side one boundary");
  expectRefused(boxWithPort(-1), {{0, 2, 0.5}}, text + "in no surface group: give the whole side one boundary");
}

TEST(ExtrudeLayersErrors, TwoLayersOnOneSide) {
  expectRefused(boxWithPort(), {{0, 2, 0.5}, {6, 2, 0.25}},
                "the absorbing layers on `x-` (2 sub-layers, 0.5 m) and `port` (2 sub-layers, 0.25 m) share the side "
                "x- of the box: give both the same number");
  expectRefused(boxWithPort(), {{0, 2, 0.5}, {6, 1, 0.5}}, "share the side x- of the box");
  // One layer on two groups is none: each continues to the layer's end.
  for (const Spread spread : allSpreads) {
    const Grown grown = grow(boxWithPort(), spread, {{0, 2, 0.5}, {6, 2, 0.5}});
    EXPECT_EQ(countSides(grown.elements, 6), 2);
    EXPECT_EQ(countSides(grown.elements, 0), 6);
    EXPECT_EQ(grown.part.totalElements, 6 * 4 * (2 + 2));
  }
}

TEST(ExtrudeLayersErrors, AFaceThatLiesOnNoSideOfTheBox) {
  for (const std::string text :
       {"on surface `wire`, with vertices (", "m, lies on no side of the mesh's bounding box, (0, 0, 0) to (2, 1, 1) m",
        "but `wire` is to be an absorbing layer: absorbing layers need a box: put a box of air round the model"})
    expectRefused(boxWithWire(), {{wireGroup, 2, 0.5}}, text);
}

TEST(ExtrudeLayersErrors, AGroupWithoutOuterFaces) {
  const std::string text = "surface `sheet` is to be an absorbing layer but has no outer faces";
  const auto inMiddle = [](const double* x) { return std::abs(x[0] - 1) < tolerance; };
  expectRefused(withSheet(boxMesh({2, 2, 2}, 0), inMiddle), {{sheetGroup, 1, 0.5}}, text);
  expectRefused(withSheet(boxMesh({2, 2, 2}, 0), [](const double*) { return false; }), {{sheetGroup, 1, 0.5}}, text);
}

TEST(ExtrudeLayersErrors, RequestsOutOfRange) {
  const std::vector<std::vector<LayerRequest>> faults{
      {{6, 1, 0.5}}, {{-1, 1, 0.5}}, {{0, 0, 0.5}}, {{0, 1, -0.5}}, {{0, 1, 0.5}, {0, 1, 0.5}}};
  for (const auto& requests : faults)
    expectErrorOnAllRanks(ExitCode::runFailed, "absorbing layer", [&] {
      grow(boxMesh({2, 2, 2}), Spread::metis, requests);
    });
}

/// boxMesh() with the half x < 1 of its side z- as the group "Feed", 6.
Mesh meshWithFeed() {
  Mesh mesh = boxMesh(cells);
  mesh.groups.surfaces.push_back("Feed");
  for (std::size_t side = 0; side < mesh.faceGroup.size(); ++side) {
    if (mesh.faceGroup[side] != 4) continue;
    double x = 0;
    for (std::size_t v = 0; v < 4; ++v)
      if (v != side % 4) x += mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[side / 4 * 4 + v])] / 3;
    if (x < 1) mesh.faceGroup[side] = 6;
  }
  return mesh;
}

struct GrownPorts {
  MeshPart part;
  std::vector<PortLayer> layers;
  std::vector<ElementData> elements;  ///< of all ranks
};
GrownPorts growPorts(MeshPart part, const std::vector<LayerRequest>& requests, MPI_Comm comm) {
  GrownPorts grown{std::move(part), {}, {}};
  grown.layers = extrudePortLayers(grown.part, requests, comm);
  grown.elements = wholeMesh(grown.part, comm);
  return grown;
}

/// The group of an outer face of the layer behind "Feed".
std::int32_t expectedGroup(const ElementData& element, int face) {
  if (element.hasFaceOnPlane(face, 0, 0)) return 0;
  if (element.hasFaceOnPlane(face, 0, 1)) return 4;  // the rest of the side goes on along the layer
  if (element.hasFaceOnPlane(face, 1, 0)) return 2;
  return element.hasFaceOnPlane(face, 1, 1) ? 3 : 6;
}

TEST(PortLayers, GrowBehindAPartOfASideAndContinueItsWalls) {
  const Mesh mesh = meshWithFeed();
  for (const Spread spread : allSpreads) {
    const GrownPorts grown = growPorts(spreadMesh(mesh, spread), {{6, 3, 0.3}}, MPI_COMM_WORLD);
    ASSERT_EQ(grown.layers.size(), 1U);
    const PortLayer& port = grown.layers[0];
    EXPECT_EQ(port.side.direction, 2);
    EXPECT_EQ(port.side.high, 0);
    EXPECT_EQ(port.firstElement, mesh.numElements());
    EXPECT_EQ(port.totalElements, 3 * 3 * 2 * 2 * cells[1]);  // three tetrahedra on each of two triangles a cell
    EXPECT_EQ(static_cast<std::int64_t>(grown.elements.size()), mesh.numElements() + port.totalElements);
    double volume = 0;
    for (const ElementData& element : grown.elements) {
      const int subLayer = port.subLayerOf(element.id);
      EXPECT_EQ(subLayer > 0, element.id >= mesh.numElements());
      if (subLayer == 0) continue;
      volume += std::abs(sixSignedVolumes(element.x[0].data())) / 6;
      EXPECT_NEAR(element.lowest(2), -0.1 * subLayer, tolerance);
      EXPECT_NEAR(element.highest(2), -0.1 * (subLayer - 1), tolerance);
      for (int f = 0; f < 4; ++f) EXPECT_EQ(element.group[f], element.isOuter[f] ? expectedGroup(element, f) : -1);
    }
    EXPECT_NEAR(volume, 0.3, 1e-12);
    expectSoundPart(grown.part);
  }
}

TEST(PortLayers, AreTheSameOnAnyNumberOfRanks) {
  const Mesh mesh = meshWithFeed();
  const MeshPart whole = distributeMesh(mesh, std::vector<std::int32_t>(mesh.numElements(), 0), MPI_COMM_SELF);
  const std::vector<LayerRequest> requests{{6, 3, 0}, {1, 2, 0.4}};
  const GrownPorts alone = growPorts(whole, requests, MPI_COMM_SELF);
  for (const Spread spread : allSpreads) {
    const GrownPorts grown = growPorts(spreadMesh(mesh, spread), requests, MPI_COMM_WORLD);
    EXPECT_TRUE(grown.elements == alone.elements);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      EXPECT_EQ(grown.layers[i].layer.thickness, alone.layers[i].layer.thickness);
      EXPECT_EQ(grown.layers[i].firstElement, alone.layers[i].firstElement);
    }
  }
}

TEST(PortLayers, SayWhatCannotBeAPort) {
  const auto refuses = [](const Mesh& mesh, const std::vector<LayerRequest>& requests, const std::string& words) {
    expectErrorOnAllRanks(ExitCode::badInput, words, [&] {
      MeshPart part = spreadMesh(mesh, Spread::scattered);
      extrudePortLayers(part, requests, MPI_COMM_WORLD);
    });
  };
  const Mesh mesh = meshWithFeed();
  refuses(mesh, {{6, 1, 0.1}, {0, 1, 0.1}}, "touch each other");
  Mesh bent = mesh;
  for (std::int32_t& group : bent.faceGroup)
    if (group == 0) group = 6;
  refuses(bent, {{6, 1, 0.1}}, "perpendicular to an axis");
  Mesh opposite = mesh;
  for (std::int32_t& group : opposite.faceGroup)
    if (group == 5) group = 4;
  opposite.groups.surfaces.push_back("Nowhere");
  refuses(opposite, {{4, 1, 0.1}}, "perpendicular to an axis");
  refuses(opposite, {{7, 1, 0.1}}, "no outer faces");
  expectErrorOnAllRanks(ExitCode::badInput, "in an absorbing layer", [&] {
    MeshPart part = spreadMesh(mesh, Spread::scattered);
    extrudeLayers(part, {{0, 1, 0.1}}, MPI_COMM_WORLD);
    extrudePortLayers(part, {{6, 1, 0.1}}, MPI_COMM_WORLD);
  });
}

}  // namespace
}  // namespace fluxtet::test
