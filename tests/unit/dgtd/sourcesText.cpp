// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/sourcesText.hpp"
#include "tests/support/solverCase.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

const char* const sources = R"(
mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}
materials: {air: {}}
regions: {box: air}
boundaries: {Outer: absorbing}
time: {end: 1 ns}
sources:
  - gap: {region: box, direction: [0, 0, 1], voltage: 1 V, resistance: 50 ohm, waveform: {sine: {frequency: 1 GHz}}}
  - planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Outer, waveform: {ricker: {frequency: 1 GHz}}}
  - dipole: {at: [0, 0, 0], moment: [1, 0, 0], waveform: {gaussian: {frequency: 1 GHz, bandwidth: 1 GHz}}}
  - current: {region: box, density: [0, 0, 1], waveform: {sine: {frequency: 1 GHz}}}
)";

std::string textWith(const std::vector<std::string>& overrides) {
  return sourcesText(parseDgtdCase(sources, "case.yaml", overrides));
}

TEST(SourcesText, isAnotherWhereAnyOfTheirKeysIs) {
  const std::string text = textWith({});
  EXPECT_EQ(textWith({"sources[0].gap.resistance=0.05 kohm"}), text);
  for (const char* change :
       {"sources[0].gap.resistance=200 ohm", "sources[0].gap.voltage=2 V", "sources[0].gap.direction=[0, 0, -1]",
        "sources[0].gap.waveform.sine.frequency=1.000000001 GHz", "sources[0].gap.waveform.sine.ramp=3",
        "sources[0].gap.waveform.sine.phase=1 rad", "sources[1].planeWave.amplitude=2",
        "sources[1].planeWave.origin=[0, 0, 1]", "sources[1].planeWave.polarization=[0, 1, 0]",
        "sources[1].planeWave.direction=[0, 0, -1]", "sources[1].planeWave.waveform.ricker.delay=9 ns",
        "sources[2].dipole.at=[0, 0, 1 mm]", "sources[2].dipole.moment=[2, 0, 0]",
        "sources[2].dipole.waveform.gaussian.bandwidth=2 GHz", "sources[2].dipole.waveform.gaussian.delay=9 ns",
        "sources[3].current.density=[0, 0, 2]"})
    EXPECT_NE(textWith({change}), text) << change;
}

TEST(SourcesText, holdsTheSurfacesOfAWaveInAnyOrder) {
  DgtdCase theCase = parseDgtdCase(sources, "case.yaml", {});
  const auto textOf = [&](const std::vector<std::string>& boundaries) {
    std::get<PlaneWaveSource>(theCase.sources[1]).boundaries = boundaries;
    return sourcesText(theCase);
  };
  EXPECT_EQ(textOf({"Outer"}), textWith({}));
  EXPECT_NE(textOf({"Outer", "Inner"}), textWith({}));
  EXPECT_EQ(textOf({"Outer", "Inner"}), textOf({"Inner", "Outer"}));
}

TEST(SourcesText, holdsTheRowsOfATableAndNotItsName) {
  DgtdCase theCase = parseDgtdCase(sources, "case.yaml", {});
  const auto textOf = [&](const TableWaveform& table) {
    std::get<DipoleSource>(theCase.sources[2]).waveform = table;
    return sourcesText(theCase);
  };
  const std::string text = textOf({"a.csv", {0, 1, 2}, {0, 1, 0}});
  EXPECT_EQ(textOf({"b.csv", {0, 1, 2}, {0, 1, 0}}), text);
  EXPECT_NE(textOf({"a.csv", {0, 1, 2}, {0, 2, 0}}), text);
  EXPECT_NE(textOf({"a.csv", {0, 1, 3}, {0, 1, 0}}), text);
}

}  // namespace
}  // namespace fluxtet::test
