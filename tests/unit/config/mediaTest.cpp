// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Materials whose permittivity depends on frequency.
#include "tests/unit/config/caseText.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// A case whose only material is `medium`.
std::string caseOf(const std::string& medium, const std::string& more = "") {
  return "mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}\nmaterials: {medium: " + medium +
         "}\nregions: {box: medium}\ntime: {end: 1 ns}\n" + more;
}

const Material& onlyMaterial(const DgtdCase& theCase) {
  return theCase.materials.front();
}

void expectFault(const std::string& text, const std::string& message) {
  expectContains(faultsOf(text), message);
}

TEST(Media, HaveTheTermsOfTheirKeysInSiUnits) {
  const DgtdCase theCase =
      parse(caseOf("{epsilon_r: 4.9, sigma: 2 S/m, debye: [{delta: 75.2, tau: 9.36 ps}, "
                   "{delta: 1, tau: 1 ns}], drude: [{plasmaFrequency: 20 GHz, collision: "
                   "3 GHz}, {plasmaFrequency: 1 GHz}], lorentz: [{delta: 3, frequency: 3 "
                   "GHz, damping: 1e9 1/s}], poles: [{pole: [-1e9 1/s, 2e10 1/s], "
                   "residue: [0, -3e9 1/s]}]}"));
  const Material& material = onlyMaterial(theCase);
  EXPECT_EQ(material.epsilonR, 4.9);
  EXPECT_EQ(material.sigma, 2);
  const Dispersion expected{.debye = {{75.2, 9.36 * 1e-12}, {1, 1e-9}},
                            .drude = {{20e9, 3e9}, {1e9, 0}},
                            .lorentz = {{3, 3e9, 1e9}},
                            .poles = {{{-1e9, 2e10}, {0, -3e9}}}};
  EXPECT_EQ(material.dispersion, expected) << toString(material.dispersion);
  // The resolved case says the same.
  EXPECT_EQ(onlyMaterial(parse(theCase.resolvedYaml)).dispersion, expected);
}

TEST(Media, OfConstantPermittivityHaveNoTerms) {
  EXPECT_TRUE(onlyMaterial(parse(caseOf("{epsilon_r: 4}"))).dispersion.none());
}

TEST(Media, ThatCannotBeAreRefusedWithTheirPlace) {
  expectFault(caseOf("{debye: []}"), "case.yaml:2:22: materials.medium.debye: has 0 entries instead of at least 1");
  expectFault(caseOf("{debye: [{delta: -3, tau: 1 ns}]}"), "materials.medium.debye[0].delta: '-3' is out of range");
  expectFault(caseOf("{debye: [{delta: 3, tau: 1 GHz}]}"), "'GHz' is a unit of another kind than s");
  expectFault(caseOf("{debye: [{delta: 3}]}"), "materials.medium.debye[0]: the key 'tau' is missing");
  expectFault(caseOf("{lorentz: [{delta: 3, frequency: 0 Hz}]}"), "lorentz[0].frequency: '0 Hz' is out of range");
  expectFault(caseOf("{lorentz: [{delta: 3, frequency: 1 GHz, damping: -1 1/s}]}"), "'-1 1/s' is out of range");
  expectFault(
      caseOf("{poles: [{pole: [1e9 1/s, 2e9 1/s], residue: [0, -1e9 1/s]}]}"),
      "materials.medium.poles[0].pole: its real part is 1000000000 1/s, and a polarisation left to itself would "
      "grow");
  expectFault(caseOf("{poles: [{pole: [0, 0], residue: [1e9 1/s, 0]}]}"),
              "materials.medium.poles[0].pole: a pole at 0 is a conductivity: give sigma");
  expectFault(caseOf("{poles: [{pole: [-1e9 1/s, 0], residue: [1e9 1/s, 1e9 1/s]}]}"),
              "materials.medium.poles[0].residue: of a real pole the residue is real");
}

TEST(Media, ThatGiveEnergyAreRefusedWithTheFrequency) {
  // The sign of the convention exp(-i omega t).
  expectFault(
      caseOf("{poles: [{pole: [-1e6 1/s, 2e10 1/s], residue: [0, 3e9 1/s]}]}"),
      "case.yaml:2:13: materials.medium: it would give energy to the fields, which grow without bound: at 3.183 "
      "GHz it has the conductivity -");
  EXPECT_NO_THROW(parse(caseOf("{poles: [{pole: [-1e6 1/s, 2e10 1/s], residue: [0, -3e9 1/s]}]}")));
}

TEST(Media, NeedTheTimeDomainLeapFrogAndNoStandingWave) {
  const std::string water = "{debye: [{delta: 75.2, tau: 9.36 ps}]}";
  expectFault(caseOf(water, "dgtd: {flux: upwind}"),
              "materials.medium: a dispersive material needs scheme leapFrog: use flux penalised or centred");
  expectFault(caseOf(water, "dgtd: {scheme: rungeKutta}"), "a dispersive material needs scheme leapFrog");
  expectFault(caseOf(water, "initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}"),
              "materials.medium: initial.cavityMode is exact without dispersion only");
  expectFault("solver: static\nmesh: {rectangle: {size: [1, 1], cells: [2, 2]}}\nmaterials: {water: " + water +
                  "}\nregions: {box: water}\nstatic: {problem: electrostatic}\n",
              "materials.water: unknown key 'debye' ('materials.NAME.debye' belongs to solver: dgtd)");
  const std::string unused = "mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}\nmaterials: {water: " + water +
                             ", air: {}}\nregions: {box: air}\ntime: {end: 1 ns}\ndgtd: {flux: upwind}\n";
  EXPECT_NO_THROW(parse(unused)) << "a material of no region does no harm";
}

}  // namespace
}  // namespace fluxtet::test
