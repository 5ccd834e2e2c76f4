// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/checkCaseAgainstMesh.hpp"
#include "tests/unit/config/caseText.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

const std::string scattering = R"(mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}
materials: {vacuum: {}, glass: {epsilon_r: 4}}
regions: {Air: vacuum, Ball: glass}
boundaries: {Outer: absorbing, Sheet: pec}
time: {end: 1 ns}
sources:
  - planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Outer, waveform: {ricker: {frequency: 1 GHz}}}
  - current: {region: Ball, density: [0, 0, 1], waveform: {ricker: {frequency: 1 GHz}}}
output: {snapshots: {every: 1 ns, regions: [Ball], boundaries: [Sheet]}}
)";

struct MeshNames {
  std::vector<std::string> regions{"Air", "Ball"};
  std::vector<std::string> surfaces{"Outer", "Sheet"};
  std::vector<std::string> outer{"Outer"};
};

std::string faultsAgainst(const std::string& text, const MeshNames& mesh) {
  try {
    checkCaseAgainstMesh(parse(text), mesh.regions, mesh.surfaces, mesh.outer);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

TEST(AgainstMesh, aMatchingCaseIsAccepted) {
  EXPECT_EQ(faultsAgainst(scattering, {}), "");
}

TEST(AgainstMesh, aRegionThatTheMeshLacksIsNamedWithTheNearest) {
  const std::string faults = faultsAgainst(replaced(scattering, "Ball: glass", "Bal: glass, Ball: glass"), {});
  expectContains(
      faults,
      "case.yaml:3:24: regions: the mesh has no physical volume 'Bal' (did you mean 'Ball'?); it has Air, Ball");
}

TEST(AgainstMesh, aVolumeWithoutMaterialIsNamed) {
  expectContains(faultsAgainst(scattering, {.regions = {"Air", "Ball", "Core"}}),
                 "case.yaml:3:1: regions: the mesh's physical volume 'Core' has no material: add 'Core: MATERIAL'");
}

TEST(AgainstMesh, aSurfaceThatTheMeshLacksIsNamedWithTheNearest) {
  const std::string faults = faultsAgainst(scattering, {.surfaces = {"outer", "Sheet"}, .outer = {"outer"}});
  expectContains(faults,
                 "case.yaml:4:14: boundaries: the mesh has no physical surface 'Outer' (did you mean 'outer'?); it has "
                 "outer, Sheet");
  expectContains(faults, "planeWave.boundary: the mesh has no physical surface 'Outer'");
  expectContains(
      faults, "case.yaml:4:1: boundaries: the mesh's outer surface 'outer' has no condition (did you mean 'Outer'?)");
}

TEST(AgainstMesh, anOuterSurfaceWithoutConditionIsNamed) {
  expectContains(faultsAgainst(scattering, {.surfaces = {"Outer", "Sheet", "Port"}, .outer = {"Outer", "Port"}}),
                 "the mesh's outer surface 'Port' has no condition");
}

TEST(AgainstMesh, aMeshWithoutGroupsIsSaidToHaveNone) {
  expectContains(faultsAgainst(scattering, {.regions = {}, .surfaces = {}, .outer = {}}),
                 "the mesh has no physical volume 'Air'; it has none");
}

TEST(AgainstMesh, absorbingInsideTheMeshIsRefused) {
  expectContains(faultsAgainst(replaced(scattering, "Sheet: pec", "Sheet: absorbing"), {}),
                 "boundaries.Sheet: absorbing belongs on the outer boundary");
}

TEST(AgainstMesh, aPlaneWaveNeedsAnAbsorbingSurface) {
  DgtdCase theCase = parse(scattering);
  theCase.boundaries[0].kind = BoundaryKind::pec;
  const MeshNames mesh;
  EXPECT_THROW(checkCaseAgainstMesh(theCase, mesh.regions, mesh.surfaces, mesh.outer), InputError);
}

TEST(AgainstMesh, namesInSourcesAndSnapshotsAreChecked) {
  DgtdCase theCase = parse(scattering);
  std::get<CurrentSource>(theCase.sources[1]).region = "Bell";
  LumpedPortSource gap;
  gap.key = "sources[2].gap";
  gap.region = "Bull";
  theCase.sources.emplace_back(gap);
  theCase.output.dft.emplace();
  theCase.output.dft->regions = {"Bolt"};
  theCase.output.dft->boundaries = {"Shed"};
  theCase.output.snapshots->regions = {"Bill"};
  theCase.output.snapshots->boundaries = {"Sheeet"};
  const MeshNames mesh;
  try {
    checkCaseAgainstMesh(theCase, mesh.regions, mesh.surfaces, mesh.outer);
    FAIL();
  } catch (const InputError& error) {
    expectContains(error.what(), "current.region: the mesh has no physical volume 'Bell' (did you mean 'Ball'?)");
    expectContains(error.what(),
                   "sources[2].gap.region: the mesh has no physical volume 'Bull' (did you mean 'Ball'?)");
    expectContains(error.what(), "output.dft.regions: the mesh has no physical volume 'Bolt'");
    expectContains(error.what(), "output.dft.boundaries: the mesh has no physical surface 'Shed'");
    expectContains(error.what(),
                   "output.snapshots.regions: the mesh has no physical volume 'Bill' (did you mean 'Ball'?)");
    expectContains(error.what(),
                   "output.snapshots.boundaries: the mesh has no physical surface 'Sheeet' (did you mean 'Sheet'?)");
  }
}

}  // namespace fluxtet::test
