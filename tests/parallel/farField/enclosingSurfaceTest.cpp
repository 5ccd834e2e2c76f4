// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/enclosingSurface.hpp"
#include "app/post/farField/mirrorPlanes.hpp"
#include "app/post/farField/surfacePoints.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "tests/support/solverCase.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace fluxtet::test {
namespace {

using namespace farField;

struct BoxCase {
  std::string walls = "absorbing", floor = "absorbing", surface = "auto", source = "[0.5, 0.5, 0.5]", medium = "";
  std::string images = "symmetry: []";
  int cells = 11;

  dgtd::DgtdCase parse() const {
    return parseDgtdCase(fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [1, 1, 1], cells: [{0}, {0}, {0}]}}}}
materials: {{air: {{{5}}}}}
regions: {{box: air}}
boundaries: {{x-: {1}, x+: {1}, y-: {1}, y+: {1}, z-: {2}, z+: {1}}}
sources: [{{dipole: {{at: {4}, moment: [0, 0, 1], waveform: {{gaussian: {{frequency: 100 MHz, bandwidth: 50 MHz}}}}}}}}]
dgtd: {{order: 1}}
time: {{end: 1 ns}}
output: {{farField: {{frequencies: [100 MHz], surface: {3}, {6}}}}}
)",
                                     cells, walls, floor, surface, source, medium, images),
                         "test.yaml", {});
  }
};

std::string messageOf(const BoxCase& box) {
  try {
    const dgtd::DgtdCase theCase = box.parse();
    const dgtd::Discretisation d = dgtd::discretise(theCase, MPI_COMM_WORLD);
    findEnclosingSurface(SurfaceRequest(*theCase.output.farField), theCase, d, MPI_COMM_WORLD);
    findMirrorPlanes(SurfaceRequest(*theCase.output.farField), d, MPI_COMM_WORLD);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expectRefused(const BoxCase& box, const std::string& words) {
  const std::string message = messageOf(box);
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

TEST(EnclosingSurface, MadeByTheProgramIsTheBoxTwoCellsInside) {
  for (const char* walls : {"absorbing", "pml"}) {
    const dgtd::DgtdCase theCase = BoxCase{.walls = walls, .floor = walls}.parse();
    const dgtd::Discretisation d = dgtd::discretise(theCase, MPI_COMM_WORLD);
    const EnclosingSurface surface =
        findEnclosingSurface(SurfaceRequest(*theCase.output.farField), theCase, d, MPI_COMM_WORLD);
    EXPECT_EQ(surface.totalFaces, 6 * 2 * 7 * 7) << walls;
    const SurfacePoints points(d.mesh, d.basis, surface.faces);
    double area = 0, volume = 0;
    std::array<double, 3> normals{};
    for (std::size_t i = 0; i < points.position.size(); ++i) {
      const Vec3& n = points.normal[i / points.pointsPerFace()];
      area += points.weight[i];
      volume += points.weight[i] * dot(n, points.position[i]) / 3;  // Gauss's theorem: normals point outwards
      for (std::size_t c = 0; c < 3; ++c) normals[c] += points.weight[i] * n[c];
    }
    const double side = 7.0 / 11;
    EXPECT_NEAR(sumOverRanks(MPI_COMM_WORLD, area), 6 * side * side, 1e-12);
    EXPECT_NEAR(sumOverRanks(MPI_COMM_WORLD, volume), side * side * side, 1e-12);
    for (const double sum : normals) EXPECT_NEAR(sumOverRanks(MPI_COMM_WORLD, sum), 0, 1e-12);
  }
}

TEST(EnclosingSurface, QuadratureIsExactForPolynomials) {
  const dgtd::DgtdCase theCase = BoxCase{}.parse();
  const dgtd::Discretisation d = dgtd::discretise(theCase, MPI_COMM_WORLD);
  const EnclosingSurface surface =
      findEnclosingSurface(SurfaceRequest(*theCase.output.farField), theCase, d, MPI_COMM_WORLD);
  const SurfacePoints points(d.mesh, d.basis, surface.faces);
  double sum = 0;  // x^4 has degree 2 p + 2
  for (std::size_t i = 0; i < points.position.size(); ++i) {
    const double x = points.position[i][0] - 0.5;
    sum += points.weight[i] * x * x * x * x;
  }
  const double a = 3.5 / 11;  // half a side: two sides at +-a, and four along which x goes from -a to a
  EXPECT_NEAR(sumOverRanks(MPI_COMM_WORLD, sum), 2 * 4 * a * a * a * a * a * a + 4 * 2 * a * 2 * a * a * a * a * a / 5,
              1e-15);
}

TEST(EnclosingSurface, WhatCannotBeIsRefusedWithTheReason) {
  expectRefused({.walls = "pec", .floor = "pec"}, "no boundary is absorbing or pml");
  expectRefused({.cells = 4}, "no element is farther than two edges");
  expectRefused({.source = "[0.1, 0.5, 0.5]"}, "lies outside of the surface");
  expectRefused({.floor = "pec"}, "name it in output.farField.ground");
  expectRefused({.surface = "x-"}, "encloses nothing");
  expectRefused({.surface = "Huygens"}, "Huygens");
  expectRefused({.medium = "sigma: 0.1 S/m"}, "absorbs");
}

TEST(EnclosingSurface, EndsAtAPlaneWithImagesAndTellsWhatIsWrongWithOne) {
  const BoxCase ground{.floor = "pec", .images = "ground: z-"};
  EXPECT_EQ(messageOf(ground), "");
  const dgtd::DgtdCase theCase = ground.parse();
  const dgtd::Discretisation d = dgtd::discretise(theCase, MPI_COMM_WORLD);
  EXPECT_EQ(findEnclosingSurface(SurfaceRequest(*theCase.output.farField), theCase, d, MPI_COMM_WORLD).totalFaces,
            2 * 7 * 7 + 4 * 2 * 7 * 9);
  const auto planes = findMirrorPlanes(SurfaceRequest(*theCase.output.farField), d, MPI_COMM_WORLD);
  ASSERT_EQ(planes.size(), 1u);
  EXPECT_TRUE(planes[0].isElectric);
  EXPECT_FALSE(planes[0].isSymmetry);
  EXPECT_NEAR(planes[0].normal[2], -1, 1e-12);
  EXPECT_NEAR(planes[0].offset, 0, 1e-12);
  expectRefused({.images = "ground: z-"}, "give the surface the boundary pec or pmc");
  expectRefused({.floor = "pec", .images = "symmetry: [z-], ground: z-"}, "at right angles");
  expectRefused({.floor = "pec", .images = "symmetry: [Plane]"}, "Plane");
}

}  // namespace
}  // namespace fluxtet::test
