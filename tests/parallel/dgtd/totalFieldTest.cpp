// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The surface between total field and scattered field: what it encloses, and what cannot be.
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/setup/gaussianBeam.hpp"
#include "app/dgtd/setup/totalField.hpp"
#include "app/dgtd/setup/warnings.hpp"
#include "app/post/farField/enclosingSurface.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/meshFile.hpp"
#include "lib/mesh/subMeshGeometry.hpp"
#include "tests/support/beamAtHalfSpace.hpp"
#include "tests/support/latticeMeshes.hpp"
#include "tests/support/solverCase.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <string>

namespace fluxtet::test {
namespace {

using namespace dgtd;

/// A wave in a box of 11 x 11 x 11 cells.
struct BoxCase {
  std::string walls = "absorbing", floor = "absorbing", entrance = "surface: auto", medium = "";
  int cells = 11;

  DgtdCase parse() const {
    return parseDgtdCase(fmt::format(R"(
mesh: {{box: {{size: [1, 1, 1], cells: [{0}, {0}, {0}]}}}}
materials: {{air: {{{4}}}}}
regions: {{box: air}}
boundaries: {{x-: {1}, x+: {1}, y-: {1}, y+: {1}, z-: {2}, z+: {1}}}
sources: [{{planeWave: {{direction: [0, 0, -1], polarization: [1, 0, 0], {3}, waveform: {{sine: {{frequency: 100 MHz}}}}}}}}]
dgtd: {{order: 1}}
time: {{end: 1 ns}}
)",
                                     cells, walls, floor, entrance, medium),
                         "test.yaml", {});
  }
};

/// A wave through the inner of two cubes of 8 and 4 cells of 0.1 m, half of air and half of glass.
class NestedCubes : public ::testing::Test {
 protected:
  void SetUp() override {
    if (mpiRank(MPI_COMM_WORLD) == 0) folder_.emplace();
    file_ = broadcast(MPI_COMM_WORLD, folder_ ? (*folder_ / "nested.h5").string() : std::string());
    if (folder_) writeMeshFile(file_, nestedCubes(8, 0.1, 2), {}, 1);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  DgtdCase parse(const std::string& entrance, const std::string& glass = "epsilon_r: 4",
                 const std::string& outer = "absorbing", const std::string& frequency = "100 MHz") const {
    return parseDgtdCase(fmt::format(R"(
mesh: {{file: {}}}
materials: {{air: {{}}, glass: {{{}}}}}
regions: {{Front: air, Back: glass}}
boundaries: {{Outer: {}}}
sources: [{{planeWave: {{direction: [0, 0.6, 0.8], polarization: [1, 0, 0], {}, waveform: {{sine: {{frequency: {}}}}}}}}}]
dgtd: {{order: 1}}
time: {{end: 1 ns}}
)",
                                     file_, glass, outer, entrance, frequency),
                         "test.yaml", {});
  }

