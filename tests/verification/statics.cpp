// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Static problems with exact solutions, and cases that ship against exact and published values (docs/verification.md).
#include "lib/base/constants.hpp"
#include "tests/support/shippedCase.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

namespace fluxtet::test {
namespace {

using constants::epsilon0;
using constants::mu0;
using constants::pi;

void expectWithin(const std::string& name, double found, double expected, double tolerance) {
  fmt::print("| {} | {:.7g} | {:.7g} | {:+.4f} % | {} % |\n", name, expected, found, 100 * (found / expected - 1),
             100 * tolerance);
  EXPECT_NEAR(found / expected, 1, tolerance) << name;
}

double capacitance(const CaseRun& run, int i, int j) {
  return run.summary["capacitance_F"]["matrix"][i][j];
}

// --- convergence of the energy

struct Smooth {
  const char* name;
  const char* settings;
  const char* boundaries;
  double energy;  ///< J
};
void PrintTo(const Smooth& problem, std::ostream* stream) {
  *stream << problem.name;
}

std::string smoothCase(const Smooth& problem, int order, int cells) {
  return fmt::format(R"(
solver: static
mesh: {{rectangle: {{size: [1 m, 0.5 m], origin: [1 m, 0], cells: [{}, {}], perturb: 0.2}}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{{}}}
static: {{{}, symmetry: axisymmetric, order: {}, solve: {{tolerance: 1e-13}}}}
output: {{fields: false, quantities: [energy]}}
)",
                     cells, cells / 2, problem.boundaries, problem.settings, order);
}

class EnergyConvergence : public ::testing::TestWithParam<Smooth> {};

// The energy's error is the square of the field's, which falls as h^order.
TEST_P(EnergyConvergence, theEnergyErrorFallsAsTheSquareOfH_atOrder1_andAsItsFourthPowerAtOrder2) {
  const Smooth& problem = GetParam();
  for (const int order : {1, 2}) {
    std::vector<double> errors;
    for (const int cells : {8, 16, 32}) {
      const CaseRun run =
          runCase(fmt::format("static-{}-{}-{}", problem.name, order, cells), smoothCase(problem, order, cells));
      errors.push_back(std::abs(static_cast<double>(run.summary["energy_J"]) / problem.energy - 1));
      fmt::print("| {} | P{} | {} | {:.3e} |\n", problem.name, order, cells, errors.back());
    }
    const double rate = std::log2(errors.front() / errors.back()) / 2;
    EXPECT_NEAR(rate, 2 * order, 0.15) << "P" << order;
  }
}

// Between r = 1 and 2: V = 1 - ln r / ln 2, E = 1 / (r ln 2); A = 4 / (3 r) - r / 3 of A(1) = 1, A(2) = 0, B_z = -2 /
// 3; the scalar potential of V's kind.
INSTANTIATE_TEST_SUITE_P(
    Problems, EnergyConvergence,
    ::testing::Values(Smooth{"electrostatic", "problem: electrostatic", "x-: {potential: 1 V}, x+: {potential: 0 V}",
                             epsilon0* pi * 0.5 / 0.69314718055994531},
                      Smooth{"magnetostatic", "problem: magnetostatic",
                             "x-: {potential: 1 Wb/m}, x+: {potential: 0 Wb/m}", (4.0 / 9) / (2 * mu0) * pi * 3 * 0.5},
                      Smooth{"scalarMagnetic", "problem: scalarMagnetic", "x-: {potential: 1 A}, x+: {potential: 0 A}",
                             mu0* pi * 0.5 / 0.69314718055994531}),
    [](const auto& study) { return study.param.name; });

// --- capacitances

TEST(Capacitance, ofACoaxialLine) {
  const double exact = 66.79300e-12;
  expectWithin("coaxial line b/a = 2.3, as shipped [F/m]", capacitance(runShipped("coaxial/case.yaml"), 0, 0), exact,
               1e-2);
  expectWithin("coaxial line, fine [F/m]",
               capacitance(runShipped("coaxial/case.yaml", {"mesh.parameters.size=0.04"}), 0, 0), exact, 1e-3);
}

TEST(Capacitance, ofConcentricSpheres) {
  const double exact = 2.225300e-12;  // an octant has an eighth
  expectWithin("concentric spheres, as shipped [F]", 8 * capacitance(runShipped("concentricSpheres/case.yaml"), 0, 0),
               exact, 1e-2);
  const auto fine =
      runShipped("concentricSpheres/case.yaml", {"mesh.parameters.size=0.07", "mesh.parameters.outerSize=0.12"});
  expectWithin("concentric spheres, fine [F]", 8 * capacitance(fine, 0, 0), exact, 1e-3);
}

// The grounded sphere far away lowers both potentials by Q / (4 pi eps0 R): undone in the matrix of potential
// coefficients.
TEST(Capacitance, ofTwoSpheres) {
  const auto run = runShipped("twoSpheres/axisymmetric.yaml", {"mesh.parameters.size=0.05"});
  const double a = capacitance(run, 0, 0), b = capacitance(run, 1, 1), c = capacitance(run, 0, 1), det = a * b - c * c;
  const double shift = 1 / (4 * pi * epsilon0 * 5.0);
  const double pa = b / det + shift, pb = a / det + shift, pc = -c / det + shift, det2 = pa * pb - pc * pc;
  expectWithin("two spheres, C_aa [F]", pb / det2, 1.230518e-12, 1e-3);
  expectWithin("two spheres, C_bb [F]", pa / det2, 2.431543e-12, 1e-3);
  expectWithin("two spheres, C_ab [F]", -pc / det2, -0.4945668e-12, 1e-3);
}

TEST(Capacitance, ofTheSlotsWallAgainstTheConformalMap) {
  const auto run = runShipped("openSlot/case.yaml", {"static.order=2"});
  expectWithin("open slot, energy [J/m]", run.summary["energy_J"], 0.500277139, 1e-3);
  const Table points = readTable(run.directory / "points.csv", 1);
  const std::vector<double> exact{565.311683, 186.497363, 521.121384, 395.679879};
  for (std::size_t i = 0; i < exact.size(); ++i)
    expectWithin(fmt::format("open slot, potential at point {} [A]", i + 1), points["potential"][i], exact[i], 1e-3);
}

TEST(Capacitance, aFloatingConductorCarriesItsChargeAndEntersTheMatrix) {
  const auto run = runCase("static-floating", R"(
solver: static
mesh: {rectangle: {size: [1 m, 1 m], origin: [1 m, 0], cells: [32, 2]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: {floating: {charge: 1 nC}}, x+: {potential: 5 V}}
static: {problem: electrostatic, symmetry: axisymmetric, order: 2}
output: {fields: false, quantities: [capacitance]}
)");
  const double exact = 2 * pi * epsilon0 / std::log(2.0);
  expectWithin("floating cylinder, capacitance [F]", capacitance(run, 0, 0), exact, 1e-5);
  expectWithin("floating cylinder, potential [V]", run.summary["floating_potential_V"]["x-"], 5 + 1e-9 / exact, 1e-5);
}

// --- magnetic fields

// In a uniform field B_in / B_0 = 3 mu_r / (mu_r + 2); the sides of the box add about (radius / half its edge)^3 / 2 of
// it.
TEST(Magnetic, aPermeableSphereInAUniformField) {
  const double B0 = mu0 * 1000;
  const auto run =
      runShipped("permeableSphere/case.yaml", {"mesh.parameters.boxSize=10", "mesh.parameters.farSize=1.6",
                                               "mesh.parameters.size=0.1", "boundaries.Top.potential=-100 A"});
  expectWithin("permeable sphere, B_in / B_0", readTable(run.directory / "points.csv", 1)["Bz"][0] / B0, 2.941176,
               5e-3);
}

std::string solenoidCase(int order) {
  return fmt::format(R"(
solver: static
mesh: {{file: {}/solenoid.geo, parameters: {{size: 0.1}}}}
materials: {{air: {{}}}}
regions: {{Bore: air, Winding: air}}
boundaries: {{Outside: natural}}
sources: [{{coil: {{name: coil, plus: [Winding], turns: 50, current: 2 A}}}}]
static: {{problem: magnetostatic, symmetry: axisymmetric, order: {}}}
output: {{fields: false, points: [{{name: axis, at: [0, 0.25 m]}}, {{name: winding, at: [1.5 m, 0.25 m]}}], quantities: [energy, inductance]}}
)",
                     FLUXTET_TEST_DATA, order);
}

// A slice of an endless coil, 0.5 m long: H = N I / l in the bore, falling linearly to zero through the winding.
TEST(Magnetic, aThickSolenoid) {
  const double turns = 50, current = 2, length = 0.5, H = turns * current / length;
  // int_1^2 (2 - r)^2 2 pi r dr = 5 pi / 6, and pi of the bore.
  const double L = mu0 * (turns / length) * (turns / length) * length * (pi + 5 * pi / 6);
  for (const int order : {1, 2}) {
    const auto run = runCase(fmt::format("static-solenoid-{}", order), solenoidCase(order));
    const double tolerance = order == 1 ? 1e-2 : 1e-5;
    expectWithin(fmt::format("solenoid, inductance P{} [H]", order), run.summary["inductance_H"]["matrix"][0][0], L,
                 tolerance);
    expectWithin(fmt::format("solenoid, flux linkage P{} [Wb]", order), run.summary["flux_linkage_Wb"]["coil"],
                 L * current, tolerance);
    expectWithin(fmt::format("solenoid, energy P{} [J]", order), run.summary["energy_J"], L * current * current / 2,
                 tolerance);
    const Table points = readTable(run.directory / "points.csv", 1);
    expectWithin(fmt::format("solenoid, B on the axis P{} [T]", order), points["Bz"][0], mu0 * H, 2 * tolerance);
    if (order == 2) expectWithin("solenoid, B in the winding P2 [T]", points["Bz"][1], mu0 * H / 2, 1e-3);
  }
}

std::string magnetCase(const std::string& problem, const std::string& far) {
  return fmt::format(R"(
solver: static
mesh: {{file: {}/halfBall.geo, parameters: {{size: 0.05}}}}
materials: {{air: {{}}, magnet: {{remanence: [0, 0.9 T, 0]}}}}
regions: {{Ball: magnet, Air: air}}
boundaries: {{Far: {{potential: {}}}}}
static: {{problem: {}, symmetry: axisymmetric, order: 2}}
output: {{fields: false, points: [{{name: inside, at: [0.3 m, 0.2 m]}}, {{name: above, at: [0, 2 m]}}], quantities: [energy]}}
)",
                     FLUXTET_TEST_DATA, far, problem);
}

// An evenly magnetised ball: B = 2/3 B_r inside; on the axis outside B_z = 2/3 B_r (a/z)^3. The energy of H is
// B_r^2 / (6 mu0) of the ball's volume. The far sphere changes them by about (a/R)^3.
TEST(Magnetic, aMagnetisedBallByBothPotentials) {
  const double remanence = 0.9, energy = remanence * remanence / (6 * mu0) * 4 * pi / 3;
  for (const auto& [problem, far] : {std::pair{"magnetostatic", "0 Wb/m"}, std::pair{"scalarMagnetic", "0 A"}}) {
    const auto run = runCase(std::string("static-magnet-") + problem, magnetCase(problem, far));
    const Table points = readTable(run.directory / "points.csv", 1);
    expectWithin(fmt::format("magnetised ball, {}: B inside [T]", problem), points["Bz"][0], 2 * remanence / 3, 3e-3);
    expectWithin(fmt::format("magnetised ball, {}: B above [T]", problem), points["Bz"][1], remanence / 12, 1e-2);
    expectWithin(fmt::format("magnetised ball, {}: energy [J]", problem), run.summary["energy_J"], energy, 3e-3);
  }
}

// Against what the energies of order 2 converge to (meshes/oven/README.md).
TEST(Magnetic, theOvenAtOrder1) {
  expectWithin("oven, P1, as shipped: energy [J]", runShipped("oven/case.yaml").summary["energy_J"], 1.2358, 5e-3);
}

// --- forces

// Round wires of even current attract as lines do: mu0 I^2 / (2 pi d). The far circle of A = 0 changes it by about (d /
// R)^2.
TEST(Force, betweenTwoWires) {
  const auto run = runCase("static-wires", fmt::format(R"(
solver: static
mesh: {{file: {}/wires.geo, scale: 1 mm}}
materials: {{air: {{}}}}
regions: {{Left: air, Right: air, Air: air}}
boundaries: {{Far: {{potential: 0 Wb/m}}}}
sources:
  - current: {{region: Left, total: 100 A}}
  - current: {{region: Right, total: -100 A}}
static: {{problem: magnetostatic, order: 2}}
output: {{fields: false, quantities: [{{force: Right}}, {{force: Left}}]}}
)",
                                                       FLUXTET_TEST_DATA));
  const double exact = mu0 * 100 * 100 / (2 * pi * 6e-3);
  expectWithin("two wires, force on the right [N/m]", run.summary["force_N"]["Right"][0], exact, 5e-3);
  expectWithin("two wires, force on the left [N/m]", run.summary["force_N"]["Left"][0], -exact, 5e-3);
  EXPECT_NEAR(static_cast<double>(run.summary["force_N"]["Right"][1]) / exact, 0, 5e-3);
}

// At constant current the force is the change of the field's energy with the gap.
TEST(Force, onTheActuatorsArmatureIsVirtualWork) {
  const auto run = [](double port) {
    return runShipped("actuator/case.yaml", {"static.order=2", fmt::format("mesh.parameters.gap={}", port)});
  };
  const double step = 0.2;  // mm
  const double wide = run(5 + step).summary["energy_J"], narrow = run(5 - step).summary["energy_J"];
  expectWithin("actuator, force by virtual work [N/m]", run(5).summary["force_N"]["Armature"][1],
               (wide - narrow) / (2 * step * 1e-3), 5e-3);
}

}  // namespace
}  // namespace fluxtet::test
