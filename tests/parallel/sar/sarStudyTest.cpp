// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/sarStudy.hpp"

#include "lib/base/mpi.hpp"
#include "tests/parallel/sar/polynomialFields.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace fluxtet::test {
using namespace fluxtet::dgtd;
using namespace fluxtet::sar;

namespace {

constexpr double rounding = 1e-12, singleRounding = 1e-6;
const std::string feed = "[{current: {region: box, density: [0, 0, -5 A/m^2], waveform: {sine: {frequency: 1 GHz}}}}]";

/// E = amplitude z, H = 0: the same rate everywhere in either tissue.
Spectrum<double> uniformSpectrum(const Discretisation& d, double amplitude) {
  const auto constant = [&](double value) {
    return nodalField(d, 1, [value](const Vec3&) { return ComplexVec3{0, 0, value}; });
  };
  return {1e9, constant(amplitude), constant(0), {1}};
}

class SarStudyRun : public ::testing::Test {
 protected:
  TwoRegionBox box = twoRegionBox(2, allPec, feed, MPI_COMM_WORLD);
  std::string folder = fmt::format("{}/{}ranks", SAR_FOLDER, mpiSize(MPI_COMM_WORLD));
  static constexpr double amplitude = 20;
  static constexpr double rateLeft = 0.5 * TwoRegionBox::sigmaLeft * amplitude * amplitude / TwoRegionBox::densityLeft;
  static constexpr double rateRight =
      0.5 * TwoRegionBox::sigmaRight * amplitude * amplitude / TwoRegionBox::densityRight;

  SarResult evaluate() const {
    return SarStudy(box.theCase, box.d, MPI_COMM_WORLD).evaluate(uniformSpectrum(box.d, amplitude), folder);
  }
};

TEST_F(SarStudyRun, findsRatesMassesAndPowersOfUniformTissues) {
  const SarResult result = evaluate();
  const double half = 0.2 * 0.3 * 0.2;
  ASSERT_EQ(result.tissues.size(), 2u);
  EXPECT_NEAR(result.tissues[0].mass, half * TwoRegionBox::densityLeft, rounding * result.whole.mass);
  EXPECT_NEAR(result.tissues[1].mass, half * TwoRegionBox::densityRight, rounding * result.whole.mass);
  EXPECT_NEAR(result.tissues[0].mean(), rateLeft, rounding * rateLeft);
  EXPECT_NEAR(result.tissues[1].mean(), rateRight, rounding * rateRight);
  EXPECT_NEAR(result.tissues[0].largest, rateLeft, rounding * rateLeft);
  EXPECT_NEAR(result.whole.absorbed, result.powers.absorbed, rounding * result.whole.absorbed);
  EXPECT_EQ(result.largestTissue, rateLeft > rateRight ? "left" : "right");
  EXPECT_EQ(result.scale, 1);
}

TEST_F(SarStudyRun, scalesEverythingToTheWantedPower) {
  const SarResult plain = evaluate();
  box.theCase.output.sar->power = 3;
  box.theCase.output.sar->averages = {1};
  box.theCase.output.sar->voxel = 0.02;
  const SarResult scaled = evaluate();
  const double factor = 3 / plain.powers.accepted();
  EXPECT_NEAR(scaled.scale, factor, rounding * factor);
  EXPECT_NEAR(scaled.powers.accepted(), 3, 3 * rounding);
  EXPECT_NEAR(scaled.whole.absorbed, factor * plain.whole.absorbed, rounding * factor * plain.whole.absorbed);
  EXPECT_NEAR(scaled.whole.largest, factor * plain.whole.largest, rounding * factor * plain.whole.largest);
  EXPECT_NEAR(scaled.powers.absorbed, factor * plain.powers.absorbed, rounding * factor * plain.powers.absorbed);
  if (mpiRank(MPI_COMM_WORLD) == 0) {
    EXPECT_NEAR(scaled.averages[0].peak.sar, scaled.whole.largest, singleRounding * scaled.whole.largest);
  }
}

// Either tissue holds cubes of 1 kg, some 90 mm, that do not touch the other.
TEST_F(SarStudyRun, findsThePeakAverageInTheTissueOfTheHigherRate) {
  box.theCase.output.sar->voxel = 0.01;
  box.theCase.output.sar->averages = {0.02, 1};
  const SarResult result = evaluate();
  ASSERT_EQ(result.averages.size(), 2u);
  if (mpiRank(MPI_COMM_WORLD) != 0) return;
  const double higher = std::max(rateLeft, rateRight);
  for (const AverageResult& average : result.averages) {
    ASSERT_TRUE(average.found);
    EXPECT_NEAR(average.peak.sar, higher, singleRounding * higher);
    EXPECT_NEAR(average.peak.mass, average.mass, 1e-11 * average.mass);
    EXPECT_EQ(average.tissue, rateLeft > rateRight ? "left" : "right");
  }
  const auto json = nlohmann::json::parse(sarJson({&result, 1}));
  EXPECT_EQ(json["averages"][1]["mass_kg"], 1);
  EXPECT_EQ(json["averages"][1]["tissue"], result.averages[1].tissue);
  EXPECT_NEAR(json["whole_body"]["absorbed_W"].get<double>(), result.whole.absorbed, rounding);
  EXPECT_NEAR(nlohmann::json::parse(powersJson({&result, 1}))["accepted_W"].get<double>(), result.powers.accepted(),
              rounding);
}

TEST_F(SarStudyRun, leavesNoAveragesOfAnEarlierRunBesideItsOwn) {
  folder += "/again";
  const auto averagesThere = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder + "/sar"))
      if (entry.path().filename().string().starts_with("average_")) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  };
  box.theCase.output.sar->voxel = 0.02;
  box.theCase.output.sar->averages = {1, 2};
  evaluate();
  EXPECT_EQ(averagesThere(), (std::vector<std::string>{"average_1000g.vtkhdf", "average_2000g.vtkhdf"}));
  MPI_Barrier(MPI_COMM_WORLD);
  box.theCase.output.sar->averages = {2, 3};
  evaluate();
  EXPECT_EQ(averagesThere(), (std::vector<std::string>{"average_2000g.vtkhdf", "average_3000g.vtkhdf"}));
  EXPECT_TRUE(std::filesystem::exists(folder + "/sar/elements.vtkhdf"));
  MPI_Barrier(MPI_COMM_WORLD);
  box.theCase.output.sar->averages = {};
  evaluate();
  EXPECT_TRUE(averagesThere().empty());
}

