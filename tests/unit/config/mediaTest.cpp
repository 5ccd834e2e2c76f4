// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Materials whose permittivity depends on frequency.
#include "lib/base/constants.hpp"
#include "tests/unit/config/caseText.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <complex>

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

TEST(Media, HaveTensorsInTheDirectionsOfTheirAxes) {
  const DgtdCase theCase =
      parse(caseOf("{epsilon_r: [2, 4, 3], sigma: [1 S/m, 0, 2 S/m], mu_r: 1.5, axes: [[2, 2, 0], [0, 1, 0]]}"));
  const Material& material = onlyMaterial(theCase);
  // Axis 1 is (1, 1, 0), axis 2 (-1, 1, 0), axis 3 z, of unit length.
  const SymmetricTensor epsilon = material.epsilonTensor.value(), sigma = material.sigmaTensor.value();
  const auto expectTensor = [](const SymmetricTensor& t, const std::array<double, 6>& expected) {
    const std::array<double, 6> found{t.xx, t.yy, t.zz, t.xy, t.xz, t.yz};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(found[i], expected[i], 1e-15) << i;
  };
  expectTensor(epsilon, {3, 3, 3, -1, 0, 0});
  expectTensor(sigma, {0.5, 0.5, 2, 0.5, 0, 0});
  EXPECT_FALSE(material.muTensor);
  EXPECT_EQ(material.muR, 1.5);
  // The number beside a tensor is its largest principal value.
  EXPECT_NEAR(material.epsilonR, 4, 1e-14);
  EXPECT_NEAR(material.sigma, 2, 1e-14);
  // The resolved case says the same.
  EXPECT_EQ(onlyMaterial(parse(theCase.resolvedYaml)).epsilonTensor, material.epsilonTensor);
  EXPECT_EQ(onlyMaterial(parse(caseOf("{epsilon_r: [2, 3, 4, 0.1, 0.2, 0.3]}"))).epsilonTensor,
            (SymmetricTensor{2, 3, 4, 0.1, 0.2, 0.3}));
}

TEST(Media, ThatAreTensorsOrPlasmaMustBePassive) {
  expectFault(caseOf("{epsilon_r: [2, 4]}"),
              "materials.medium.epsilon_r: a list of 2 is given, but expected is a plain "
              "number, > 0, such as 4, or a list of three");
  expectFault(caseOf("{epsilon_r: [2, -4, 3]}"), "materials.medium.epsilon_r: '-4' is out of range");
  expectFault(caseOf("{mu_r: [1, 1, 1, 2, 0, 0]}"),
              "materials.medium.mu_r: its principal values are -1, 1 and 3, and a medium in which a field has energy");
  expectFault(caseOf("{sigma: [1 S/m, 1 S/m, 1 S/m, 2 S/m, 0, 0]}"), "and a negative one would give energy");
  EXPECT_NO_THROW(parse(caseOf("{sigma: [1 S/m, 1 S/m, 1 S/m, 1 S/m, 0, 0]}")));
  expectFault(caseOf("{epsilon_r: [1, 2, 3], axes: [[1, 0, 0], [2, 0, 0]]}"),
              "axes: both directions are the same line");
  expectFault(caseOf("{epsilon_r: 3, axes: [[1, 0, 0], [0, 1, 0]]}"), "axes: none of epsilon_r, mu_r and sigma is a");
  expectFault(caseOf("{epsilon_r: [1, 2, 3], lossTangent: {value: 0.1, at: 1 GHz}}"), "epsilon_r is a tensor");
  expectFault(caseOf("{magnetisedPlasma: {plasmaFrequency: 1 GHz}}"), "the key 'field' is missing");
  expectFault(caseOf("{magnetic: {poles: [{pole: [-1e6 1/s, 2e10 1/s], residue: [0, 3e9 1/s]}]}}"),
              "materials.medium.magnetic: it would give energy to the fields");
  expectFault(caseOf("{epsilon_r: [1, 2, 3]}", "dgtd: {flux: upwind}"),
              "an anisotropic material needs scheme leapFrog");
  expectFault(
      "solver: static\nmesh: {rectangle: {size: [1, 1], cells: [2, 2]}}\nmaterials: {crystal: {epsilon_r: [1, 2, "
      "3]}}\nregions: {box: crystal}\nstatic: {problem: electrostatic}\n",
      "materials.crystal.epsilon_r: the static solver knows isotropic materials only");
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
              "materials.medium: initial.cavityMode is not exact in a dispersive material");
  expectFault("solver: static\nmesh: {rectangle: {size: [1, 1], cells: [2, 2]}}\nmaterials: {water: " + water +
                  "}\nregions: {box: water}\nstatic: {problem: electrostatic}\n",
              "materials.water: unknown key 'debye' ('materials.NAME.debye' belongs to solver: dgtd)");
  const std::string unused = "mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}\nmaterials: {water: " + water +
                             ", air: {}}\nregions: {box: air}\ntime: {end: 1 ns}\ndgtd: {flux: upwind}\n";
  EXPECT_NO_THROW(parse(unused)) << "a material of no region does no harm";
}

TEST(LossTangent, AtOneFrequencyIsAConductivity) {
  const DgtdCase theCase = parse(caseOf("{epsilon_r: 4.4, sigma: 1 mS/m, lossTangent: {value: 0.02, at: 10 GHz}}"));
  const Material& material = onlyMaterial(theCase);
  EXPECT_NEAR(material.sigma, 1e-3 + 2 * constants::pi * 10e9 * constants::epsilon0 * 4.4 * 0.02, 1e-12);
  EXPECT_EQ(material.epsilonR, 4.4);
  EXPECT_TRUE(material.dispersion.none());
  EXPECT_FALSE(material.fit);
}

