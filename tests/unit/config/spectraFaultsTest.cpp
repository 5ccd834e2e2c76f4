// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Faults of gaps, spectra and absorption rates.
#include "tests/unit/config/badCase.hpp"

namespace fluxtet::test {
namespace {

class BadSpectraTest : public ::testing::TestWithParam<BadCase> {};

/// The text is appended from line 6 on.
const std::string tissueCase = R"(mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}
materials: {air: {}, muscle: {density: 1000}}
regions: {Air: air, Arm: muscle, Feed: air}
boundaries: {Outer: absorbing}
time: {end: 1 ns}
)";

/// `keys` of a gap with a sine.
std::string port(const std::string& keys) {
  return "{gap: {" + keys + ", waveform: {sine: {frequency: 1 GHz}}}}";
}

const std::string feed = port("region: Feed, direction: [0, 0, 1], voltage: 1 V");
const std::string wave =
    "{planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Outer, waveform: {sine: {frequency: 1 "
    "GHz}}}}";

struct BadText {
  std::string text, expected;
};

void expectFault(const BadText& bad) {
  expectContains(faultsOf(tissueCase + bad.text + "\n"), bad.expected);
}

const BadCase badCases[] = {
    {"output: {dft: {}}", "case.yaml:6:10: output.dft: one of frequencies, band is missing"},
    {"output: {dft: {frequencies: []}}", "output.dft.frequencies: has 0 entries instead of at least 1"},
    {"output: {dft: {frequencies: [0]}}", "output.dft.frequencies[0]: '0' is out of range"},
    {"output: {dft: {frequencies: [1 ns]}}", "'ns' is a unit of another kind than Hz"},
    {"output: {dft: {frequencies: [1 GHz, 900 MHz, 1000 MHz]}}",
     "case.yaml:6:46: output.dft.frequencies[2]: 1 GHz is listed twice"},
    {"output: {dft: {frequencies: [1 GHz], after: 1 ns}}",
     "case.yaml:6:45: output.dft.after: 1e-09 s is not before the end of the run at 1e-09 s"},
    {"output: {dft: {frequencies: [1 GHz], after: -1 ns}}", "output.dft.after: '-1 ns' is out of range"},
    {"output: {dft: {frequencies: [1 GHz], every: 0}}", "output.dft.every: without samples there is nothing to write"},
    {"output: {dft: {frequencies: [1 GHz], kind: power}}", "output.dft.kind: 'power' is not valid"},
    {"output: {dft: {frequencies: [1 GHz], regions: [Armm]}}",
     "output.dft.regions[0]: 'Armm' is not in regions (did you mean 'Arm'?)"},
    {"output: {dft: {frequencies: [1 GHz], box: [[0, 0, 0], [1, 0, 1]]}}",
     "output.dft.box: along y the first corner (0 m) is not below the second (0 m)"},
    {"output: {dft: {frequencies: [1 GHz], points: [{name: a, at: [0, 0, 0]}, {name: a, at: [1, 0, 0]}]}}",
     "output.dft.points"},
    {"output: {dft: {frequencies: [1 GHz], points: [{name: a}]}}", "output.dft.points[0]: the key 'at' is missing"},
    {"output: {dft: {frequencies: [1 GHz], lines: [{name: a, from: [0, 0, 1], to: [0, 0, 1]}]}}",
     "output.dft.lines[0]: the line ends where it begins"},
    {"output: {dft: {frequencies: [1 GHz], slices: [{name: a, origin: [0, 0, 0], u: [1, 0, 0], v: [2, 0, 0]}]}}",
     "output.dft.slices[0]: the edges u and v span no plane"},
    {"output: {sar: {}}", "output.sar: has a meaning only with 'output.dft', which is not given: give that too"},
};

}  // namespace

TEST_P(BadSpectraTest, isRefusedWithPlaceAndExpectation) {
  expectFault({GetParam().text, GetParam().expected});
}
INSTANTIATE_TEST_SUITE_P(Faults, BadSpectraTest, ::testing::ValuesIn(badCases), nameOf);