TEST_F(SarStudyRun, refusesWhatItCannotAverageBeforeTheRun) {
  const auto messageOf = [&] {
    try {
      SarStudy study(box.theCase, box.d, MPI_COMM_WORLD);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::badInput);
      return std::string(error.what());
    }
    return std::string();
  };
  box.theCase.output.sar->averages = {100};
  EXPECT_NE(messageOf().find("more than all tissue"), std::string::npos) << messageOf();
  EXPECT_EQ(messageOf().find("did you mean"), std::string::npos) << messageOf();
  box.theCase.output.sar->averages = {100, 1000};
  EXPECT_NE(messageOf().find("did you mean 100 g"), std::string::npos) << messageOf();
  box.theCase.output.sar->averages = {0.01};
  EXPECT_NE(messageOf().find("larger than a cube"), std::string::npos) << messageOf();
  box.theCase.output.sar->voxel = 1e-6;
  EXPECT_NE(messageOf().find("take larger voxels"), std::string::npos) << messageOf();
}

TEST_F(SarStudyRun, cannotScaleSourcesThatGiveNoPower) {
  box.theCase.output.sar->power = 1;
  const SarStudy study(box.theCase, box.d, MPI_COMM_WORLD);
  EXPECT_THROW(study.evaluate(uniformSpectrum(box.d, 0), folder + "/none"), RunError);
  EXPECT_FALSE(std::filesystem::exists(folder + "/none"));
}

// Uniform fields carry nothing out of a box on the whole, however much flows in here and out there.
TEST_F(SarStudyRun, cannotScaleWhatIsLeftOfRoundingAlone) {
  box = twoRegionBox(2, "{x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}",
                     feed, MPI_COMM_WORLD);
  for (Material& material : box.theCase.materials) material.sigma = 0;
  box.theCase.output.sar->power = 1;
  Spectrum<double> spectrum = uniformSpectrum(box.d, amplitude);
  spectrum.H = nodalField(box.d, 1, [](const Vec3&) { return ComplexVec3{0.3, amplitude, 0}; });
  try {
    SarStudy(box.theCase, box.d, MPI_COMM_WORLD).evaluate(spectrum, folder + "/none");
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("rounding alone"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fluxtet::test
