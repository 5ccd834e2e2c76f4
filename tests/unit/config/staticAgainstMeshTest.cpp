// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/case/checkStaticAgainstMesh.hpp"
#include "tests/unit/config/caseText.hpp"
#include "tests/unit/config/staticText.hpp"

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

struct MeshNames {
  std::vector<std::string> regions{"box"};
  std::vector<std::string> surfaces{"Plate", "Ground", "Outer", "Floats", "Drop", "Sheet", "Left", "Right"};
  int dimension = 2;
};

std::string faultsAgainst(const StaticCase& theCase, const MeshNames& mesh = {}) {
  try {
    checkStaticCaseAgainstMesh(theCase, mesh.regions, mesh.surfaces, mesh.dimension);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(StaticAgainstMesh, aMatchingCaseIsAccepted) {
  EXPECT_EQ(faultsAgainst(parseStatic(electrodes)), "");
  // Surfaces without a condition are natural.
  EXPECT_EQ(faultsAgainst(parseStatic(smallestStatic)), "");
}

TEST(StaticAgainstMesh, namesThatTheMeshLacksAreNamedWithTheNearest) {
  const StaticCase theCase = parseStatic(electrodes, {"regions.Cor=air", "boundaries.Plat=floating"});
  const std::string faults = faultsAgainst(theCase, {.regions = {"box", "Core"}});
  expectContains(faults, "regions: the mesh has no physical surface 'Cor' (did you mean 'Core'?); it has box, Core");
  expectContains(faults, "case.yaml:4:1: regions: the mesh's physical surface 'Core' has no material");
  expectContains(faults, "boundaries: the mesh has no physical curve 'Plat' (did you mean 'Plate'?)");
}

TEST(StaticAgainstMesh, groupsOfASolidAreVolumesAndSurfaces) {
  const StaticCase theCase = parseStatic(electrodes, {"regions.Core=air", "boundaries.Plat=natural"});
  const std::string faults = faultsAgainst(theCase, {.dimension = 3});
  expectContains(faults, "the mesh has no physical volume 'Core'");
  expectContains(faults, "the mesh has no physical surface 'Plat'");
}

TEST(StaticAgainstMesh, thePartnerOfAPairIsASurfaceOfTheMesh) {
  expectContains(faultsAgainst(parseStatic(electrodes, {"boundaries.Left.antiperiodic=Rigth"})),
                 "boundaries.Left: the mesh has no physical curve 'Rigth' (did you mean 'Right'?)");
}

TEST(StaticAgainstMesh, aChargeIsPerMetreInAPlaneOnly) {
  const std::string perMetre = "boundaries.Drop.floating.charge=1 pC/m", whole = "boundaries.Drop.floating.charge=1 pC";
  expectContains(faultsAgainst(parseStatic(electrodes, {whole})),
                 "boundaries.Drop.floating.charge: is given in C, but this mesh is a plane of one metre depth: give it "
                 "in C/m");
  expectContains(faultsAgainst(parseStatic(electrodes, {perMetre, "static.symmetry=axisymmetric"})),
                 "is given in C/m, but this mesh holds the whole conductor: give it in C");
  expectContains(faultsAgainst(parseStatic(electrodes, {perMetre}), {.dimension = 3}), "give it in C");
  EXPECT_EQ(faultsAgainst(parseStatic(electrodes, {whole}), {.dimension = 3}), "");
  EXPECT_EQ(faultsAgainst(parseStatic(electrodes, {whole, "static.symmetry=axisymmetric"})), "");
}

TEST(StaticAgainstMesh, tetrahedraHaveNoSymmetryAndNoScalarVectorPotential) {
  expectContains(faultsAgainst(parseStatic(smallestStatic, {"static.symmetry=axisymmetric"}), {.dimension = 3}),
                 "static.symmetry: axisymmetric needs a mesh of triangles (r, z)");
  expectContains(faultsAgainst(parseStatic(smallestStatic, {"static.problem=magnetostatic"}), {.dimension = 3}),
                 "case.yaml:5:1: static.problem: magnetostatic seeks A_z");
  EXPECT_EQ(faultsAgainst(parseStatic(smallestStatic, {"static.problem=scalarMagnetic"}), {.dimension = 3}), "");
}

TEST(StaticAgainstMesh, nothingPointsOutOfAPlane) {
  const StaticCase theCase =
      parseStatic(smallestStatic, {"static.problem=scalarMagnetic", "materials.air.remanence=[0, 0, 1 T]",
                                   "output.points=[{name: p, at: [0, 0, 1 m]}]",
                                   "output.lines=[{name: l, from: [0, 0, 2 m], to: [0, 1 m, 3 m]}]",
                                   "output.quantities=[{torque: {region: box, about: [0, 0, 4 m]}}]"});
  const std::string faults = faultsAgainst(theCase);
  expectContains(faults, "materials.air.remanence: the third component is 1, but the mesh is a plane");
  expectContains(faults, "output.points.p.at: the third component is 1");
  expectContains(faults, "output.lines.l.from: the third component is 2");
  expectContains(faults, "output.lines.l.to: the third component is 3");
  expectContains(faults, "output.quantities.torque.about: the third component is 4");
  EXPECT_EQ(faultsAgainst(theCase, {.dimension = 3}), "");
}

}  // namespace fluxtet::test
