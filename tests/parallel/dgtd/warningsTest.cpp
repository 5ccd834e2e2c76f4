// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What is told of a mesh before the first step: nodes per wavelength, what forces the time step, and the ends of gaps.
#include "app/dgtd/facts.hpp"
#include "app/dgtd/setup/resolution.hpp"
#include "app/dgtd/setup/stiffElements.hpp"
#include "app/dgtd/setup/warnings.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/subMeshGeometry.hpp"
#include "tests/support/solverCase.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <utility>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

constexpr double binWidth = 0.02;  // of an element's size
/// Mean edge of a Kuhn tetrahedron in a cell of 1 m: three edges, two diagonals of faces, one of the cell.
const double kuhnEdge = (3 + 2 * std::sqrt(2.0) + std::sqrt(3.0)) / 6;

DgtdCase parseBox(const std::string& cells, const std::string& boundaries, const std::string& more) {
  return parseDgtdCase("mesh: {box: {size: [8, 4, 4], cells: " + cells +
                           "}}\nmaterials: {air: {}}\nregions: {box: air}\n" + "boundaries: {" + boundaries +
                           "}\ndgtd: {order: 3}\ntime: {end: 100 ns}\n" + more,
                       "case.yaml", {});
}
const std::string allPec = "x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec";

/// The half above x = 4 m becomes the region `right`, of another material.
void splitRegion(DgtdCase& theCase, Discretisation& d, const Material& material) {
  theCase.materials.push_back(material);
  theCase.regions.push_back({"right", 1, {}});
  d.mesh.groups.regions.push_back("right");
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e)
    if (centroidOf(d.mesh, e)[0] > 4) d.mesh.region[static_cast<std::size_t>(e)] = 1;
}

