// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Cases with `solver: static` as the solver gets them.
#include "tests/unit/config/caseText.hpp"
#include "tests/unit/config/staticText.hpp"

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

/// Keys of a magnetostatic case with values that differ from the defaults.
const std::string motor = R"(solver: static
title: Slice of a motor
mesh: {rectangle: {size: [2 cm, 1 cm], origin: [-1 cm, 0], cells: [4, 2], perturb: 0.1}, refine: 1}
materials: {air: {}, iron: {mu_r: 1000}, magnet: {mu_r: 1.05, remanence: [0, 1.2 T]}}
regions: {box: air, Core: iron, Rotor: magnet, A: air, B: air, C: air}
boundaries:
  x-: {periodic: x+}
  y-: {potential: 2 mWb/m}
  y+: {surfaceCurrent: 3 kA/m}
sources:
  - current: {region: Core, density: 5 A/mm^2}
  - current: {region: box, total: 7 A}
  - coil: {name: primary, plus: [A, B], minus: [C], turns: 200, current: 2 A}
static:
  problem: magnetostatic
  order: 2
  precision: single
  assembly: ebe
  reduction: remapped
  threads: 3
  solve: {preconditioner: none, maxIterations: 500}
output:
  directory: results
  fields: false
  points: [{at: [1 mm, 2 mm]}, {name: centre, at: [0, 0, 0]}]
  lines: [{from: [0, 0], to: [1 mm, 0], points: 11}]
  quantities: [energy, inductance, {force: Core}, {torque: {region: Rotor, about: [1 cm, 0]}}, {force: Rotor}]
)";

}  // namespace

TEST(StaticCase, hasItsMeshAndMaterials) {
  const StaticCase theCase = parseStatic(motor);
  ASSERT_TRUE(theCase.mesh.rectangle);
  EXPECT_EQ(theCase.mesh.rectangle->size, (std::array<double, 2>{0.02, 0.01}));
  EXPECT_EQ(theCase.mesh.rectangle->origin, (std::array<double, 2>{-0.01, 0}));
  EXPECT_EQ(theCase.mesh.rectangle->cells, (std::array<std::int64_t, 2>{4, 2}));
  EXPECT_EQ(theCase.mesh.rectangle->perturb, 0.1);
  EXPECT_EQ(theCase.mesh.refine, 1);
  EXPECT_EQ(theCase.materials[1].muR, 1000);
  EXPECT_EQ(theCase.materials[2].remanence, (Vec3{0, 1.2, 0}));
  EXPECT_EQ(theCase.regions[2].material, 2);
}

TEST(StaticCase, hasItsBoundaries) {
  const auto boundaries = parseStatic(motor).boundaries;
  ASSERT_EQ(boundaries.size(), 3U);
  EXPECT_EQ(boundaries[0].surface, "x-");
  EXPECT_EQ(boundaries[0].kind, StaticBoundaryKind::periodic);
  EXPECT_EQ(boundaries[0].partner, "x+");
  EXPECT_EQ(boundaries[1].kind, StaticBoundaryKind::potential);
  EXPECT_EQ(boundaries[1].value, 0.002);
  EXPECT_EQ(boundaries[2].kind, StaticBoundaryKind::surfaceCurrent);
  EXPECT_EQ(boundaries[2].value, 3000);
}

