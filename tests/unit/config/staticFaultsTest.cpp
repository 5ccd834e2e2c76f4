// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Faults of cases with `solver: static`.
#include "tests/unit/config/badCase.hpp"
#include "tests/unit/config/staticText.hpp"

namespace fluxtet::test {
namespace {

class BadStaticCaseTest : public ::testing::TestWithParam<BadCase> {};

/// The text is appended to smallestStatic from line 6 on.
const BadCase badCases[] = {
    // Keys of the other solver.
    {"time: {end: 1 ns}",
     "case.yaml:6:1: unknown key 'time' ('time' belongs to solver: dgtd); valid are title, solver, mesh, materials, "
     "regions, boundaries, sources, static, output"},
    {"dgtd: {order: 2}", "case.yaml:6:1: unknown key 'dgtd' ('dgtd' belongs to solver: dgtd)"},
    {"output: {probes: []}", "case.yaml:6:10: output: unknown key 'probes' ('output.probes' belongs to solver: dgtd)"},
    {"sources: [{current: {region: box, density: 1, waveform: {}}}]",
     "unknown key 'waveform' ('sources[].planeWave.waveform' belongs to solver: dgtd)"},
    {"boundaries: {x-: pec}",
     "case.yaml:6:18: boundaries.x-: 'pec' is not valid: expected is natural, floating or a "
     "section with one of potential, chargeDensity"},
    // Types and units.
    {"boundaries: {x-: [1]}", "boundaries.x-: a list is given, but expected is natural, floating or a section"},
    {"boundaries: {x-: {}}", "case.yaml:6:14: boundaries.x-: one of potential, chargeDensity"},
    {"boundaries: {x-: {potential: 1, floating: {}}}", "boundaries.x-: potential, floating exclude each other"},
    {"boundaries: {x-: {potential: 1 m}}",
     "case.yaml:6:30: boundaries.x-.potential: in '1 m', 'm' is a unit of another kind than V: expected is a quantity "
     "in "
     "V, A or Wb/m, such as 48 V"},
    {"boundaries: {x-: {floating: {charge: 1 V}}}", "expected is a quantity in C or C/m"},
    {"output: {points: [{at: [1]}]}",
     "output.points[0].at: a list of 1 is given, but expected is two or three quantities"},
    {"output: {points: [{at: [1, 2 mm]}]}", "output.points[0].at: '1' has no unit beside '2 mm'"},
    {"output: {quantities: [enrgy]}",
     "case.yaml:6:23: output.quantities[0]: 'enrgy' is not valid (did you mean 'energy'?): expected is energy, "
     "capacitance, inductance or a section with one of force, torque"},
    {"output: {lines: [{from: [0, 0], to: [0, 0, 0]}]}", "output.lines[0]: the line ends where it begins"},
    {"output: {lines: [{from: [0, 0], to: [1, 0], points: 1}]}", "output.lines[0].points: '1' is out of range"},
    {"output: {points: [{name: point2, at: [0, 0]}, {at: [0, 1]}]}",
     "output.points[1].name: 'point2' is already taken"},
    {"output: {directory: ''}", "output.directory: the name of the folder is empty"},
    // What belongs to another problem; the base case is electrostatic.
    {"boundaries: {x-: {potential: 700 A}}",
     "case.yaml:6:30: boundaries.x-.potential: is given in A, but with static.problem electrostatic it is in V"},
    {"boundaries: {x-: {fluxDensity: 1 T}}",
     "boundaries.x-: fluxDensity belongs to static.problem scalarMagnetic, but this case is electrostatic"},
    {"boundaries: {x-: {surfaceCurrent: 1 A/m}}", "surfaceCurrent belongs to static.problem magnetostatic"},
    {"sources: [{current: {region: box, density: 5 A/mm^2}}]",
     "case.yaml:6:11: sources[0]: current belongs to static.problem magnetostatic, but this case is electrostatic"},
    {"sources: [{coil: {name: a, plus: [box]}}]", "sources[0]: coil belongs to static.problem magnetostatic"},
    {"output: {quantities: [inductance]}", "output.quantities[0]: inductance belongs to static.problem magnetostatic"},
    // Quantities and what they need.
    {"output: {quantities: [capacitance]}",
     "case.yaml:6:23: output.quantities[0]: capacitance needs a conductor: add 'boundaries: {SURFACE: {potential: 1 "
     "V}}'"},
    {"output: {quantities: [energy, energy]}", "output.quantities[1]: energy is listed twice"},
    {"output: {quantities: [{force: box}, {force: box}]}", "output.quantities[1]: the force on 'box' is listed twice"},
    {"output: {quantities: [{torque: {region: box}}, {torque: {region: box}}]}", "the torque on 'box' is listed twice"},
    // Regions that the case does not have.
    {"output: {quantities: [{force: bxo}]}",
     "case.yaml:6:31: output.quantities[0].force: 'bxo' is not in regions (did you mean 'box'?); these are box"},
    {"output: {quantities: [{torque: {region: bxo}}]}", "output.quantities[0].torque.region: 'bxo' is not in regions"},
    {"sources: [{charge: {region: bxo, density: 1}}]", "sources[0].charge.region: 'bxo' is not in regions"},
    // Pairs.
    {"boundaries: {x-: {periodic: x-}}", "boundaries.x-: a surface is not its own partner"},
    {"boundaries: {x-: {periodic: x+}, x+: {periodic: x-}}",
     "boundaries.x-: its partner 'x+' has a condition too, but gets its potential from the pair: remove boundaries.x+"},
    {"boundaries: {x-: {periodic: x+}, y-: {antiperiodic: x+}}",
     "case.yaml:6:34: boundaries.y-: 'x+' is already the partner of 'x-'"},
};

/// Faults of the smallest case with its section `static` replaced, and further keys.
std::string faultsWith(const std::string& settings, const std::string& more = "") {
  return faultsOf(smallestStatic + more, {"static=" + settings});
}

}  // namespace

TEST_P(BadStaticCaseTest, isRefusedWithPlaceAndExpectation) {
  expectContains(faultsOf(smallestStatic + GetParam().text + "\n"), GetParam().expected);
}
INSTANTIATE_TEST_SUITE_P(StaticFaults, BadStaticCaseTest, ::testing::ValuesIn(badCases), nameOf);

TEST(StaticFaults, theSolverDecidesWhichKeysThereAre) {
  // After a wrong solver nothing else can be judged.
  EXPECT_EQ(faultsOf("solver: statik\ntime: {}\n"),
            "case.yaml:1:9: solver: 'statik' is not valid (did you mean 'static'?): expected is one of dgtd, static");
  expectContains(faultsOf("solver: [static]\n"), "case.yaml:1:1: solver: a list is given");
  expectContains(faultsOf(smallestStatic, {"solver=dgtd"}), "case.yaml:5:1: unknown key 'static'");
  expectContains(faultsOf("solver: static\n"), "case.yaml:1:1: the key 'static' is missing");
}

TEST(StaticFaults, methodsThatDoNotGoTogether) {
  for (const char* assembly : {"ebe", "ebeColoured", "ebeRecompute"})
    expectContains(
        faultsWith(fmt::format("{{problem: electrostatic, assembly: {}, solve: {{preconditioner: amg}}}}", assembly)),
        fmt::format("static.solve.preconditioner: amg needs a matrix, but static.assembly {} assembles none",
                    assembly));
  expectContains(faultsWith("{problem: electrostatic, solve: {tolerance: 0}}"), "tolerance: '0' is out of range");
  expectContains(faultsWith("{problem: electrostatic, order: 3}"), "static.order: '3' is out of range");
  expectContains(faultsWith("{order: 2}"), "static: the key 'problem' is missing");
}

TEST(StaticFaults, magneticProblemsHaveNoCharges) {
  for (const char* problem : {"magnetostatic", "scalarMagnetic"}) {
    const std::string settings = fmt::format("{{problem: {}}}", problem);
    expectContains(faultsWith(settings, "sources: [{charge: {region: box, density: 1}}]\n"),
                   "sources[0]: charge belongs to static.problem electrostatic");
    expectContains(faultsWith(settings, "boundaries: {x-: floating}\n"),
                   "boundaries.x-: floating belongs to static.problem electrostatic");
    expectContains(faultsWith(settings, "boundaries: {x-: {chargeDensity: 1}}\n"), "chargeDensity belongs to");
    expectContains(faultsWith(settings, "boundaries: {x-: {potential: 1 V}}\n"), "potential: is given in V, but");
    expectContains(faultsWith(settings, "output: {quantities: [capacitance]}\n"), "capacitance belongs to");
  }
}

TEST(StaticFaults, magnetsHaveNoPartInElectrostatics) {
  const std::string magnet = "materials.magnet={remanence: [0, 1 T]}";
  expectContains(faultsOf(smallestStatic, {magnet}),
                 "materials.magnet.remanence: magnets have no part in static.problem");
  EXPECT_NO_THROW(parseStatic(smallestStatic, {magnet, "static.problem=scalarMagnetic"}));
}

TEST(StaticFaults, aRegionIsOneSideOfOneCoil) {
  const auto faultsOfCoils = [](const std::string& coils) {
    return faultsWith("{problem: magnetostatic}", "sources: [" + coils + "]\n");
  };
  expectContains(faultsOfCoils("{coil: {name: a, plus: [box]}}, {coil: {name: b, plus: [box]}}"),
                 "case.yaml:6:67: sources[1].coil.plus: region 'box' already belongs to sources[0].coil.plus");
  expectContains(faultsOfCoils("{coil: {name: a, plus: [box], minus: [box]}}"),
                 "sources[0].coil.minus: region 'box' already belongs to sources[0].coil.plus");
  expectContains(faultsOfCoils("{coil: {name: a, plus: [box]}}, {coil: {name: a, plus: []}}"), "'a' is already taken");
  expectContains(faultsOfCoils("{coil: {name: a, plus: [bxo]}}"), "sources[0].coil.plus[0]: 'bxo' is not in regions");
  expectContains(faultsOfCoils("{current: {region: box, density: 1, total: 2}}"), "density, total exclude each other");
}

TEST(StaticFaults, inductanceNeedsACoil) {
  expectContains(faultsWith("{problem: magnetostatic}", "output: {quantities: [inductance]}\n"),
                 "inductance needs a coil: add 'sources: [{coil: {name: NAME, plus: [REGION], turns: 1}}]'");
}

TEST(StaticFaults, aBodyOfRotationHasNoTorque) {
  expectContains(faultsWith("{problem: magnetostatic, symmetry: axisymmetric}",
                            "output: {quantities: [{torque: {region: box}}]}\n"),
                 "output.quantities[0]: the torque on a body of rotation is zero by symmetry");
}

TEST(StaticFaults, ofTheRectangle) {
  expectContains(faultsOf(smallestStatic, {"mesh.rectangle.size=[1, 1, 1]"}),
                 "mesh.rectangle.size: a list of 3 is given, but expected is two quantities in m, > 0 m");
  expectContains(faultsOf(smallestStatic, {"mesh.rectangle.size=[1, 0]"}), "mesh.rectangle.size: '0' is out of range");
  expectContains(faultsOf(smallestStatic, {"mesh.rectangle.cells=[60000, 60000]"}),
                 "mesh.rectangle: 7.2e+09 triangles are more than the 2^31");
  expectContains(faultsOf(smallestStatic, {"mesh.box={size: [1, 1, 1], cells: [1, 1, 1]}"}),
                 "mesh: box, rectangle exclude each other: give exactly one of file, box, rectangle");
}

}  // namespace fluxtet::test