TEST(Resolution, IsThatOfEachRegionAndItsMaterial) {
  DgtdCase theCase = parseBox("[8, 4, 4]", allPec, "");
  Discretisation d = discretise(theCase, MPI_COMM_WORLD);
  splitRegion(theCase, d, {.name = "dense", .epsilonR = 9, .muR = 4});
  const double frequency = 30e6, wavelength = constants::c0 / frequency;
  const auto regions =
      resolutionOf(theCase, d, {frequency, frequency}, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  ASSERT_EQ(regions.size(), 2U);
  for (std::size_t r = 0; r < 2; ++r) {
    const double slower = r == 0 ? 1 : 6;
    EXPECT_NEAR(regions[r].wavelength, wavelength / slower, 1e-12 * wavelength);
    EXPECT_NEAR(regions[r].elementSize, kuhnEdge, binWidth * kuhnEdge);
    EXPECT_NEAR(regions[r].nodes, 3 * wavelength / slower / kuhnEdge, binWidth * 3 * wavelength / slower / kuhnEdge);
  }
  EXPECT_EQ(regions[1].region, "right");
}

TEST(Resolution, IsNotThatOfAFewLargeElements) {
  DgtdCase theCase = parseBox("[40, 4, 4]", allPec, "");
  Discretisation d = discretise(theCase, MPI_COMM_WORLD);
  const double usual =
      resolutionOf(theCase, d, {1e6, 1e6}, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD)[0].elementSize;
  // One slice of forty, 2.5 % of the volume, becomes twice as long; then ten of them.
  const auto stretched = [&](double length) {
    Discretisation other = discretise(theCase, MPI_COMM_WORLD);
    for (std::int32_t e = 0; e < other.mesh.numElements; ++e)
      if (centroidOf(other.mesh, e)[0] < length)
        for (std::size_t i = 0; i < 12; ++i) other.mesh.vertices[12 * static_cast<std::size_t>(e) + i] *= 2;
    return resolutionOf(theCase, other, {1e6, 1e6}, edgeRange(other.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD)[0]
        .elementSize;
  };
  EXPECT_NEAR(stretched(0.2), usual, binWidth * usual);
  EXPECT_NEAR(stretched(2), 2 * usual, 2 * binWidth * usual);
}

TEST(Resolution, KnowsTheShortWaveInAConductor) {
  // A good conductor: 2 pi times the skin depth sqrt(2 / (w mu sigma)).
  const double f = 1e6, sigma = 1e4;
  const double depth = std::sqrt(2 / (2 * constants::pi * f * constants::mu0 * sigma));
  EXPECT_NEAR(wavelengthIn({.name = "metal", .sigma = sigma}, f), 2 * constants::pi * depth, 1e-4 * depth);
}

// A resonance at 10 MHz: the wave is shortest a little below, at 9.6 MHz, and longest at the upper end of the band.
TEST(Resolution, OfADispersiveMediumIsThatOfItsShortestWaveInTheBand) {
  const double damping = 2 * constants::pi * 10e6 / 20;
  DgtdCase theCase = parseBox("[8, 4, 4]", allPec, "");
  Discretisation d = discretise(theCase, MPI_COMM_WORLD);
  splitRegion(theCase, d, {.name = "resonant", .dispersion = {.lorentz = {{2, 10e6, damping}}}});
  const auto regions = resolutionOf(theCase, d, {5e6, 20e6}, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[0].frequency, 20e6);
  double shortest = std::numeric_limits<double>::infinity();
  for (double x = 0.5; x < 2; x += 1e-3) {
    const std::complex<double> epsilon = 1.0 + 2.0 / std::complex<double>(1 - x * x, x / 10);
    shortest = std::min(shortest, constants::c0 / (x * 10e6 * std::sqrt(epsilon).real()));
  }
  EXPECT_NEAR(regions[1].wavelength, shortest, 0.005 * shortest);
  EXPECT_NEAR(regions[1].frequency, 9.6e6, 0.3e6);
}

// Below the plasma frequency fp fields decay by exp(-(w / c) sqrt(fp^2 / f^2 - 1) x).
TEST(Resolution, OfAPlasmaIsThatOfItsSkinDepth) {
  const Material plasma{.name = "plasma", .dispersion = {.drude = {{20e6, 0}}}};
  const double expected = constants::c0 / 10e6 / std::sqrt(3);
  EXPECT_NEAR(wavelengthIn(plasma, 10e6), expected, 1e-9 * expected);
}

TEST(Resolution, IsJudgedAtTheHighestFrequencyOfTheResultsOrTheSources) {
  const std::string source =
      "sources: [{dipole: {at: [1, 1, 1], moment: [1, 0, 0], waveform: {ricker: {frequency: 10 MHz}}}}]\n";
  EXPECT_FALSE(highestFrequencyOf(parseBox("[8, 4, 4]", allPec, "")));
  EXPECT_NEAR(*highestFrequencyOf(parseBox("[8, 4, 4]", allPec, source)), 16.365e6, 1e3);
  EXPECT_EQ(highestFrequencyOf(parseBox("[8, 4, 4]", allPec, source + "output: {dft: {frequencies: [9 MHz, 12 MHz]}}")),
            12e6);
}

TEST(Warnings, NameTheRegionThatIsTooCoarseAndTheElementsThatWouldDo) {
  const std::string source =
      "sources: [{current: {region: box, density: [1, 0, 0], waveform: {sine: {frequency: FREQUENCY}}}}]\n";
  // 6 nodes per wavelength: 0.63 m at order 3 and 119 MHz. 8 are wanted: elements of 3/8 of it.
  const auto warningsAt = [&](const std::string& frequency) {
    std::string text = source;
    text.replace(text.find("FREQUENCY"), 9, frequency);
    const DgtdCase theCase = parseBox("[8, 4, 4]", allPec, text);
    const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
    return warningsOf(theCase, d, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  };
  EXPECT_TRUE(warningsAt("115 MHz").empty());
  const auto warnings = warningsAt("125 MHz");
  ASSERT_EQ(warnings.size(), 1U);
  for (const char* part : {"'box' has 5.7 nodes per wavelength at 125 MHz", "8 or more", "elements of 899 mm"})
    EXPECT_NE(warnings[0].find(part), std::string::npos) << warnings[0] << " lacks " << part;
}

const std::string waterKeys = "{epsilon_r: 4, debye: [{delta: 5, tau: 10 ns}]}";
std::string waterBox(const std::string& boundaries, const std::string& more) {
  return "mesh: {box: {size: [8, 4, 4], cells: [8, 4, 4]}}\nmaterials: {water: " + waterKeys +
         "}\nregions: {box: water}\nboundaries: {" + boundaries + "}\ndgtd: {order: 3}\ntime: {end: 100 ns}\n" + more;
}
const std::string current =
    "sources: [{current: {region: box, density: [1, 0, 0], waveform: {sine: {frequency: 10 MHz}}}}]\n";

// At w tau = 0.628 epsilon is 7.59 - 2.25 j.
TEST(Warnings, TellWhatAnAbsorbingBoundaryReflectsOfWavesInADispersiveMedium) {
  const auto warningsAt = [](const std::string& outer) {
    const DgtdCase theCase = parseDgtdCase(
        waterBox("x-: pec, x+: " + outer + ", y-: pec, y+: pec, z-: pec, z+: pec", current), "case.yaml", {});
    const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
    return warningsOf(theCase, d, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  };
  EXPECT_TRUE(warningsAt("pec").empty());
  const auto warnings = warningsAt("absorbing");
  ASSERT_EQ(warnings.size(), 1U);
  const std::complex<double> ratio = std::sqrt((4.0 + 5.0 / std::complex<double>(1, 0.2 * constants::pi)) / 4.0);
  const std::string share = fmt::format("reflects {:.2g} %", 100 * std::abs((ratio - 1.0) / (ratio + 1.0)));
  for (const std::string& part : {std::string("boundaries.x+: absorbing"), std::string("'box'"), share})
    EXPECT_NE(warnings[0].find(part), std::string::npos) << warnings[0] << " lacks " << part;
}

TEST(Warnings, AreErrorsForWavesAndDipolesInADispersiveMedium) {
  const auto expectRefusal = [](const std::string& boundaries, const std::string& more, const std::string& message) {
    const DgtdCase theCase = parseDgtdCase(waterBox(boundaries, more), "case.yaml", {});
    try {
      discretise(theCase, MPI_COMM_WORLD);
      ADD_FAILURE() << "accepted: " << boundaries << more;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  };
  expectRefusal(allPec,
                "sources: [{dipole: {at: [4, 2, 2], moment: [0, 0, 1], waveform: {sine: {frequency: 10 MHz}}}}]\n",
                "the dipole lies in a dispersive or anisotropic medium");
  expectRefusal("x-: absorbing, x+: pec, y-: pec, y+: pec, z-: pmc, z+: pmc",
                "sources: [{planeWave: {direction: [1, 0, 0], polarization: [0, 1, 0], boundary: x-, waveform: {sine: "
                "{frequency: 10 MHz}}}}]\n",
                "the medium where the wave enters is dispersive");
}

TEST(Warnings, NameWavesThatAreOneButForTheirOrigins) {
  const auto wave = [](const std::string& boundaries, const std::string& more = "") {
    return "{planeWave: {direction: [1, 0, 1], polarization: [0, 1, 0], " + boundaries + more +
           ", waveform: {sine: {frequency: 1 MHz}}}}";
  };
  const auto warningsOfWaves = [](const std::string& sources) {
    const DgtdCase theCase =
        parseBox("[8, 4, 4]", "x-: absorbing, x+: absorbing, y-: pmc, y+: pmc, z-: absorbing, z+: pec",
                 "sources: [" + sources + "]\n");
    const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
    return warningsOf(theCase, d, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  };
  // x- and z- both begin at the origin of the box, x+ 8 m along x from it.
  EXPECT_TRUE(warningsOfWaves(wave("boundary: x-") + ", " + wave("boundary: z-")).empty());
  EXPECT_TRUE(warningsOfWaves(wave("boundary: x-") + ", " + wave("boundary: x+", ", amplitude: 2")).empty());
  EXPECT_TRUE(warningsOfWaves(wave("boundary: x-") + ", " + wave("boundary: x+", ", origin: [0, 3, 0]")).empty());
  EXPECT_TRUE(warningsOfWaves(wave("boundaries: [x-, x+, z-]")).empty());
  const auto warnings = warningsOfWaves(wave("boundaries: [x-, z-]") + ", " + wave("boundary: x+"));
  ASSERT_EQ(warnings.size(), 1U);
  for (const char* part :
       {"case.yaml:7:", "sources[0].planeWave and sources[1].planeWave", "5.66 m apart", "'boundaries: [x-, z-, x+]'"})
    EXPECT_NE(warnings[0].find(part), std::string::npos) << warnings[0] << " lacks " << part;
}

// A dipole is spread over 1.5 m here. A single plane conductor mirrors it; in a corner it is cut.
TEST(Warnings, TellOfDipolesInCornersAndOfProbesInThem) {
  const auto warningsOfDipole = [](const std::string& place, const std::string& probe) {
    const DgtdCase theCase = parseBox(
        "[8, 4, 4]", allPec,
        "sources: [{dipole: {at: [4.1, " + place +
            "], moment: [0, 0, 1], waveform: {sine: {frequency: 20 MHz}}}}]\noutput: {probes: [{name: p, at: " + probe +
            "}]}\n");
    const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
    return warningsOf(theCase, d, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  };
  EXPECT_TRUE(warningsOfDipole("2.1, 2.1", "[6, 2, 2]").empty());
  EXPECT_TRUE(warningsOfDipole("2.1, 0.1", "[6, 2, 2]").empty());
  const auto expectOne = [](const std::vector<std::string>& warnings, const std::vector<std::string>& parts) {
    ASSERT_EQ(warnings.size(), 1U);
    for (const auto& part : parts)
      EXPECT_NE(warnings[0].find(part), std::string::npos) << warnings[0] << " lacks " << part;
  };
  expectOne(warningsOfDipole("0.2, 0.1", "[6, 2, 2]"),
            {"case.yaml:", "sources[0].dipole", "walls that are no single plane"});
  expectOne(warningsOfDipole("2.1, 2.1", "[5, 2.1, 2.1]"),
            {"case.yaml:", "probe 'p' is 900 mm from sources[0].dipole"});
}

TEST(Warnings, TellOfCurrentsInFewElements) {
  const std::string source =
      "sources: [{current: {region: box, density: [1, 0, 0], waveform: {sine: {frequency: 1 MHz}}}}]\n"
      "partition: {method: metis}\n";
  const auto warningsWith = [&](const std::string& cells) {
    const DgtdCase theCase = parseBox(cells, allPec, source);
    const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
    return warningsOf(theCase, d, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  };
  EXPECT_TRUE(warningsWith("[2, 1, 1]").empty());
  const auto warnings = warningsWith("[1, 1, 1]");
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("region 'box' has 6 elements"), std::string::npos) << warnings[0];
}

TEST(Warnings, TellOfDipolesWithTheCentredFlux) {
  const DgtdCase theCase = parseDgtdCase(R"(
mesh: {box: {size: [4, 4, 4], cells: [4, 4, 4]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}
sources: [{dipole: {at: [2.1, 2.1, 2], moment: [0, 0, 1], waveform: {sine: {frequency: 20 MHz}}}}]
dgtd: {order: 3, flux: centred}
time: {end: 100 ns}
)",
                                         "case.yaml", {});
  const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
  const auto warnings = warningsOf(theCase, d, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("flux centred"), std::string::npos) << warnings[0];
}

// Elements of a size of the skin depth are no advice.
TEST(Warnings, OfMetalAdviseAPerfectConductor) {
  const DgtdCase theCase =
      parseBox("[8, 4, 4]", allPec,
               "sources: [{current: {region: box, density: [1, 0, 0], waveform: {sine: {frequency: 100 "
               "MHz}}}}]\n");
  const auto warningsOfRight = [&](const Material& material) {
    DgtdCase split = theCase;
    Discretisation d = discretise(split, MPI_COMM_WORLD);
    splitRegion(split, d, material);
    return warningsOf(split, d, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  };
  const auto copper = warningsOfRight({.name = "copper", .sigma = 58e6});
  ASSERT_EQ(copper.size(), 1U);
  for (const char* part : {"'right' is a good conductor at 100 MHz", "by 0.00661 mm", "make its surface a conductor",
                           "conductor: {sigma: "})
    EXPECT_NE(copper[0].find(part), std::string::npos) << copper[0] << " lacks " << part;
  EXPECT_EQ(copper[0].find("mesh it with"), std::string::npos) << copper[0];
  // Sea water at 100 MHz is no metal, and wet soil none either.
  for (const double sigma : {4.0, 0.1}) {
    const auto water = warningsOfRight({.name = "water", .epsilonR = 81, .sigma = sigma});
    ASSERT_EQ(water.size(), 1U);
    EXPECT_NE(water[0].find("mesh it with elements of"), std::string::npos) << water[0];
  }
}

TEST(WarningsAtEnd, TellHowFarTheEnergyHasFallen) {
  const std::string source =
      "sources: [{dipole: {at: [1, 1, 1], moment: [1, 0, 0], waveform: {WAVEFORM}}}]\noutput: {dft: {frequencies: [10 "
      "MHz]}}\n";
  const auto with = [&](const std::string& waveform, const std::string& untilDecay) {
    std::string text = source;
    text.replace(text.find("WAVEFORM"), 8, waveform);
    DgtdCase theCase = parseBox("[8, 4, 4]", allPec, text);
    if (!untilDecay.empty()) theCase.time.untilDecay = std::stod(untilDecay);
    return theCase;
  };
  const DgtdCase pulse = with("ricker: {frequency: 10 MHz}", ""),
                 pulseUntil = with("ricker: {frequency: 10 MHz}", "-60");
  const DgtdCase sine = with("sine: {frequency: 10 MHz}", "");
  EXPECT_TRUE(warningsAtEnd(pulse, -40.1, false).empty());
  EXPECT_TRUE(warningsAtEnd(sine, -3, false).empty());
  EXPECT_TRUE(warningsAtEnd(pulse, -std::numeric_limits<double>::infinity(), false).empty());
  EXPECT_TRUE(warningsAtEnd(pulseUntil, std::numeric_limits<double>::quiet_NaN(), false).empty());
  const auto cut = warningsAtEnd(pulse, -13, false);
  ASSERT_EQ(cut.size(), 1U);
  for (const char* part : {"case.yaml:8:", "output.dft: the pulse has not passed", "-13.0 dB", "22 %"})
    EXPECT_NE(cut[0].find(part), std::string::npos) << cut[0] << " lacks " << part;
  const auto notReached = warningsAtEnd(pulseUntil, -50, false);
  ASSERT_EQ(notReached.size(), 1U);
  EXPECT_NE(notReached[0].find("at -50.0 dB of the peak, not at -60 dB"), std::string::npos) << notReached[0];
  EXPECT_TRUE(warningsAtEnd(pulseUntil, -60.1, true).empty());
  EXPECT_EQ(warningsAtEnd(pulseUntil, -13, false).size(), 2U);
}

// Waves are five times slower in the left half.
TEST(StiffElements, AreThoseOfTheShortestStepsOnAnyNumberOfRanks) {
  DgtdCase theCase = parseBox("[8, 4, 4]", allPec, "");
  const auto onRanks = [&](MPI_Comm comm) {
    Discretisation d = discretise(theCase, comm);
    d.mesh.groups.regions = {"box", "empty", "right"};
    for (std::size_t e = 0; e < static_cast<std::size_t>(d.mesh.numElements); ++e) {
      const bool isRight = centroidOf(d.mesh, static_cast<std::int32_t>(e))[0] > 4;
      d.mesh.region[e] = isRight ? 2 : 0;
      d.problem.epsilonR[e] = isRight ? 1 : 25;
    }
    return std::pair(stiffElements(d, comm), stiffElementsText(d, comm));
  };
  const auto [found, text] = onRanks(MPI_COMM_WORLD);
  ASSERT_EQ(found.count.size(), 3U);
  EXPECT_EQ(found.count[0], 0);
  EXPECT_EQ(found.count[1], 0);
  EXPECT_GT(found.count[2], 192);  // of 384
  EXPECT_LE(found.count[2], 384);
  // A Kuhn tetrahedron has a volume of 1 / 6, faces of 1 + sqrt(2) together, and a longest edge of sqrt(3).
  EXPECT_NEAR(found.worstQuality, regularQuality * 0.5 / (1 + std::sqrt(2.0)) / std::sqrt(3.0), 1e-12);
  const auto [alone, textAlone] = onRanks(MPI_COMM_SELF);
  EXPECT_EQ(found.count, alone.count);
  EXPECT_EQ(found.worstQuality, alone.worstQuality);
  EXPECT_EQ(text, textAlone);
  EXPECT_NE(text.find(fmt::format("the shortest step: right ({}); worst quality 0.59", found.count[2])),
            std::string::npos)
      << text;
}

struct Ends {
  std::string boundaries, direction;
  double low, high;
};

TEST(Warnings, NameAGapWhoseEndsAreNoConductors) {
  const std::string sides = "x-: pec, x+: pmc, y-: pmc, y+: absorbing, ";
  for (const Ends& ends : {Ends{"z-: pec, z+: pec", "[0, 0, 1]", 1, 1},
                           {"z-: pec, z+: absorbing", "[0, 0, 1]", 1, 0},
                           {"z-: pec, z+: absorbing", "[0, 0, -1]", 0, 1},
                           {"z-: pmc, z+: absorbing", "[0, 0, 1]", 0, 0},
                           {"z-: pec, z+: pec", "[1, 0, 0]", 1, 0}}) {
    const DgtdCase theCase = parseBox("[8, 4, 4]", sides + ends.boundaries,
                                      "sources: [{gap: {region: box, direction: " + ends.direction +
                                          ", voltage: 1, waveform: {sine: {frequency: 1 MHz}}}}]\n");
    const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
    EXPECT_NEAR(d.lumpedPorts[0].conductingEnd[0], ends.low, 1e-12) << ends.boundaries << ends.direction;
    EXPECT_NEAR(d.lumpedPorts[0].conductingEnd[1], ends.high, 1e-12) << ends.boundaries << ends.direction;
    const auto warnings = warningsOf(theCase, d, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
    ASSERT_EQ(warnings.size(), ends.low + ends.high < 2 ? 1U : 0U);
    if (!warnings.empty()) {
      EXPECT_NE(warnings[0].find("case.yaml:7:"), std::string::npos) << warnings[0];
      EXPECT_NE(warnings[0].find("of the ends of 'box'"), std::string::npos) << warnings[0];
    }
  }
}

TEST(Warnings, NameADipoleWithTheCentredFluxAndNoOther) {
  const auto warningsWith = [](const std::string& flux) {
    DgtdCase theCase =
        parseBox("[8, 4, 4]", allPec,
                 "sources: [{dipole: {at: [1, 1, 1], moment: [1, 0, 0], waveform: {ricker: {frequency: 10 "
                 "MHz}}}}]\n");
    if (!flux.empty()) theCase.dgtd.flux = flux == "centred" ? Flux::centred : Flux::upwind;
    const Discretisation d = discretise(theCase, MPI_COMM_WORLD);
    return warningsOf(theCase, d, edgeRange(d.mesh, MPI_COMM_WORLD), MPI_COMM_WORLD);
  };
  EXPECT_TRUE(warningsWith("").empty());
  EXPECT_TRUE(warningsWith("upwind").empty());
  const auto warnings = warningsWith("centred");
  ASSERT_EQ(warnings.size(), 1U);
  for (const char* part : {"case.yaml:7:", "dipole", "centred", "penalised"})
    EXPECT_NE(warnings[0].find(part), std::string::npos) << warnings[0] << " lacks " << part;
}

}  // namespace
}  // namespace fluxtet::test
