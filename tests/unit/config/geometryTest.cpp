// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Keys by which a case shapes the geometry of a CAD file.
#include "tests/unit/config/caseText.hpp"

namespace fluxtet::test {
namespace {

/// A case of a CAD file; `mesh`: more keys of the mesh, `more`: more top-level keys.
std::string caseOf(const std::string& file, const std::string& mesh, const std::string& more = "") {
  return "mesh: {file: " + file + mesh + "}\nmaterials: {vacuum: {}}\ntime: {end: 1 ns}\n" + more;
}

class GeometryKeys : public ::testing::Test {
 protected:
  const Folder folder;
  const std::string file = folder.write("model.step", "ISO-10303-21;");
  const std::string regions = "regions: {Air: vacuum, Block: pec}\n";
};

TEST_F(GeometryKeys, airBoxPriorityAndSizesAreInMetres) {
  const auto theCase = parse(caseOf(
      file,
      ", size: 5 mm, sizes: {Feed: 0.5 mm, Patch: 2 mm}, priority: [Feed, Board], colours: {Port: '#ff0000'}, airBox: "
      "{margin: 2 cm, margins: {x-: 0 mm}, region: Space}",
      regions));
  const MeshSource& mesh = theCase.mesh;
  EXPECT_DOUBLE_EQ(*mesh.size, 5e-3);
  EXPECT_FALSE(mesh.sizeOfWaves);
  EXPECT_EQ(mesh.sizes, (std::map<std::string, double>{{"Feed", 0.5e-3}, {"Patch", 2e-3}}));
  EXPECT_EQ(mesh.priority, (std::vector<std::string>{"Feed", "Board"}));
  EXPECT_EQ(mesh.colours, (std::map<std::string, std::string>{{"Port", "#ff0000"}}));
  ASSERT_TRUE(mesh.airBox);
  EXPECT_DOUBLE_EQ(*mesh.airBox->margin, 2e-2);
  EXPECT_EQ(mesh.airBox->margins, (std::map<std::string, double>{{"x-", 0.0}}));
  EXPECT_EQ(mesh.airBox->region, "Space");
}

TEST_F(GeometryKeys, theSkinOfARegionThatIsCutOutIsPecUnlessItSaysOtherwise) {
  const auto plain = parse(caseOf(file, "", regions + "boundaries: {Outer: absorbing}\n"));
  EXPECT_EQ(plain.mesh.cutOut, std::vector<std::string>{"Block"});
  ASSERT_EQ(plain.regions.size(), 1u);
  EXPECT_EQ(plain.regions[0].region, "Air");
  const auto kindOf = [](const dgtd::DgtdCase& theCase, const std::string& surface) -> std::string {
    for (const auto& boundary : theCase.boundaries)
      if (boundary.surface == surface) return toString(boundary.kind);
    return "none";
  };
  EXPECT_EQ(kindOf(plain, "Block"), "pec");
  EXPECT_EQ(kindOf(parse(caseOf(file, "", regions)), "Block"), "pec");
  EXPECT_EQ(kindOf(parse(caseOf(file, "", regions + "boundaries: {Block: {conductor: {sigma: 1e6 S/m}}}\n")), "Block"),
            "conductor");
  // The resolved case says it, and is the same case.
  EXPECT_EQ(parse(plain.resolvedYaml).resolvedYaml, plain.resolvedYaml);
}

TEST_F(GeometryKeys, sizesMayFollowTheWaves) {
  const auto theCase = parse(caseOf(file, ", size: auto, accuracy: 0.001, airBox: {wavelengths: 0.3}", regions));
  EXPECT_TRUE(theCase.mesh.sizeOfWaves);
  EXPECT_FALSE(theCase.mesh.size);
  EXPECT_EQ(theCase.mesh.accuracy, 0.001);
  EXPECT_EQ(theCase.mesh.airBox->wavelengths, 0.3);
  EXPECT_EQ(parse(theCase.resolvedYaml).resolvedYaml, theCase.resolvedYaml);
}

TEST_F(GeometryKeys, whatCannotBeIsRefused) {
  const auto refuses = [&](const std::string& mesh, const std::string& more, const std::string& words) {
    expectContains(faultsOf(caseOf(file, mesh, more)), words);
  };
  refuses(", size: fine", regions,
          "mesh.size: 'fine' is not a finite number: expected is a quantity in m, > 0 m, such as 20 mm, or auto");
  refuses(", size: 5 mm, accuracy: 0.01", regions, "mesh.accuracy has a meaning only with 'mesh.size: auto'");
  refuses(", airBox: {margin: 1 mm, wavelengths: 1}", regions, "two ways to say the same");
  refuses(", airBox: {margins: {left: 1 mm}}", regions, "mesh.airBox.margins: 'left' is no side");
  refuses("", "regions: {Air: vacum}\n", "regions.Air: unknown material 'vacum' (did you mean 'vacuum'?)");
  const std::string named =
      "mesh: {file: " + file + "}\nmaterials: {pec: {}}\nregions: {Air: pec}\ntime: {end: 1 ns}\n";
  expectContains(faultsOf(named), "rename the material");
  expectContains(faultsOf("mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}\nmaterials: {vacuum: {}}\nregions: {box: "
                          "pec}\ntime: {end: 1 ns}\n"),
                 "regions.box: a box or rectangle of the program has one region");
}

TEST_F(GeometryKeys, aSkinInAStaticFieldNeedsACondition) {
  const std::string text =
      "solver: static\nmesh: {file: " + file +
      "}\nmaterials: {air: {}}\nregions: {Air: air, Ball: pec}\nstatic: {problem: electrostatic}\n";
  expectContains(faultsOf(text), "regions.Ball: the region is cut out of the mesh, and its skin needs an entry");
  EXPECT_EQ(parseStatic(text + "boundaries: {Ball: floating}\n").mesh.cutOut, std::vector<std::string>{"Ball"});
}

TEST_F(GeometryKeys, aStaticFieldHasNoWaves) {
  const auto faults = [&](const std::string& mesh) {
    return faultsOf("solver: static\nmesh: {file: " + file + mesh +
                    "}\nmaterials: {air: {}}\nregions: {Air: air}\nstatic: {problem: electrostatic}\n");
  };
  expectContains(faults(", size: auto"), "a static field has none");
  expectContains(faults(", airBox: {}"), "a static field has no wavelength");
}

}  // namespace
}  // namespace fluxtet::test