TEST(StaticCase, hasItsSources) {
  const StaticSources sources = parseStatic(motor).sources;
  ASSERT_EQ(sources.currents.size(), 2U);
  EXPECT_DOUBLE_EQ(sources.currents[0].density.value(), 5e6);
  EXPECT_FALSE(sources.currents[0].total);
  EXPECT_EQ(sources.currents[1].total, 7);
  EXPECT_FALSE(sources.currents[1].density);
  ASSERT_EQ(sources.coils.size(), 1U);
  EXPECT_EQ(sources.coils[0].name, "primary");
  EXPECT_EQ(sources.coils[0].plus, (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(sources.coils[0].minus, std::vector<std::string>{"C"});
  EXPECT_EQ(sources.coils[0].turns, 200);
  EXPECT_EQ(sources.coils[0].current, 2);
}

TEST(StaticCase, hasItsSettings) {
  const StaticSettings settings = parseStatic(motor).settings;
  EXPECT_EQ(settings.problem, StaticProblem::magnetostatic);
  EXPECT_EQ(settings.symmetry, Symmetry::planar);
  EXPECT_EQ(settings.order, 2);
  EXPECT_TRUE(settings.singlePrecision);
  EXPECT_EQ(settings.assembly, AssemblyMethod::ebe);
  EXPECT_EQ(settings.reduction, ReductionKind::remapped);
  EXPECT_EQ(settings.preconditioner, StaticPreconditioner::none);
  EXPECT_EQ(settings.tolerance, 1e-5);  // follows from the precision
  EXPECT_EQ(settings.maxIterations, 500);
  EXPECT_EQ(settings.threads, 3);
}

TEST(StaticCase, hasItsOutput) {
  const StaticOutput output = parseStatic(motor).output;
  EXPECT_EQ(output.directory, "results");
  EXPECT_FALSE(output.fields);
  ASSERT_EQ(output.points.size(), 2U);
  EXPECT_EQ(output.points[0].name, "point1");
  EXPECT_EQ(output.points[0].at, (Vec3{0.001, 0.002, 0}));
  EXPECT_EQ(output.points[1].name, "centre");
  ASSERT_EQ(output.lines.size(), 1U);
  EXPECT_EQ(output.lines[0].name, "line1");
  EXPECT_EQ(output.lines[0].to, (Vec3{0.001, 0, 0}));
  EXPECT_EQ(output.lines[0].points, 11);
  EXPECT_TRUE(output.energy);
  EXPECT_TRUE(output.inductance);
  EXPECT_FALSE(output.capacitance);
}

TEST(StaticCase, aTorqueBringsTheForceOfItsRegionAlong) {
  const auto forces = parseStatic(motor).output.forces;
  ASSERT_EQ(forces.size(), 2U);
  EXPECT_EQ(forces[0].region, "Core");
  EXPECT_FALSE(forces[0].torqueAbout);
  EXPECT_EQ(forces[1].region, "Rotor");
  EXPECT_EQ(forces[1].torqueAbout, (Vec3{0.01, 0, 0}));
}

TEST(StaticCase, resolvesToACaseThatResolvesToItself) {
  for (const std::string& text : {motor, smallestStatic, electrodes}) {
    const StaticCase theCase = parseStatic(text);
    const StaticCase again = parseStatic(theCase.resolvedYaml);
    EXPECT_EQ(again.resolvedYaml, theCase.resolvedYaml);
    EXPECT_EQ(again.settings.tolerance, theCase.settings.tolerance);
    ASSERT_EQ(again.boundaries.size(), theCase.boundaries.size());
    for (std::size_t i = 0; i < again.boundaries.size(); ++i) {
      EXPECT_EQ(again.boundaries[i].kind, theCase.boundaries[i].kind);
      EXPECT_EQ(again.boundaries[i].value, theCase.boundaries[i].value);
      EXPECT_EQ(again.boundaries[i].perMetre, theCase.boundaries[i].perMetre);
    }
    EXPECT_EQ(again.output.forces.size(), theCase.output.forces.size());
  }
}

TEST(StaticCase, hasTheDocumentedDefaults) {
  const StaticCase theCase = parseStatic(smallestStatic);
  const StaticSettings& settings = theCase.settings;
  EXPECT_EQ(settings.order, 1);
  EXPECT_FALSE(settings.singlePrecision);
  EXPECT_EQ(settings.assembly, AssemblyMethod::gather);
  EXPECT_EQ(settings.preconditioner, StaticPreconditioner::jacobi);
  EXPECT_EQ(settings.tolerance, 1e-10);
  EXPECT_EQ(settings.maxIterations, 20000);
  EXPECT_EQ(settings.threads, 0);
  EXPECT_TRUE(theCase.output.fields);
  EXPECT_TRUE(theCase.boundaries.empty());
  EXPECT_EQ(theCase.materials[0].remanence, (Vec3{0, 0, 0}));
  EXPECT_EQ(solverOf(parseCase("solver: dgtd\n" + smallestCase, "case.yaml", {})), SolverKind::dgtd);
}

TEST(StaticCase, aReductionMayStandBesideAnyAssembly) {
  EXPECT_EQ(parseStatic(smallestStatic).settings.reduction, ReductionKind::shuffle);
  EXPECT_EQ(parseStatic(smallestStatic, {"static.assembly=gather", "static.reduction=adjacent"}).settings.reduction,
            ReductionKind::adjacent);
}

TEST(StaticCase, everyAssemblyIsReadAsNamed) {
  const std::pair<const char*, AssemblyMethod> methods[] = {{"sortReduce", AssemblyMethod::sortReduce},
                                                            {"linkedList", AssemblyMethod::linkedList},
                                                            {"sortNodes", AssemblyMethod::sortNodes},
                                                            {"linkNodes", AssemblyMethod::linkNodes},
                                                            {"scatter", AssemblyMethod::scatter},
                                                            {"gather", AssemblyMethod::gather},
                                                            {"ebe", AssemblyMethod::ebe},
                                                            {"ebeColoured", AssemblyMethod::ebeColoured},
                                                            {"ebeRecompute", AssemblyMethod::ebeRecompute}};
  for (const auto& [name, method] : methods)
    EXPECT_EQ(parseStatic(smallestStatic, {std::string("static.assembly=") + name}).settings.assembly, method);
}

TEST(StaticCase, conditionsAreWordsOrSections) {
  const auto boundaries = parseStatic(electrodes).boundaries;
  ASSERT_EQ(boundaries.size(), 7U);
  EXPECT_EQ(boundaries[0].value, 48);
  EXPECT_EQ(boundaries[1].value, 5);
  EXPECT_EQ(boundaries[2].kind, StaticBoundaryKind::natural);
  EXPECT_EQ(boundaries[3].kind, StaticBoundaryKind::floating);
  EXPECT_EQ(boundaries[3].value, 0);
  EXPECT_FALSE(boundaries[3].perMetre);
  EXPECT_EQ(boundaries[4].kind, StaticBoundaryKind::floating);
  EXPECT_EQ(boundaries[4].value, 2e-12);
  EXPECT_EQ(boundaries[4].perMetre, true);
  EXPECT_EQ(boundaries[5].kind, StaticBoundaryKind::chargeDensity);
  EXPECT_EQ(boundaries[5].value, 1e-9);
  EXPECT_EQ(boundaries[6].kind, StaticBoundaryKind::antiperiodic);
}

TEST(StaticCase, aPlainPotentialIsResolvedInTheUnitOfTheProblem) {
  expectContains(parseStatic(electrodes).resolvedYaml, "potential: 5 V");
  const std::string boundary = "boundaries: {x-: {potential: 5}}\n";
  expectContains(parseStatic(smallestStatic + boundary, {"static.problem=magnetostatic"}).resolvedYaml,
                 "potential: 5 Wb/m");
  expectContains(parseStatic(smallestStatic + boundary, {"static.problem=scalarMagnetic"}).resolvedYaml,
                 "potential: 5 A");
}

TEST(StaticCase, isChangedByOverrides) {
  const StaticCase theCase =
      parseStatic(electrodes, {"boundaries.Floats=natural", "boundaries.Plate.potential=2 kV",
                               "static.solve.tolerance=1e-6", "output.quantities[0]={force: box}"});
  EXPECT_EQ(theCase.boundaries[0].value, 2000);
  EXPECT_EQ(theCase.boundaries[3].kind, StaticBoundaryKind::natural);
  EXPECT_EQ(theCase.settings.tolerance, 1e-6);
  EXPECT_EQ(theCase.output.forces.at(0).region, "box");
}

}  // namespace fluxtet::test
