// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/sourceTraits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace dgtd;

std::vector<std::string> textOf(const std::vector<GroupOfSource>& groups) {
  std::vector<std::string> text;
  for (const GroupOfSource& group : groups) text.push_back(group.key + " " + group.name);
  return text;
}
using Texts = std::vector<std::string>;

/// A case with one source of each kind, of which the last two are ports.
DgtdCase caseOfAllKinds() {
  DgtdCase theCase;
  PlaneWaveSource wave;
  wave.amplitude = 3;
  wave.boundaries = {"Left", "Right"};
  wave.mark.line = 7;
  PlaneWaveSource inner;
  inner.surface = "Round";
  inner.inside = {"Body"};
  inner.originGiven = true;
  DipoleSource dipole;
  dipole.at = {1, 2, 3};
  dipole.moment = {3, 4, 0};
  CurrentSource current;
  current.region = "Coil";
  current.density = {0, 0, -2};
  LumpedPortSource lumped;
  lumped.key = "ports[0]";
  lumped.region = "Gap";
  lumped.voltage = 5;
  WavePortSource guide;
  guide.key = "ports[1]";
  guide.amplitude = 6;
  theCase.sources = {wave, inner, dipole, current, lumped, guide};
  theCase.ports.resize(2);
  return theCase;
}

TEST(SourceTraits, roleStrengthAndMarkAreThoseOfTheSource) {
  const DgtdCase theCase = caseOfAllKinds();
  const std::vector<SourceTraits> traits = traitsOfSources(theCase);
  const std::vector<SourceRole> roles{SourceRole::wave,    SourceRole::wave, SourceRole::current,
                                      SourceRole::current, SourceRole::port, SourceRole::port};
  const std::vector<double> strengths{3, 1, 5, 2, 5, 6};
  ASSERT_EQ(traits.size(), roles.size());
  for (std::size_t i = 0; i < roles.size(); ++i) {
    EXPECT_EQ(traits[i].role, roles[i]) << i;
    EXPECT_DOUBLE_EQ(traits[i].strength, strengths[i]) << i;
    EXPECT_DOUBLE_EQ(strengthOf(theCase.sources[i]), strengths[i]) << i;
    EXPECT_EQ(traits[i].waveform, &waveformOf(theCase.sources[i])) << i;
    EXPECT_EQ(traits[i].actsLate, i == 1) << i;
    EXPECT_EQ(traits[i].entersInside, i == 1) << i;
    EXPECT_EQ(traits[i].at.has_value(), i == 2) << i;
  }
  EXPECT_EQ(traits[0].mark.line, 7);
  EXPECT_EQ(*traits[2].at, (Vec3{1, 2, 3}));
}

TEST(SourceTraits, namesOfGroupsComeWithTheirKeys) {
  const std::vector<SourceTraits> traits = traitsOfSources(caseOfAllKinds());
  EXPECT_EQ(textOf(traits[0].openSurfaces),
            (Texts{"sources[0].planeWave.boundary Left", "sources[0].planeWave.boundary Right"}));
  EXPECT_EQ(textOf(traits[1].innerSurfaces), Texts{"sources[1].planeWave.surface Round"});
  EXPECT_EQ(textOf(traits[1].innerRegions), Texts{"sources[1].planeWave.inside Body"});
  EXPECT_EQ(textOf(traits[3].currentRegions), Texts{"sources[3].current.region Coil"});
  EXPECT_EQ(textOf(traits[4].currentRegions), Texts{"ports[0].region Gap"});
  for (const std::size_t none : {2u, 5u})
    for (const auto* groups : {&traits[none].openSurfaces, &traits[none].innerSurfaces, &traits[none].innerRegions,
                               &traits[none].currentRegions})
      EXPECT_TRUE(groups->empty()) << none;
}

// A surface that the program makes has no name in the mesh, and a port on a strip no current in a volume.
TEST(SourceTraits, whatTheMeshDoesNotNameIsNotNamed) {
  DgtdCase theCase = caseOfAllKinds();
  std::get<PlaneWaveSource>(theCase.sources[1]).surface = "auto";
  std::get<LumpedPortSource>(theCase.sources[4]).surface = "Strip";
  const std::vector<SourceTraits> traits = traitsOfSources(theCase);
  EXPECT_TRUE(traits[1].innerSurfaces.empty());
  EXPECT_TRUE(traits[1].entersInside);
  EXPECT_TRUE(traits[4].currentRegions.empty());
}

}  // namespace
}  // namespace fluxtet::test
