// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/config/caseText.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

const std::string caseWithOutput = smallestCase + R"(output:
  probes:
    - {name: a, at: [0, 0, 0]}
  snapshots: {every: 1 ns}
sources:
  - dipole: {at: [0, 0, 0], moment: [0, 0, 1], waveform: {ricker: {frequency: 1 GHz}}}
)";

}  // namespace

TEST(Overrides, replaceAndAddValues) {
  const DgtdCase theCase =
      parse(caseWithOutput, {"dgtd.order=4", "output.probes[0].at=[0, 0, 1 mm]", "output.energy.every=5",
                             "sources[0].dipole.waveform.ricker.frequency=2 GHz"});
  EXPECT_EQ(theCase.dgtd.order, 4);
  EXPECT_EQ(theCase.output.probes[0].at, (Vec3{0, 0, 0.001}));
  EXPECT_EQ(theCase.output.energyEvery, 5);
  EXPECT_EQ(std::get<RickerWaveform>(std::get<DipoleSource>(theCase.sources[0]).waveform).frequency, 2e9);
}

TEST(Overrides, theLastOneWins) {
  EXPECT_EQ(parse(smallestCase, {"dgtd.order=4", "dgtd.order=1"}).dgtd.order, 1);
}

TEST(Overrides, oneBeyondTheEndOfAListAppends) {
  const DgtdCase theCase = parse(caseWithOutput, {"output.probes[1]={name: b, at: [1, 0, 0]}"});
  ASSERT_EQ(theCase.output.probes.size(), 2U);
  EXPECT_EQ(theCase.output.probes[1].name, "b");
}

TEST(Overrides, anEmptyValueTakesAKeyBack) {
  const DgtdCase theCase =
      parse(caseWithOutput, {"output.snapshots=", "time.end=", "time.steps=7", "output.probes[0]="});
  EXPECT_FALSE(theCase.output.snapshots);
  EXPECT_FALSE(theCase.time.end);
  EXPECT_EQ(theCase.time.steps, 7);
  EXPECT_TRUE(theCase.output.probes.empty());
}

TEST(Overrides, quotedNamesMayHoldDots) {
  const DgtdCase theCase = parse(smallestCase, {"materials.\"glass 1.5\".epsilon_r=2.25", "regions.box=glass 1.5"});
  EXPECT_EQ(theCase.materials[1].name, "glass 1.5");
  EXPECT_EQ(theCase.materials[1].epsilonR, 2.25);
  EXPECT_EQ(theCase.regions[0].material, 1);
}

TEST(Overrides, areInTheResolvedCase) {
  expectContains(parse(smallestCase, {"dgtd.order=4"}).resolvedYaml, "order: 4");
}

TEST(Overrides, faultsNameTheOverride) {
  expectContains(faultsOf(smallestCase, {"dgtd.order=9"}), "--set dgtd.order=9: dgtd.order: '9' is out of range");
  expectContains(faultsOf(smallestCase, {"dgtd.ordr=3"}),
                 "--set dgtd.ordr=3: dgtd: unknown key 'ordr' (did you mean 'order'?)");
  expectContains(faultsOf(smallestCase, {"dgtd.ordr="}), "unknown key 'ordr'");
  expectContains(faultsOf(smallestCase, {"nonsense"}), "--set nonsense: no '='");
  expectContains(faultsOf(smallestCase, {"time.steps=4"}), "exclude each other");
  expectContains(faultsOf(smallestCase, {"sources[1].dipole.at=[0, 0, 0]"}),
                 "[1] does not exist: the list has 0 elements");
  expectContains(faultsOf(smallestCase, {"mesh[0]=1"}), "[0] needs a list, but the case has a mapping there");
  expectContains(faultsOf(smallestCase, {"time.end.x=1"}), "'x' needs a section, but the case has '1 ns' there");
  expectContains(faultsOf(smallestCase, {"dgtd..order=1"}), "is not a path of keys");
  expectContains(faultsOf(smallestCase, {"sources[x]=1"}), "is not a path of keys");
  expectContains(faultsOf(smallestCase, {"=1"}), "is not a path of keys");
  expectContains(faultsOf(smallestCase, {"dgtd=[1"}), "--set dgtd=[1: this is not YAML");
}

}  // namespace fluxtet::test
