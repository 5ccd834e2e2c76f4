// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Spectra that the sources of a case do not reach, and what a case warns of.
#include "tests/unit/config/caseText.hpp"

#include <algorithm>

namespace fluxtet::test {
namespace {

/// `waveform` of a gap of 1 V; the text is appended from line 6 on.
std::string withGap(const std::string& waveform, const std::string& dft, const std::string& voltage = "1 V") {
  return "mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}\nmaterials: {air: {}}\nregions: {Feed: air}\n"
         "boundaries: {Outer: absorbing}\ntime: {end: 100 ns}\n"
         "sources: [{gap: {region: Feed, direction: [0, 0, 1], voltage: " +
         voltage + ", waveform: {" + waveform +
         "}}}]\n"
         "output: {dft: {" +
         dft + "}}\n";
}

const std::string sine = "sine: {frequency: 1.8 GHz}", gaussian = "gaussian: {frequency: 2 GHz, bandwidth: 1 GHz}",
                  ricker = "ricker: {frequency: 1 GHz}";

/// Tissue `Arm`, with the rest of its materials in `materials` and regions in `regions`.
std::string withTissue(const std::string& materials, const std::string& regions, const std::string& sar = "") {
  return "mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}\nmaterials: {muscle: {sigma: 1, density: 1000}" + materials +
         "}\n" + "regions: {Arm: muscle" + regions +
         "}\nboundaries: {Outer: absorbing}\ntime: {end: 100 ns}\n"
         "sources: [{gap: {region: Feed, direction: [0, 0, 1], voltage: 1 V, waveform: {sine: {frequency: 1 GHz}}}}]\n"
         "output: {dft: {frequencies: [1 GHz], after: 10 ns}, sar: {" +
         sar + "}}\n";
}

/// The one warning of a case.
std::string warningOf(const std::string& text) {
  const std::vector<std::string> warnings = parse(text).warnings;
  EXPECT_EQ(warnings.size(), 1U) << text;
  return warnings.empty() ? std::string() : warnings.front();
}

}  // namespace

TEST(Excitation, ofASineIsItsFrequencyAlone) {
  EXPECT_NO_THROW(parse(withGap(sine, "frequencies: [1800 MHz], after: 10 ns")));
  expectContains(faultsOf(withGap(sine, "frequencies: [1.8 GHz, 2.45 GHz], after: 10 ns")),
                 "case.yaml:7:39: output.dft.frequencies[1]: no source excites 2.45 GHz");
  expectContains(faultsOf(withGap(sine, "frequencies: [900 MHz]")), "sources[0] covers 1.8 GHz");
}

TEST(Excitation, ofAPulseIsWhereItsSpectrumIsAboveAThousandth) {
  // 2 GHz -+ bandwidth / 2 sqrt(ln 1000 / ln 2) = 0.4216 and 3.578 GHz.
  EXPECT_NO_THROW(parse(withGap(gaussian, "frequencies: [425 MHz, 3.57 GHz]")));
  expectContains(faultsOf(withGap(gaussian, "frequencies: [415 MHz]")), "no source excites 415 MHz");
  expectContains(faultsOf(withGap(gaussian, "frequencies: [3.59 GHz]")), "sources[0] covers 421.6 MHz to 3.578 GHz");
  EXPECT_NO_THROW(parse(withGap(ricker, "frequencies: [20 MHz, 3.19 GHz]")));
  expectContains(faultsOf(withGap(ricker, "frequencies: [3.21 GHz]")), "sources[0] covers 19.18 MHz to 3.199 GHz");
  expectContains(faultsOf(withGap(ricker, "frequencies: [19 MHz]")), "no source excites 19 MHz");
}

TEST(Excitation, isNotCheckedWhereFieldsAreThereFromTheStart) {
  EXPECT_NO_THROW(
      parse(withGap(sine, "frequencies: [900 MHz]") + "initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}\n"));
}

TEST(Excitation, byAVoltageOfZeroIsRefused) {
  expectContains(faultsOf(withGap(sine, "frequencies: [1.8 GHz]", "0 V")), "output.dft: no source drives anything");
  const std::string tissue = withTissue(", air: {}", ", Feed: air", "power: 1 W");
  EXPECT_NO_THROW(parse(tissue));
  expectContains(faultsOf(tissue, {"sources[0].gap.voltage=0"}),
                 "output.sar.power: what drives nothing has no power to scale");
}

TEST(Samples, thatBeginAfterAPulseHasBegunAreRefused) {
  // By default a Gaussian begins at 4e-6 of its peak and a Ricker wavelet at nothing: 1.5 - sqrt(17.33) / pi = 0.175
  // periods.
  expectContains(faultsOf(withGap(gaussian, "frequencies: [2 GHz], after: 1 ps")),
                 "output.dft.after: at 1e-12 s the pulse of sources[0] has begun");
  EXPECT_NO_THROW(parse(withGap(ricker, "frequencies: [1 GHz], after: 0.17 ns")));
  expectContains(faultsOf(withGap(ricker, "frequencies: [1 GHz], after: 0.18 ns")),
                 "take 1.74821e-10 s at most, or remove it");
  EXPECT_NO_THROW(parse(withGap(ricker, "frequencies: [1 GHz], after: 0.18 ns, kind: amplitude")));
}

TEST(Samples, thatBeginInTheRampOfASineAreWarnedOf) {
  // The ramp is two periods, 1.11 ns.
  EXPECT_TRUE(parse(withGap(sine, "frequencies: [1.8 GHz], after: 1.2 ns")).warnings.empty());
  const std::string warning = warningOf(withGap(sine, "frequencies: [1.8 GHz], after: 1.1 ns"));
  expectContains(warning, "case.yaml:7:10: output.dft.after: samples are taken from 1.1e-09 s on");
  expectContains(warning, "1.11111e-09 s, the end of its ramp");
}

TEST(Tissue, withoutADensityIsWarnedOfWhereItIsLossy) {
  const std::string warning = warningOf(withTissue(", air: {}, fat: {sigma: 0.1}", ", Feed: air, Fat: fat, Air: air"));
  expectContains(warning, "case.yaml:7:53: output.sar: lossy, but of a material that has no density: Fat;");
  // Neither what does not conduct, nor the resistance of a gap's filling, nor what has a density and is not asked for.
  EXPECT_TRUE(parse(withTissue(", air: {}, load: {sigma: 1}", ", Feed: load, Air: air")).warnings.empty());
  EXPECT_TRUE(parse(withTissue(", air: {}", ", Feed: air, Leg: muscle", "regions: [Arm]")).warnings.empty());
}

TEST(Tissue, ofADensityInOtherUnitsIsWarnedOf) {
  const std::string warning =
      warningOf(withTissue(", air: {}, fat: {sigma: 0.1, density: 0.92}", ", Feed: air, Fat: fat, Rump: fat"));
  expectContains(
      warning,
      "materials.fat.density: 0.92 kg/m^3 is less than any tissue has: is it in g/cm^3? Then write '0.92 g/cm^3'");
  EXPECT_TRUE(parse(withTissue(", air: {}, foam: {density: 5}", ", Feed: air, Foam: foam")).warnings.empty());
}

}  // namespace fluxtet::test