TEST(LossTangent, OfABandIsASumOfRelaxations) {
  const DgtdCase theCase = parse(caseOf("{epsilon_r: 4.4, lossTangent: {value: 0.02, from: 1 GHz, to: 10 GHz}}"));
  const Material& material = onlyMaterial(theCase);
  ASSERT_TRUE(material.fit);
  EXPECT_EQ(material.fit->key, "lossTangent");
  EXPECT_LE(material.fit->error, 0.01);
  EXPECT_EQ(material.dispersion.debye.size(), static_cast<std::size_t>(material.fit->poles));
  EXPECT_EQ(material.sigma, 0);
  EXPECT_LT(material.epsilonR, 4.4);
}

const std::string muscle =
    "{coleCole: {infinity: 4, terms: [{delta: 50, tau: 7.234 ps, alpha: 0.1}, {delta: 7000, tau: 353.678 ns, alpha: "
    "0.1}, "
    "{delta: 1.2e6, tau: 318.31 us, alpha: 0.1}, {delta: 2.5e7, tau: 2.274 ms}], sigma: 0.2 S/m, band: [100 MHz, 6 "
    "GHz], "
    "poles: POLES}}";
std::string muscleWith(const std::string& poles) {
  return std::string(muscle).replace(muscle.find("POLES"), 5, poles);
}

TEST(ColeCole, IsFittedInItsBandAndABadFitIsWarnedOf) {
  const DgtdCase good = parse(caseOf(muscleWith("3"))), bad = parse(caseOf(muscleWith("1")));
  EXPECT_LE(onlyMaterial(good).fit->error, 0.012);
  EXPECT_EQ(onlyMaterial(good).dispersion.debye.size(), 3u);
  EXPECT_TRUE(good.warnings.empty());
  ASSERT_EQ(bad.warnings.size(), 1u);
  expectContains(bad.warnings[0], "materials.medium.coleCole: 1 relaxation misses the permittivity by up to 7.4 %");
  // The resolved case asks for the same fit.
  EXPECT_EQ(onlyMaterial(parse(good.resolvedYaml)).dispersion, onlyMaterial(good).dispersion);
}

TEST(PermittivityTable, OfARelaxationGivesIt) {
  const Folder folder;
  std::string rows = "frequency, real, imaginary\n# water\n";
  for (int i = 0; i <= 40; ++i) {
    const double f = 1e9 * std::pow(40, i / 40.0);
    const std::complex<double> epsilon = 4.9 + 75.2 / std::complex<double>(1, 2 * constants::pi * f * 9.36e-12);
    rows += fmt::format("{}, {}, {}\n", f, epsilon.real(), -epsilon.imag());
  }
  folder.write("water.csv", rows);
  folder.write("wrong.csv", "1e9, 80, -4\n2e9, 79, -8\n");
  const auto caseIn = [&](const std::string& medium) {
    return loadCase(folder.write("case.yaml", caseOf(medium)), {});
  };
  const auto theCase = std::get<DgtdCase>(caseIn("{table: {file: water.csv, poles: 1}}"));
  const Material& material = onlyMaterial(theCase);
  // The search ends at a ten-thousandth of the logarithm of the relaxation time.
  EXPECT_LT(material.fit->error, 1e-4);
  EXPECT_NEAR(material.dispersion.debye.at(0).tau, 9.36e-12, 1e-3 * 9.36e-12);
  EXPECT_EQ(material.fit->band, (std::array<double, 2>{1e9, 40e9}));
  try {
    caseIn("{table: {file: wrong.csv}}");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    expectContains(error.what(), "at 1000000000 Hz epsilon'' is -4");
  }
}

TEST(Fits, ThatCannotBeAreRefused) {
  expectFault(caseOf("{lossTangent: {value: 0.02}}"), "materials.medium.lossTangent: one of at, from is missing");
  expectFault(caseOf("{lossTangent: {value: 0.02, at: 1 GHz, from: 1 GHz, to: 2 GHz}}"), "at, from exclude each other");
  expectFault(caseOf("{lossTangent: {value: 0.02, from: 1 GHz}}"), "materials.medium.lossTangent: `from` needs `to`");
  expectFault(caseOf("{lossTangent: {value: 0.02, from: 2 GHz, to: 1 GHz}}"),
              "materials.medium.lossTangent: the highest frequency, 1 GHz, is not above the lowest, 2 GHz");
  expectFault(caseOf("{lossTangent: {value: 0.02, at: 1 GHz, poles: 2}}"),
              "lossTangent.poles: it belongs to from and to");
  expectFault(caseOf("{lossTangent: {value: 0.02, at: 1 GHz}, debye: [{delta: 1, tau: 1 ns}]}"),
              "lossTangent: it is that of a material without debye");
  expectFault(caseOf("{epsilon_r: 3, table: {file: absent.csv}}"),
              "materials.medium.epsilon_r: the permittivity is that of table");
  expectFault(caseOf("{table: {file: absent.csv}}"), "materials.medium.table.file: cannot read");
  expectFault(caseOf("{lossTangent: {value: 0.02, at: 1 GHz}, table: {file: absent.csv}}"),
              "lossTangent, coleCole and table exclude each other");
}

}  // namespace
}  // namespace fluxtet::test