 private:
  std::optional<TemporaryFolder> folder_;
  std::string file_;
};

std::string messageOf(const DgtdCase& theCase) {
  try {
    discretise(theCase, MPI_COMM_WORLD);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
void expectRefused(const DgtdCase& theCase, const std::string& words) {
  const std::string message = messageOf(theCase);
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

/// Number of injected faces with this sign on all ranks.
std::int64_t facesOf(const Discretisation& d, std::int32_t sign) {
  return sumOverRanks(MPI_COMM_WORLD, static_cast<std::int64_t>(std::count(d.problem.injectedSign.begin(),
                                                                           d.problem.injectedSign.end(), sign)));
}
std::int64_t elementsInside(const Discretisation& d) {
  std::int64_t count = 0;
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e) count += d.isInTotalField(e) ? 1 : 0;
  return sumOverRanks(MPI_COMM_WORLD, count);
}
std::vector<std::string> warningsFor(const DgtdCase& theCase) {
  const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
  std::vector<std::string> found;
  for (const std::string& warning : warningsOf(theCase, d, {0.1, 0.2}, MPI_COMM_WORLD))
    if (warning.find("planeWave.surface") != std::string::npos) found.push_back(warning);
  return found;
}

TEST(TotalFieldSurface, MadeByTheProgramKeepsFourEdgesFromTheOpenBoundary) {
  for (const char* walls : {"absorbing", "pml"}) {
    const Discretisation d = discretise(BoxCase{.walls = walls, .floor = walls}.parse(), MPI_COMM_WORLD);
    EXPECT_EQ(elementsInside(d), 6 * 3 * 3 * 3) << walls;
    for (const std::int32_t sign : {1, -1}) EXPECT_EQ(facesOf(d, sign), 6 * 2 * 3 * 3) << walls;
    EXPECT_TRUE(std::is_sorted(d.problem.injectedFace.begin(), d.problem.injectedFace.end()));
    for (std::size_t i = 0; i < d.problem.injectedFace.size(); ++i)
      EXPECT_EQ(d.isInTotalField(d.problem.injectedFace[i] / 4), d.problem.injectedSign[i] == 1);
  }
}

TEST(TotalFieldSurface, WithAConductingFloorItEndsThere) {
  const Discretisation d = discretise(
      BoxCase{.floor = "pec", .entrance = "surface: auto, halfSpace: {behind: pec}"}.parse(), MPI_COMM_WORLD);
  EXPECT_EQ(elementsInside(d), 6 * 3 * 3 * 7);
  EXPECT_EQ(facesOf(d, 1), 2 * (3 * 3 + 4 * 3 * 7));
  EXPECT_EQ(d.problem.waves.size(), 2U);
}

TEST(TotalFieldSurface, ItsFacesHaveTheWaveAndAreMetInTime) {
  const Discretisation d = discretise(BoxCase{}.parse(), MPI_COMM_WORLD);
  ASSERT_EQ(d.problem.waves.size(), 1U);
  EXPECT_NEAR(d.problem.waves[0].origin[2], 7.0 / 11, 1e-12);  // where the wave meets the surface first
  ASSERT_EQ(d.problem.waveBegin.size(), d.problem.injectedFace.size() + 1);
  EXPECT_EQ(d.problem.waveOfFace.size(), d.problem.injectedFace.size());
  EXPECT_EQ(d.problem.waveNode.size(), 9 * d.problem.injectedFace.size());
}

TEST(TotalFieldSurface, ABeamHasTheWavesThatItsReachTakesAndNoneEntersBeforeTimeZero) {
  for (const char* entrance : {"surface: auto", "boundaries: [x-, x+, y-, y+, z-, z+]"}) {
    const std::string beam = std::string(entrance) + ", focus: {at: [0.6, 0.5, 0.5], waist: 3 m, frequency: 100 MHz}";
    const Discretisation d = discretise(BoxCase{.entrance = beam}.parse(), MPI_COMM_WORLD);
    ASSERT_EQ(d.beams.size(), 1U);
    // The surface is the cube from 4/11 to 7/11 m, the boundary that from 0 to 1 m.
    const double edge = d.problem.injectedFace.empty() && facesOf(d, 1) == 0 ? 1 : 7.0 / 11;
    EXPECT_NEAR(d.beams[0].reach.lateral[0], edge == 1 ? 0.6 : 0.6 - 4.0 / 11, 1e-12);
    EXPECT_NEAR(d.beams[0].reach.lateral[1], edge - 0.5, 1e-12);
    EXPECT_NEAR(d.beams[0].reach.axial, edge - 0.5, 1e-12);
    EXPECT_EQ(d.problem.waves.size(), d.beams[0].waves);
    EXPECT_EQ(d.problem.waves.size(), d.beams[0].lattice.points().size());
    ASSERT_EQ(d.problem.waveBegin.size(), d.problem.numIncident() + 1);
    EXPECT_EQ(d.problem.waveOfFace.size(), d.problem.numIncident() * d.beams[0].waves);
    double first = 1;
    for (std::size_t i = 0; i < d.problem.waveNode.size(); i += 3)
      for (const IncidentWave& wave : d.problem.waves) {
        const Vec3 x{d.problem.waveNode[i], d.problem.waveNode[i + 1], d.problem.waveNode[i + 2]};
        first = std::min(first, dot(wave.direction, x - wave.origin));
      }
    EXPECT_NEAR(minOverRanks(MPI_COMM_WORLD, first), 0, 1e-12);
  }
}

TEST(TotalFieldSurface, WithoutAWaveThroughItThereIsNone) {
  const Discretisation d = discretise(BoxCase{.entrance = "boundary: z+"}.parse(), MPI_COMM_WORLD);
  EXPECT_TRUE(d.problem.injectedFace.empty());
  EXPECT_EQ(elementsInside(d), 0);
}

/// Phasor of E at frequency f, Hz, of the waves of injected face i at its node m, relative to that of `axial` at the
/// focus.
std::array<std::complex<double>, 3> enteringField(const DgtdProblem& problem, std::size_t i, const Vec3& x, double f) {
  const double k = 2 * constants::pi * f / constants::c0;
  std::array<std::complex<double>, 3> sum{};
  const std::size_t at = problem.waveFace.size() + i;
  const double index = std::sqrt(problem.epsilonR[static_cast<std::size_t>(problem.injectedFace[i] / 4)]);
  for (auto w = problem.waveBegin[at]; w < problem.waveBegin[at + 1]; ++w) {
    const IncidentWave& wave = problem.waves[static_cast<std::size_t>(problem.waveOfFace[static_cast<std::size_t>(w)])];
    const auto phase = std::polar(wave.amplitude, -k * index * dot(wave.direction, x - wave.origin));
    for (std::size_t c = 0; c < 3; ++c) sum[c] += phase * wave.polarization[c];
  }
  return sum;
}

// The waves at all nodes of the surface, up to the farthest from the axis, against the integral over all directions:
// of a beam whose focus is before the plane and of one whose focus would be behind it.
TEST_F(NestedCubes, ABeamAtAHalfSpaceIsTheIntegralOfItsSpectrum) {
  const double f = 3e9, waist = 0.17, divergence = constants::c0 / f / (constants::pi * waist);
  for (const Vec3& focus : {Vec3{0.1, -0.2, -0.4}, Vec3{-0.3, 0.1, 0.5}}) {
    const DgtdCase theCase =
        parse(fmt::format("surface: Huygens, halfSpace: {{}}, origin: [0, 0, 0], focus: {{at: [{}, {}, {}], waist: {}, "
                          "frequency: 3 GHz}}",
                          focus[0], focus[1], focus[2], waist),
              "epsilon_r: 4", "absorbing", "3 GHz");
    const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
    ASSERT_EQ(d.beams.size(), 1U);
    const std::size_t directions = d.beams[0].lattice.points().size();
    EXPECT_EQ(d.problem.waves.size(), 3 * directions);
    EXPECT_EQ(d.beams[0].waves, 3 * directions);
    const BeamAtHalfSpace exact{{0, 0.6, 0.8}, {1, 0, 0}, focus, divergence, 2 * constants::pi * f / constants::c0,
                                {0, 0, 0},     {0, 0, 1}, 2,     0.5};
    const auto toFocus = std::polar(1.0, -exact.wavenumber * dot(exact.axis, focus));
    const std::size_t numNodes = 3, ofFace = 3 * numNodes;
    double largest = 0;
    for (std::size_t i = 0; i < d.problem.injectedFace.size(); i += 17) {
      const double* node = &d.problem.waveNode[ofFace * (d.problem.waveFace.size() + i)];
      const Vec3 x{node[0], node[1], node[2]};
      const auto found = enteringField(d.problem, i, x, f), expected = exact.fieldAt(x);
      const bool onPlane = std::abs(x[2]) < 1e-9;
      for (std::size_t c = 0; c < (onPlane ? 2 : 3); ++c)
        largest = std::max(largest, std::abs(found[c] - toFocus * expected[c]));
    }
    largest = maxOverRanks(MPI_COMM_WORLD, largest);
    // The directions that are cut off and the copies have at most the tolerance each.
    EXPECT_LT(largest, 2 * beamTolerance);
  }
}

TEST_F(NestedCubes, ABeamMeetsAHalfSpaceFromOneSideAndIsNotTotallyReflected) {
  const auto entrance = [](const std::string& halfSpace) {
    return "surface: Huygens, halfSpace: {" + halfSpace + "}, focus: {waist: 3.1 m, frequency: 100 MHz}";
  };
  expectRefused(parse(entrance("")), "a part of it comes from behind the plane");
  expectRefused(parse("surface: Huygens, halfSpace: {}, focus: {waist: 12 m, frequency: 100 MHz}", "epsilon_r: 0.4"),
                "a part of it is totally reflected");
}

TEST_F(NestedCubes, ANamedSurfaceHasTheOpenBoundaryOutside) {
  const Discretisation d = discretise(parse("surface: Huygens, halfSpace: {}"), MPI_COMM_WORLD);
  EXPECT_EQ(elementsInside(d), 6 * 4 * 4 * 4);
  for (const std::int32_t sign : {1, -1}) EXPECT_EQ(facesOf(d, sign), 6 * 2 * 4 * 4);
  // Incident and reflected wave before the interface, the transmitted one behind.
  ASSERT_EQ(d.problem.waves.size(), 3U);
  for (std::size_t i = 0; i < d.problem.injectedFace.size(); ++i) {
    const bool isBehind = centroidOf(d.mesh, d.problem.injectedFace[i] / 4)[2] > 0;
    EXPECT_EQ(d.problem.waveBegin[i + 1] - d.problem.waveBegin[i], isBehind ? 1 : 2);
  }
}

TEST_F(NestedCubes, LayersHaveTheWavesOfTheirMedia) {
  // Air to z = -0.1 m, again air to 0, glass behind: the first plane lets all pass.
  const Discretisation d =
      discretise(parse("surface: Huygens, halfSpace: {at: [0, 0, -0.1], layers: [0.1]}"), MPI_COMM_WORLD);
  ASSERT_EQ(d.problem.waves.size(), 5U);
  for (std::size_t i = 0; i < d.problem.injectedFace.size(); ++i) {
    const double z = centroidOf(d.mesh, d.problem.injectedFace[i] / 4)[2];
    EXPECT_EQ(d.problem.waveBegin[i + 1] - d.problem.waveBegin[i], z > 0 ? 1 : 2) << z;
  }
  expectRefused(parse("surface: Huygens, halfSpace: {layers: [0.01]}"), "nothing of the surface lies in layer 1");
  expectRefused(parse("surface: Huygens, halfSpace: {at: [0, 0, -0.1], layers: [0.05]}"),
                "behind the plane the relative permittivity is 1 to 4");
  expectRefused(parse("surface: Huygens, halfSpace: {at: [0, 0, -0.1], layers: [0.2]}"),
                "in layer 1 the relative permittivity is 1 to 4");
}

TEST_F(NestedCubes, RegionsInsideSayWhichSideItIs) {
  // Everything is connected with the two regions, which lie on both sides.
  expectRefused(parse("surface: Huygens, inside: [Front, Back], halfSpace: {}"), "does not separate anything");
  // Round a region that fills half of the mesh: two edges more.
  const Discretisation d = discretise(parse("surface: auto, inside: [Front]", ""), MPI_COMM_WORLD);
  EXPECT_EQ(elementsInside(d), 6 * 8 * 8 * 6);
  EXPECT_EQ(facesOf(d, 1), 2 * 8 * 8);
}

TEST_F(NestedCubes, AClosedModelNeedsToKnowTheInside) {
  expectRefused(parse("surface: Huygens, halfSpace: {}", "epsilon_r: 4", "pec"), "the outer side of the surface");
}

TEST_F(NestedCubes, MediaThatAWaveCannotHaveAreRefused) {
  expectRefused(parse("surface: Huygens"), "relative permittivity is 1 to 4");
  expectRefused(parse("surface: Huygens, halfSpace: {}", "epsilon_r: 4, sigma: 0.1 S/m"), "conducts");
  expectRefused(parse("surface: Huygens, halfSpace: {at: [0, 0, 1]}", "epsilon_r: 4"),
                "relative permittivity is 1 to 4");
  expectRefused(parse("surface: Huygens, halfSpace: {at: [0, 0, -1]}"), "nothing of the surface lies before the plane");
  expectRefused(parse("surface: Huygens, halfSpace: {normal: [1, 0, 0]}"), "along the plane");
  expectRefused(parse("surface: Huygens, halfSpace: {behind: pec}"), "reaches behind the conducting plane");
  expectRefused(parse("surface: Huygens, halfSpace: {}", "epsilon_r: 0.1"), "totally reflected");
}

TEST(TotalFieldSurface, WhatCannotBeIsRefusedWithTheReason) {
  expectRefused(BoxCase{.cells = 8}.parse(), "no element is farther than four edges");
  expectRefused(BoxCase{.walls = "pec", .floor = "pec"}.parse(), "no boundary is absorbing or pml");
  expectRefused(BoxCase{.medium = "sigma: 1 mS/m"}.parse(), "conducts");
  expectRefused(BoxCase{.entrance = "surface: Huygens"}.parse(), "Huygens");
  expectRefused(BoxCase{.entrance = "surface: auto, inside: [box]"}.parse(), "no room is left");
  expectRefused(BoxCase{.entrance = "surface: x-"}.parse(), "does not separate anything");
  expectRefused(BoxCase{.entrance = "surface: auto, focus: {waist: 2 m, frequency: 100 MHz}"}.parse(),
                "less than the wavelength");
  expectRefused(
      BoxCase{.entrance = "boundary: z+, focus: {waist: 3 m, frequency: 100 MHz}", .medium = "sigma: 1 mS/m"}.parse(),
      "conducts, is dispersive or anisotropic");
}

TEST(TotalFieldSurface, BodiesOutsideAreWarnedOf) {
  EXPECT_TRUE(warningsFor(BoxCase{}.parse()).empty());
  // The wave does not vanish at this floor, at which the surface ends; it does at that of a half space.
  const auto found = warningsFor(BoxCase{.floor = "pec"}.parse());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("'z-' lies outside"), std::string::npos) << found[0];
  EXPECT_TRUE(
      warningsFor(BoxCase{.floor = "pec", .entrance = "surface: auto, halfSpace: {behind: pec}"}.parse()).empty());
}

TEST_F(NestedCubes, AnotherMediumOutsideIsWarnedOf) {
  EXPECT_TRUE(warningsFor(parse("surface: Huygens, halfSpace: {}")).empty());
  EXPECT_TRUE(warningsFor(parse("surface: auto, inside: [Front]", "")).empty());
}

TEST_F(NestedCubes, TheFarFieldIsNotThatOfTheSameSurface) {
  DgtdCase theCase = parse("surface: Huygens", "");
  theCase.output.farField.emplace();
  theCase.output.farField->surface = "Huygens";
  const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
  try {
    farField::findEnclosingSurface(farField::SurfaceRequest(*theCase.output.farField), theCase, d, MPI_COMM_WORLD);
    ADD_FAILURE() << "was not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("crosses or touches"), std::string::npos) << error.what();
  }
  theCase.output.farField->surface = "auto";
  EXPECT_THROW(
      farField::findEnclosingSurface(farField::SurfaceRequest(*theCase.output.farField), theCase, d, MPI_COMM_WORLD),
      InputError);  // it is the same one here
}

TEST(TotalFieldSurface, OfTheProgramLiesInsideOfThatOfTheFarField) {
  DgtdCase theCase = BoxCase{}.parse();
  theCase.output.farField.emplace();
  const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
  EXPECT_EQ(
      farField::findEnclosingSurface(farField::SurfaceRequest(*theCase.output.farField), theCase, d, MPI_COMM_WORLD)
          .totalFaces,
      6 * 2 * 7 * 7);
}

}  // namespace
}  // namespace fluxtet::test