TEST(GapFaults, eachSaysWhatToDo) {
  const std::string place = "region: Feed, direction: [0, 0, 1]";
  for (const BadText& bad : {
           BadText{port(place), "sources[0].gap: one of voltage, current is missing"},
           BadText{port(place + ", voltage: 1 V, current: 1 A"), "voltage, current exclude each other"},
           BadText{port("region: Feed, direction: [0, 0, 0], voltage: 1"), "a zero vector has no direction"},
           BadText{port(place + ", current: 0 A"), "sources[0].gap.current: a current of zero drives nothing"},
           BadText{port(place + ", voltage: 1 V, resistance: 0 ohm"),
                   "sources[0].gap.resistance: '0 ohm' is out of range"},
           BadText{port("region: Fed, direction: [0, 0, 1], voltage: 1"),
                   "sources[0].gap.region: 'Fed' is not in regions (did you mean 'Feed'?)"},
           BadText{feed + ", " + feed, "sources[1].gap.region: 'Feed' is the gap of sources[0] already"},
       })
    expectFault({"sources: [" + bad.text + "]", bad.expected});
}

TEST(PortFaults, eachSaysWhatToDo) {
  const std::string first = "{name: P1, region: Feed, direction: [0, 0, 1]",
                    pulse = ", excite: true, waveform: {gaussian: {frequency: 1 GHz, bandwidth: 1 GHz}}}",
                    output = "\noutput: {sParameters: {frequencies: [1 GHz]}}";
  for (const BadText& bad : {
           BadText{"ports: [" + first + "}]", "ports: nothing drives the fields: give a port 'excite: true'"},
           BadText{"ports: [" + first + ", excite: true}]", "ports[0].waveform: an excited port needs one"},
           BadText{"ports: [" + first + pulse + ", {name: P1, region: Arm, direction: [0, 0, 1]}]",
                   "ports[1].name: 'P1' is the name of ports[0] already"},
           BadText{"ports: [" + first + pulse + ", {name: P2, region: Feed, direction: [0, 0, 1]}]",
                   "ports[1].region: 'Feed' is the region of ports[0] already"},
           BadText{"sources: [" + feed + "]\nports: [" + first + "}]",
                   "ports[0].region: 'Feed' is the region of sources[0].gap already"},
           BadText{"ports: [{name: P1, region: Fed, direction: [0, 0, 1]" + pulse + "]",
                   "ports[0].region: 'Fed' is not in regions (did you mean 'Feed'?)"},
           BadText{"ports: [{name: P1, region: Feed, direction: [0, 0, 0]" + pulse + "]",
                   "ports[0].direction: a zero vector has no direction"},
           BadText{"ports: [" + first + ", impedance: 0 ohm" + pulse + "]",
                   "ports[0].impedance: '0 ohm' is out of range"},
           BadText{"sources: [" + wave + "]" + output, "output.sParameters: there are no ports"},
           BadText{"sources: [" + wave + "]\nports: [" + first + "}]" + output,
                   "output.sParameters: no port is excited"},
           BadText{"sources: [" + wave + "]\nports: [" + first + pulse + "]" + output,
                   "output.sParameters: sources[0] drives the fields too"},
           BadText{"ports: [" + first + ", excite: true, waveform: {sine: {frequency: 1 GHz}}}]" + output,
                   "ports[0].waveform: S-parameters follow from the Fourier integrals of a pulse"},
           BadText{"ports: [" + first + pulse + "]\noutput: {sParameters: {frequencies: [5 GHz]}}",
                   "no source excites 5 GHz"},
       })
    expectFault(bad);
}

TEST(LoadFaults, eachSaysWhatToDo) {
  const std::string place = "region: Feed, direction: [0, 0, 1]";
  for (const BadText& bad : {
           BadText{"loads: [{" + place + "}]", "loads[0]: a load has a resistance, an inductance or a capacitance"},
           BadText{"loads: [{" + place + ", resistance: 0 ohm}]", "loads[0].resistance: '0 ohm' is out of range"},
           BadText{"loads: [{region: Feed, direction: [0, 0, 0], inductance: 1 nH}]",
                   "loads[0].direction: a zero vector has no direction"},
           BadText{"loads: [{region: Fed, direction: [0, 0, 1], inductance: 1 nH}]",
                   "loads[0].region: 'Fed' is not in regions"},
           BadText{"loads: [{" + place + ", inductance: 1 nH}, {" + place + ", capacitance: 1 pF}]",
                   "loads[1].region: 'Feed' is the region of loads[0] already"},
           BadText{"sources: [" + feed + "]\nloads: [{" + place + ", capacitance: 1 pF}]",
                   "loads[0].region: 'Feed' is the region of sources[0].gap already"},
           BadText{"dgtd: {flux: upwind}\nloads: [{" + place + ", inductance: 1 nH}]",
                   "loads[0]: an inductance, and a capacitance in series with a resistance, need scheme leapFrog"},
       })
    expectFault(bad);
}

