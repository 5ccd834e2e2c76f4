// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/sarResult.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::sar;

namespace {

constexpr double rounding = 1e-14;

Powers antenna(double outgoing) {
  Powers powers;
  powers.frequency = 1e9;
  powers.fed = true;
  powers.byPortsAlone = true;
  powers.impressed = 10;
  powers.portLoss = 2;
  powers.absorbed = 5;
  powers.outgoing = outgoing;
  powers.regions = {{"Skin", 3}, {"Brain", 2}};
  ports::PortPower feed;
  feed.region = "Feed";
  feed.voltage = {4, 2};
  feed.current = {0.1, 0};
  feed.accepted = 8;
  powers.ports = {feed};
  return powers;
}

Powers dipole() {
  Powers powers;
  powers.frequency = 1e9;
  powers.fed = true;
  powers.absorbed = 5;
  powers.outgoing = 2;
  return powers;
}

TEST(Powers, imbalanceIsTheShareOfWhatIsGivenThatIsMissing) {
  EXPECT_NEAR(antenna(2.8).imbalance(), 0.2 / 8, rounding);
  EXPECT_NEAR(antenna(4).imbalance(), 1.0 / 8, rounding);
  EXPECT_TRUE(powerWarnings(antenna(2.8)).empty());
  ASSERT_EQ(powerWarnings(antenna(4)).size(), 1U);
  EXPECT_NE(powerWarnings(antenna(4))[0].find("12 %"), std::string::npos) << powerWarnings(antenna(4))[0];
}

// Of a dipole nothing but what becomes of its power is known.
TEST(Powers, ofADipoleAreWhatIsAbsorbedAndLeaves) {
  EXPECT_EQ(dipole().accepted(), 7);
  EXPECT_TRUE(std::isnan(dipole().imbalance()));
  EXPECT_TRUE(powerWarnings(dipole()).empty());
  SarResult result;
  result.powers = dipole();
  const auto powers = nlohmann::json::parse(powersJson({&result, 1}));
  EXPECT_EQ(powers["accepted_W"], 7);
  EXPECT_FALSE(powers.contains("impressed_W"));
  EXPECT_TRUE(powers["imbalance"].is_null());
  EXPECT_EQ(sarLines(result)[0].find("imbalance"), std::string::npos) << sarLines(result)[0];
}

TEST(Powers, theCurrentOfAGapIsWarnedOfWhereRoundingHidesIt) {
  Powers powers = antenna(2.8);
  powers.ports[0].currentError = 0.0005;
  EXPECT_TRUE(powerWarnings(powers).empty());
  powers.ports[0].currentError = 0.005;
  ASSERT_EQ(powerWarnings(powers).size(), 1U);
  EXPECT_NE(powerWarnings(powers)[0].find("port Feed: its current of 0.1 A"), std::string::npos)
      << powerWarnings(powers)[0];
}

TEST(SarReport, saysOfAScaledPulseThatItsSizeNoLongerCounts) {
  SarResult result;
  result.powers = antenna(2.8);
  result.scale = 7.8e21;
  result.ofPulse = true;
  EXPECT_EQ(sarLines(result)[0].find("e+21"), std::string::npos) << sarLines(result)[0];
  EXPECT_NE(sarLines(result)[0].find("of a pulse"), std::string::npos) << sarLines(result)[0];
  result.ofPulse = false;
  EXPECT_NE(sarLines(result)[0].find("scaled by 7.8e+21"), std::string::npos) << sarLines(result)[0];
}

TEST(Powers, imbalanceOfAWaveIsTheShareOfWhatIsAbsorbed) {
  Powers powers;
  powers.absorbed = 2;
  powers.outgoing = -2.2;
  EXPECT_NEAR(powers.imbalance(), 0.1, rounding);
  powers.absorbed = 0;
  EXPECT_TRUE(std::isnan(powers.imbalance()));
  EXPECT_TRUE(powerWarnings(powers).empty());
}

TEST(Powers, scaleAsSquaresOfTheFields) {
  Powers powers = antenna(3);
  scalePowers(powers, 4);
  EXPECT_EQ(powers.accepted(), 32);
  EXPECT_EQ(powers.absorbed, 20);
  EXPECT_EQ(powers.outgoing, 12);
  EXPECT_EQ(powers.regions[1].absorbed, 8);
  EXPECT_EQ(powers.ports[0].accepted, 32);
  EXPECT_EQ(powers.ports[0].voltage, std::complex<double>(8, 4));
  EXPECT_EQ(powers.ports[0].impedance(), antenna(3).ports[0].impedance());
}

TEST(SarReport, tellsPowersAsJsonAndAsLines) {
  SarResult result;
  result.powers = antenna(2.8);
  result.tissues = {{"Skin", 0.5, 3, 40}, {"Brain", 1, 2, 9}};
  result.whole = {"all", 1.5, 5, 40};
  result.averages.resize(1);
  result.averages[0].mass = 0.01;
  const auto powers = nlohmann::json::parse(powersJson({&result, 1}));
  EXPECT_EQ(powers["accepted_W"], 8);
  EXPECT_EQ(powers["absorbed_by_region_W"]["Skin"], 3);
  EXPECT_EQ(powers["gaps"][0]["impedance_ohm"], nlohmann::json::array({40, 20}));
  const auto sar = nlohmann::json::parse(sarJson({&result, 1}));
  EXPECT_EQ(sar["tissues"]["Skin"]["mean_W_per_kg"], 6);
  EXPECT_TRUE(sar["averages"][0]["peak_W_per_kg"].is_null());

  std::string text;
  for (const auto& line : sarLines(result)) text += line + '\n';
  for (const char* part : {"given 8000 mW", "imbalance 2.5 %", "port Feed", "40 + 20i ohm", "no 10 g average"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

}  // namespace
}  // namespace fluxtet::test
