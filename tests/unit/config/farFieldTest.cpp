// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The keys of `output.farField`, and bands of frequencies.
#include "tests/unit/config/caseText.hpp"

namespace fluxtet::test {
namespace {

/// A pulse of 0.42 to 3.58 GHz; `output` follows in line 7.
std::string withOutput(const std::string& output, const std::string& waveform =
                                                      "gaussian: {frequency: 2 GHz, bandwidth: "
                                                      "1 GHz}") {
  return "mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}\nmaterials: {air: {}}\nregions: {Feed: air}\n"
         "boundaries: {Outer: absorbing}\ntime: {end: 100 ns}\n"
         "sources: [{gap: {region: Feed, direction: [0, 0, 1], voltage: 1 V, waveform: {" +
         waveform + "}}}]\noutput: {" + output + "}\n";
}

}  // namespace

TEST(FarFieldKeys, HaveDefaults) {
  const auto theCase = parse(withOutput("farField: {frequencies: [2.4 GHz, 1.2 GHz]}"));
  ASSERT_TRUE(theCase.output.farField);
  const dgtd::FarFieldOutput& output = *theCase.output.farField;
  EXPECT_EQ(output.frequencies, (std::vector<double>{1.2e9, 2.4e9}));
  EXPECT_EQ(output.surface, "auto");
  EXPECT_EQ(output.kind, SpectrumKind::integral);
  EXPECT_EQ(output.theta.points, 91);
  EXPECT_EQ(output.theta[90], 180);
  EXPECT_EQ(output.phi.points, 72);
  EXPECT_EQ(output.phi[1], 5);
  EXPECT_FALSE(theCase.output.dft);
}

TEST(FarFieldKeys, AreRead) {
  const auto theCase =
      parse(withOutput("farField: {frequencies: [2 GHz], surface: Huygens, theta: {from: 30, to: 60, points: 4}, phi: "
                       "{points: 1}, origin: [1 mm, 0, 0], after: 10 ns, every: 5 steps}",
                       "sine: {frequency: 2 GHz}"));
  const dgtd::FarFieldOutput& output = *theCase.output.farField;
  EXPECT_EQ(output.surface, "Huygens");
  EXPECT_EQ(output.kind, SpectrumKind::amplitude);
  EXPECT_EQ(output.theta[1], 40);
  EXPECT_EQ(output.phi[0], 0);
  EXPECT_EQ(output.origin, (Vec3{1e-3, 0, 0}));
  EXPECT_EQ(output.after, 10e-9);
  EXPECT_EQ(output.every->steps, 5);
}

TEST(FarFieldKeys, ASurfaceForParaViewNeedsTwoAnglesEach) {
  EXPECT_FALSE(parse(withOutput("farField: {frequencies: [2 GHz]}")).output.farField->vtk);
  EXPECT_TRUE(parse(withOutput("farField: {frequencies: [2 GHz], vtk: true}")).output.farField->vtk);
  expectContains(faultsOf(withOutput("farField: {frequencies: [2 GHz], phi: {points: 1}, vtk: true}")),
                 "output.farField.vtk: 91 theta and 1 phi span no surface");
}

TEST(TransientFarFieldKeys, AreReadAndHaveDefaults) {
  const auto simple = parse(withOutput("transientFarField: {directions: [{theta: 90, phi: 45}]}"));
  ASSERT_TRUE(simple.output.transientFarField);
  EXPECT_EQ(simple.output.transientFarField->surface, "auto");
  EXPECT_EQ(simple.output.transientFarField->origin, (Vec3{0, 0, 0}));
  EXPECT_FALSE(simple.output.transientFarField->every);
  EXPECT_FALSE(simple.output.farField);
  const auto theCase =
      parse(withOutput("transientFarField: {directions: [{theta: 90, phi: 45}, {theta: 0, phi: -10}], surface: "
                       "Huygens, origin: [1 mm, 0, 0], every: 3 steps, symmetry: [XZ], ground: Floor}"));
  const dgtd::TransientFarFieldOutput& output = *theCase.output.transientFarField;
  ASSERT_EQ(output.directions.size(), 2U);
  EXPECT_EQ(output.directions[0].theta, 90);
  EXPECT_EQ(output.directions[1].phi, -10);
  EXPECT_EQ(output.surface, "Huygens");
  EXPECT_EQ(output.origin, (Vec3{1e-3, 0, 0}));
  EXPECT_EQ(output.every->steps, 3);
  EXPECT_EQ(output.symmetry, (std::vector<std::string>{"XZ"}));
  EXPECT_EQ(output.ground, "Floor");
}

TEST(TransientFarFieldKeys, WhatCannotBeIsRefused) {
  expectContains(faultsOf(withOutput("transientFarField: {}")), "output.transientFarField");
  expectContains(faultsOf(withOutput("transientFarField: {directions: []}")), "output.transientFarField.directions");
  expectContains(faultsOf(withOutput("transientFarField: {directions: [{theta: 90}]}")), "phi");
  expectContains(faultsOf(withOutput("transientFarField: {directions: [{theta: 190, phi: 0}]}")), "180");
  expectContains(faultsOf(withOutput("transientFarField: {directions: [{theta: 90, phi: 0}], every: 0}")),
                 "output.transientFarField.every: without samples");
}

TEST(FarFieldKeys, AFrequencyThatNoSourceExcitesIsRefused) {
  expectContains(faultsOf(withOutput("farField: {frequencies: [4 GHz]}")),
                 "output.farField.frequencies[0]: no source excites 4 GHz");
  expectContains(faultsOf(withOutput("farField: {frequencies: [2 GHz], after: 20 ns}")), "output.farField.after");
  expectContains(faultsOf(withOutput("farField: {frequencies: [2 GHz], every: 0 steps}")), "output.farField.every");
}

TEST(Band, StandsForAListOfFrequencies) {
  const auto theCase = parse(withOutput("dft: {band: {from: 1 GHz, to: 3 GHz, points: 5}}"));
  EXPECT_EQ(theCase.output.dft->frequencies, (std::vector<double>{1e9, 1.5e9, 2e9, 2.5e9, 3e9}));
}

TEST(Band, ThatIsNoneOrTooMuchIsRefused) {
  expectContains(faultsOf(withOutput("dft: {band: {from: 3 GHz, to: 1 GHz, points: 5}}")), "is not above `from`");
  expectContains(faultsOf(withOutput("dft: {band: {from: 1 GHz, to: 4 GHz, points: 5}}")),
                 "output.dft.band: no source excites 4 GHz");
  expectContains(faultsOf(withOutput("dft: {band: {from: 1 GHz, to: 3 GHz, points: 65}}")), "points");
  expectContains(faultsOf(withOutput("dft: {}")), "one of frequencies, band");
  expectContains(faultsOf(withOutput("dft: {frequencies: [1 GHz], band: {from: 1 GHz, to: 3 GHz, points: 3}}")),
                 "exactly one");
}

}  // namespace fluxtet::test