// A band of S-parameters says what the pulse has to hold: it falls to one half at its ends.
TEST(Ports, areExcitedByAPulseThatFillsTheBandUnlessAWaveformIsGiven) {
  const dgtd::DgtdCase theCase =
      parse(tissueCase +
            "ports: [{name: P1, region: Feed, direction: [0, 0, 2], excite: true}, {name: P2, region: Arm, direction: "
            "[0, 0, 1], impedance: 75 ohm}]\noutput: {sParameters: {band: {from: 1 GHz, to: 3 GHz, points: 3}}}\n");
  ASSERT_EQ(theCase.sources.size(), 2U);
  const auto& fed = std::get<dgtd::LumpedPortSource>(theCase.sources[0]);
  const auto& load = std::get<dgtd::LumpedPortSource>(theCase.sources[1]);
  const auto& pulse = std::get<GaussianWaveform>(fed.waveform);
  EXPECT_DOUBLE_EQ(pulse.frequency, 2e9);
  EXPECT_DOUBLE_EQ(pulse.bandwidth, 2e9);
  EXPECT_EQ(fed.direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(fed.voltage, 1);
  EXPECT_EQ(load.voltage, 0);
  EXPECT_EQ(load.resistance, 75);
  EXPECT_EQ(theCase.output.sParameters->frequencies, (std::vector<double>{1e9, 2e9, 3e9}));
}

TEST(SarFaults, eachSaysWhatToDo) {
  const auto withSar = [](const std::string& source, const std::string& sar) {
    return "sources: [" + source + "]\noutput: {dft: {frequencies: [1 GHz, 2 GHz]}, sar: {" + sar + "}}";
  };
  for (const BadText& bad : {
           BadText{withSar(feed, "frequency: 3 GHz"),
                   "output.sar.frequency: 3 GHz is not in output.dft.frequencies; these are 1 GHz, 2 GHz"},
           BadText{withSar(feed, "frequencies: [1 GHz, 3 GHz]"),
                   "output.sar.frequencies: 3 GHz is not in output.dft.frequencies; these are 1 GHz, 2 GHz"},
           BadText{withSar(feed, "frequencies: [1 GHz, 1000 MHz]"), "output.sar.frequencies[1]: 1 GHz is listed twice"},
           BadText{withSar(feed, "frequency: 1 GHz, frequencies: [1 GHz]"), "give frequency or frequencies, not both"},
           BadText{withSar(feed, "regions: [Air]"),
                   "output.sar.regions: 'Air' is of the material 'air', which has no density: give "
                   "materials.air.density"},
           BadText{withSar(feed, "regions: [Amr]"), "output.sar.regions[0]: 'Amr' is not in regions"},
           BadText{withSar(feed, "regions: []"), "output.sar.regions: has 0 entries"},
           BadText{withSar(feed, "averages: [1 g, 1000 mg]"), "output.sar.averages[1]: 1 g is listed twice"},
           BadText{withSar(feed, "averages: [1 mm]"), "'mm' is a unit of another kind than kg"},
           BadText{withSar(feed, "power: 0 W"), "output.sar.power: '0 W' is out of range"},
           BadText{withSar(wave, "power: 1 W"),
                   "output.sar.power: it is given away by a gap, current or dipole source, but the case has none"},
       })
    expectFault(bad);
  expectFault({"output: {dft: {frequencies: [1 GHz]}, sar: {}}",
               "output.sar: Fourier integrals of a pulse (output.dft.kind: integral) say nothing of power in W"});
}

TEST(SarFaults, withoutTissueThereArePowersAlone) {
  const dgtd::DgtdCase theCase =
      parse(smallestCase +
            "sources: [{dipole: {at: [0, 0, 0], moment: [0, 0, 1], waveform: {sine: {frequency: 1 "
            "GHz}}}}]\noutput: {dft: {frequencies: [1 GHz]}, sar: {}}\n");
  EXPECT_TRUE(theCase.output.sar->regions.empty());
  EXPECT_TRUE(theCase.output.sar->averages.empty());
  expectContains(fmt::format("{}", fmt::join(theCase.warnings, "\n")),
                 "output.sar: no region is of a material with a density");
}

}  // namespace fluxtet::test
