// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/loadSimplexMesh.hpp"

#include "lib/base/hdf5.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "lib/mesh/planeMeshFile.hpp"
#include "lib/mesh/planeStatistics.hpp"
#include "lib/mesh/rectangleMesh.hpp"
#include "lib/mesh/renumber.hpp"
#include "lib/mesh/toSimplexMesh.hpp"
#include "lib/mesh/validatePlaneMesh.hpp"
#include "tests/unit/mesh/planeTestSupport.hpp"

#include <set>

namespace fluxtet::test {
namespace {

RectangleMesh sevenByFive() {
  RectangleMesh rectangle;
  rectangle.size = {3.5, 2};
  rectangle.origin = {-1, 0.5};
  rectangle.cells = {7, 5};
  return rectangle;
}

TEST(RectangleMesh, fillsItsRectangleWithPositiveTriangles) {
  for (const double perturb : {0.0, 0.3}) {
    RectangleMesh rectangle = sevenByFive();
    rectangle.perturb = perturb;
    const SimplexMesh mesh = makeRectangleMesh(rectangle);
    EXPECT_EQ(mesh.numElements(), 70);
    EXPECT_EQ(mesh.numVertices(), 48);
    EXPECT_NO_THROW(validatePlaneMesh(mesh, "rectangle"));
    EXPECT_NEAR(totalArea(mesh), 7, 1e-13);
    EXPECT_EQ(mesh.groups.surfaces, (std::vector<std::string>{"x-", "x+", "y-", "y+"}));
    for (int g = 0; g < 4; ++g) EXPECT_NEAR(groupLength(mesh, g), g < 2 ? 2 : 3.5, 1e-13);
  }
}

TEST(RectangleMesh, perturbingMovesInnerVerticesOnlyAndReproducibly) {
  RectangleMesh rectangle = sevenByFive();
  const SimplexMesh regular = makeRectangleMesh(rectangle);
  rectangle.perturb = 0.3;
  const SimplexMesh moved = makeRectangleMesh(rectangle);
  EXPECT_EQ(moved.vertices, makeRectangleMesh(rectangle).vertices);
  int inner = 0;
  for (std::size_t v = 0; v < 48; ++v) {
    const bool boundary = v % 8 == 0 || v % 8 == 7 || v < 8 || v >= 40;
    const double dx = moved.vertices[2 * v] - regular.vertices[2 * v];
    const double dy = moved.vertices[2 * v + 1] - regular.vertices[2 * v + 1];
    if (boundary) {
      EXPECT_EQ(dx, 0);
      EXPECT_EQ(dy, 0);
    } else {
      EXPECT_LE(std::abs(dx), 0.15 * 0.5);
      EXPECT_LE(std::abs(dy), 0.15 * 0.4);
      inner += dx != 0 && dy != 0;
    }
  }
  EXPECT_EQ(inner, 6 * 4);
}

TEST(RectangleMesh, refusesWhatItCannotMake) {
  RectangleMesh rectangle;
  rectangle.cells = {0, 3};
  expectInputError([&] { makeRectangleMesh(rectangle); }, {"0 cells along x"});
  rectangle = {};
  rectangle.size = {1, -2};
  expectInputError([&] { makeRectangleMesh(rectangle); }, {"size -2 m along y"});
  rectangle = {};
  rectangle.perturb = 0.4;
  expectInputError([&] { makeRectangleMesh(rectangle); }, {"perturb 0.4"});
  rectangle = {};
  rectangle.cells = {40000, 40000};
  expectInputError([&] { makeRectangleMesh(rectangle); }, {"3.2e+09 triangles"});
  expectInputError([&] { refinedRectangle(rectangle, 40); }, {"refine: 40"});
}

TEST(LoadSimplexMesh, refinesARectangleByItsCells) {
  MeshSource source;
  source.rectangle = sevenByFive();
  source.refine = 2;
  RectangleMesh fine = sevenByFive();
  fine.cells = {28, 20};
  SimplexMesh expected = makeRectangleMesh(fine);
  renumberAlongCurve(expected);
  expectSamePlaneMesh(loadSimplexMesh(source), expected);
}

TEST(LoadSimplexMesh, refusesNoneOrSeveralSources) {
  expectInputError([] { loadSimplexMesh(MeshSource{}); }, {"a file, a box or a rectangle"});
  MeshSource source;
  source.rectangle = sevenByFive();
  source.box = BoxMesh{};
  expectInputError([&] { loadSimplexMesh(source); }, {"a file, a box or a rectangle"});
}

TEST(LoadSimplexMesh, makesPositiveTetrahedraWithTheFacetsOfABox) {
  MeshSource source;
  source.box = BoxMesh{};
  source.box->size = {1, 2, 3};
  source.box->cells = {3, 4, 5};
  const SimplexMesh mesh = loadSimplexMesh(source);
  EXPECT_EQ(mesh.dimension, 3);
  EXPECT_EQ(mesh.numElements(), 6 * 60);
  EXPECT_EQ(mesh.numFacets(), 2 * 2 * (12 + 15 + 20));
  double volume = 0;
  for (std::size_t e = 0; e < mesh.elements.size(); e += 4) {
    const double six = sixSignedVolumes(elementVertices(mesh, static_cast<std::int64_t>(e / 4)).data());
    EXPECT_GT(six, 0);
    volume += six / 6;
  }
  EXPECT_NEAR(volume, 6, 1e-12);
  for (std::size_t f = 0; f < mesh.facetGroup.size(); ++f) {
    const int axis = mesh.facetGroup[f] / 2;
    const double place = mesh.facetGroup[f] % 2 ? source.box->size[static_cast<std::size_t>(axis)] : 0;
    for (std::size_t v = 0; v < 3; ++v)
      EXPECT_NEAR(mesh.vertices[3 * static_cast<std::size_t>(mesh.facets[3 * f + v]) + static_cast<std::size_t>(axis)],
                  place, 1e-15);
  }
}

TEST(ToSimplexMesh, takesAnInnerFaceOfAGroupOnce) {
  Mesh mesh = twoElements();
  mesh.groups.surfaces.push_back("Sheet");
  mesh.faceGroup[0] = mesh.faceGroup[7] = 1;
  const SimplexMesh result = toSimplexMesh(mesh);
  EXPECT_EQ(std::count(result.facetGroup.begin(), result.facetGroup.end(), 1), 1);
  EXPECT_EQ(std::count(result.facetGroup.begin(), result.facetGroup.end(), 0), 6);
}

TEST(LoadSimplexMesh, readsMeshFilesOfBothDimensions) {
  const MeshFolder folder;
  writeMeshFile(folder.file("solid.h5"), twoElements(), {}, 1);
  writePlaneMeshFile(folder.file("plane.h5"), twoTriangles());
  MeshSource source;
  source.refine = 1;
  source.file = folder.file("solid.h5");
  EXPECT_EQ(loadSimplexMesh(source).numElements(), 16);
  source.file = folder.file("plane.h5");
  EXPECT_EQ(loadSimplexMesh(source).numElements(), 8);
  source.scale = 0.5;
  expectInputError([&] { loadSimplexMesh(source); }, {"mesh.scale, mesh.parameters, mesh.airBox", "do not go with"});
}

TEST(PlaneMeshFile, givesBackTheMesh) {
  const MeshFolder folder;
  writePlaneMeshFile(folder.file("plane.h5"), twoTriangles());
  EXPECT_TRUE(isPlaneMeshFile(folder.file("plane.h5")));
  expectSamePlaneMesh(readPlaneMeshFile(folder.file("plane.h5")), twoTriangles());
}

TEST(PlaneMeshFile, isRefusedWhereTetrahedraAreNeededAndTheOtherWayRound) {
  const MeshFolder folder;
  writePlaneMeshFile(folder.file("plane.h5"), twoTriangles());
  expectInputError([&] { readWholeMesh(folder.file("plane.h5")); }, {"plane.h5", "tetrahedra are needed"});
  expectInputError([&] { readMeshHeader(folder.file("plane.h5")); }, {"plane.h5", "tetrahedra are needed"});
  writeMeshFile(folder.file("solid.h5"), twoElements(), {}, 1);
  EXPECT_FALSE(isPlaneMeshFile(folder.file("solid.h5")));
  expectInputError([&] { readPlaneMeshFile(folder.file("solid.h5")); }, {"solid.h5", "a plane mesh is needed"});
}

TEST(PlaneMeshFile, aChangedValueIsNoticed) {
  const MeshFolder folder;
  const std::string path = folder.file("plane.h5");
  writePlaneMeshFile(path, twoTriangles());
  {
    const hdf5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
    const hdf5::Handle data(H5Dopen2(file, "vertices", H5P_DEFAULT));
    std::vector<double> vertices = twoTriangles().vertices;
    vertices[2] = 1.5;
    ASSERT_GE(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, vertices.data()), 0);
  }
  expectInputError([&] { readPlaneMeshFile(path); }, {"plane.h5 is damaged", "checksum"});
}

TEST(PlaneMeshFile, swappedNamesAreNoticed) {
  const MeshFolder folder;
  const std::string path = folder.file("plane.h5");
  writePlaneMeshFile(path, twoTriangles());
  {
    const hdf5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
    const hdf5::Handle names(H5Dopen2(file, "regionNames", H5P_DEFAULT));
    const std::string swapped = "Iron\nAir\n";
    ASSERT_GE(H5Dwrite(names, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, swapped.data()), 0);
  }
  expectInputError([&] { readPlaneMeshFile(path); }, {"plane.h5 is damaged", "checksum"});
  // Not by another version either, which did not cover them.
  {
    const hdf5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
    ASSERT_GE(H5Adelete(file, "version"), 0);
    hdf5::writeAttribute(file, "version", std::int64_t{2});
  }
  expectInputError([&] { readPlaneMeshFile(path); }, {"plane.h5 is damaged", "checksum"});
}

TEST(PlaneMeshFile, isValidatedWhenItIsRead) {
  const MeshFolder folder;
  SimplexMesh mesh = twoTriangles();
  mesh.facetGroup.resize(3);
  mesh.facets.resize(6);
  writePlaneMeshFile(folder.file("open.h5"), mesh);
  expectInputError([&] { readPlaneMeshFile(folder.file("open.h5")); }, {"open.h5", "untagged outer edge of element 0"});
}

TEST(PlaneStatistics, countsAndMeasures) {
  MeshSource source;
  source.rectangle = sevenByFive();
  const SimplexMesh mesh = loadSimplexMesh(source);
  const PlaneStatistics s = planeStatistics(mesh);
  EXPECT_EQ(s.elements, 70);
  EXPECT_EQ(s.vertices, 48);
  EXPECT_EQ(s.edges, 70 + 48 - 1);  // Euler: V - E + F = 1
  const double diagonal = std::hypot(0.5, 0.4);
  EXPECT_NEAR(s.shortestEdge, 0.4, 1e-14);
  EXPECT_NEAR(s.longestEdge, diagonal, 1e-14);
  EXPECT_NEAR(s.meanEdge, (7 * 6 * 0.5 + 5 * 8 * 0.4 + 35 * diagonal) / 117, 1e-14);
  EXPECT_EQ(s.regionElements, std::vector<std::int64_t>{70});
  EXPECT_NEAR(s.regionArea[0], 7, 1e-13);
  EXPECT_EQ(s.surfaceEdges, (std::vector<std::int64_t>{5, 5, 7, 7}));
  EXPECT_NEAR(s.surfaceLength[2], 3.5, 1e-14);
  const std::string text = describe(s, mesh.groups);
  for (const char* part :
       {"triangles     70", "L_min 400 mm, L_max 640.312 mm", "region        box: 70 triangles, 7 m^2",
        "curve         x+: 5 edges, 2 m; straight, outward normal (1, 0); outside of box"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(PlaneStatistics, tellWhereRegionsAndCurvesAre) {
  const SimplexMesh mesh = twoTriangles();
  const PlaneStatistics s = planeStatistics(mesh);
  const std::int32_t outside = FacetRegions::outside;
  EXPECT_EQ(s.regionNeighbours[0], (std::vector<std::int32_t>{1, outside}));
  EXPECT_EQ(s.surfacePlace[0].sides, (std::vector<FacetRegions>{{0, outside}, {1, outside}}));
  const std::string text = describe(s, mesh.groups);
  for (const char* part : {"region        Iron: 1 triangles, 0.5 m^2; beside Air; at the outside\n"
                           "              centre (666.667, 666.667) mm, from (0, 0) to (1000, 1000) mm\n",
                           "curve         Outer: 4 edges, 4 m; outside of Air, Iron\n",
                           "Diagonal: 1 edges, 1.41421 m; straight, normal (0.707107, 0.707107) from Air to Iron\n"
                           "              centre (500, 500) mm, from (0, 0) to (1000, 1000) mm\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(PlaneStatistics, qualityIsOneForAnEquilateralTriangle) {
  SimplexMesh mesh = twoTriangles();
  mesh.vertices = {0, 0, 1, 0, 0.5, std::sqrt(0.75), 1, 1};
  EXPECT_NEAR(triangleQuality(mesh, &mesh.elements[0]), 1, 1e-14);
  // A right triangle of legs 1 has radii (2 - sqrt 2) / 2 and sqrt 2 / 2.
  EXPECT_NEAR(triangleQuality(twoTriangles(), &mesh.elements[0]), 2 * std::sqrt(2) - 2, 1e-14);
  EXPECT_NEAR(planeStatistics(twoTriangles()).worstQuality, 2 * std::sqrt(2) - 2, 1e-14);
}

/// What does not depend on numbers: triangles and facets by the coordinates of their vertices.
std::multiset<std::vector<double>> rows(const SimplexMesh& mesh, const std::vector<std::int32_t>& table,
                                        const std::vector<std::int32_t>& label, std::size_t width) {
  std::multiset<std::vector<double>> result;
  for (std::size_t i = 0; i < label.size(); ++i) {
    std::vector<std::array<double, 2>> points;
    for (std::size_t v = 0; v < width; ++v) {
      const auto id = static_cast<std::size_t>(table[width * i + v]);
      points.push_back({mesh.vertices[2 * id], mesh.vertices[2 * id + 1]});
    }
    std::sort(points.begin(), points.end());
    std::vector<double> row{static_cast<double>(label[i])};
    for (const auto& point : points) row.insert(row.end(), point.begin(), point.end());
    result.insert(row);
  }
  return result;
}

TEST(RenumberAlongCurve, changesNumbersOnly) {
  RectangleMesh rectangle = sevenByFive();
  rectangle.perturb = 0.2;
  const SimplexMesh before = makeRectangleMesh(rectangle);
  SimplexMesh after = before;
  renumberAlongCurve(after);
  EXPECT_NE(after.vertices, before.vertices);
  EXPECT_EQ(rows(after, after.elements, after.region, 3), rows(before, before.elements, before.region, 3));
  EXPECT_EQ(rows(after, after.facets, after.facetGroup, 2), rows(before, before.facets, before.facetGroup, 2));
  EXPECT_NO_THROW(validatePlaneMesh(after, "renumbered"));
}

/// On a square of n x n vertices a window of w consecutive numbers of a Hilbert curve is a patch about sqrt(w) wide, so
/// most edges join numbers that are much nearer than a row of n vertices.
TEST(RenumberAlongCurve, bringsNeighboursNear) {
  RectangleMesh rectangle;
  rectangle.cells = {255, 255};
  SimplexMesh mesh = makeRectangleMesh(rectangle);
  renumberAlongCurve(mesh);
  std::vector<std::int32_t> distance;
  std::int32_t last = 0;
  for (std::size_t e = 0; e < mesh.elements.size(); e += 3) {
    const auto [low, high] = std::minmax({mesh.elements[e], mesh.elements[e + 1], mesh.elements[e + 2]});
    EXPECT_GE(low, last);
    last = low;
    distance.push_back(high - low);
  }
  std::nth_element(distance.begin(), distance.begin() + std::ssize(distance) / 2, distance.end());
  EXPECT_LT(distance[distance.size() / 2], 16);
}

}  // namespace
}  // namespace fluxtet::test
