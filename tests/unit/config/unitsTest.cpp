// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/frequencyText.hpp"
#include "lib/config/namedUnits.hpp"
#include "lib/config/quantityPattern.hpp"
#include "lib/config/units.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace fluxtet::test {

using namespace fluxtet::config;

namespace {

double inSi(const std::string& text, const std::string& unit) {
  return toSi(splitQuantity(text).value(), unit);
}

std::string faultOf(const std::string& text, const std::string& unit) {
  try {
    inSi(text, unit);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(Units, aPlainNumberIsInTheSiUnitOfItsKey) {
  EXPECT_EQ(inSi("0.25", "m"), 0.25);
  EXPECT_EQ(inSi("-3", "A*m"), -3);
  EXPECT_EQ(inSi("+2e3", ""), 2000);
}

TEST(Units, prefixesScaleWithoutRoundingErrors) {
  EXPECT_EQ(inSi("10 mm", "m"), 0.01);
  EXPECT_EQ(inSi("20mm", "m"), 0.02);
  EXPECT_EQ(inSi("1.8 GHz", "Hz"), 1.8e9);
  EXPECT_EQ(inSi("3 cm", "m"), 0.03);
  EXPECT_EQ(inSi("0.1 ns", "s"), 1e-10);
  EXPECT_EQ(inSi("7 µm", "m"), 7e-6);
  EXPECT_EQ(inSi("7 um", "m"), 7e-6);
  EXPECT_EQ(inSi("2 km", "m"), 2000);
}

TEST(Units, composedUnitsMultiplyAndDivide) {
  EXPECT_DOUBLE_EQ(inSi("5 A/mm^2", "A/m^2"), 5e6);
  EXPECT_DOUBLE_EQ(inSi("5 A*mm^-2", "A/m^2"), 5e6);
  EXPECT_DOUBLE_EQ(inSi("5 A mm", "A*m"), 5e-3);
  EXPECT_DOUBLE_EQ(inSi("2 kV/cm", "V/m"), 2e5);
  EXPECT_DOUBLE_EQ(inSi("3 mWb/m", "Wb/m"), 3e-3);
  EXPECT_DOUBLE_EQ(inSi("4 nC/cm^2", "C/m^2"), 4e-5);
  EXPECT_DOUBLE_EQ(inSi("4 nC/mm^3", "C/m^3"), 4);
  EXPECT_DOUBLE_EQ(inSi("1 V*s/m^2", "T"), 1);
  EXPECT_DOUBLE_EQ(inSi("1 T*m", "Wb/m"), 1);
  EXPECT_DOUBLE_EQ(inSi("4 1/ns", "Hz"), 4e9);
  EXPECT_DOUBLE_EQ(inSi("1 V/A", "ohm"), 1);
  EXPECT_DOUBLE_EQ(inSi("1 mS/cm", "S/m"), 0.1);
  EXPECT_DOUBLE_EQ(inSi("1 kg*m^2/s^3/A", "V"), 1);
}

TEST(Units, wallTimesAnglesAndLevelsAreUnderstood) {
  EXPECT_EQ(inSi("5 min", "s"), 300);
  EXPECT_EQ(inSi("2 h", "s"), 7200);
  EXPECT_DOUBLE_EQ(inSi("180 deg", "rad"), 3.14159265358979323846);
  EXPECT_EQ(inSi("-60 dB", "dB"), -60);
}

TEST(Units, aUnitOfAnotherKindIsRefused) {
  EXPECT_EQ(faultOf("10 mm", "s"), "'mm' is a unit of another kind than s");
  EXPECT_EQ(faultOf("10 dB", ""), "'dB' is out of place");
  EXPECT_NE(faultOf("1 A/m", "A*m"), "");
  EXPECT_NE(faultOf("1 deg", "dB"), "");
}

TEST(Units, anUnknownUnitNamesTheNearestOne) {
  EXPECT_EQ(faultOf("1 Ghz", "Hz"), "unknown unit 'Ghz' (did you mean 'GHz'?)");
  EXPECT_EQ(faultOf("1 ohms", "ohm"), "unknown unit 'ohms' (did you mean 'ohm'?)");
  EXPECT_EQ(faultOf("1 parsec", "m"), "unknown unit 'parsec'");
  EXPECT_NE(faultOf("1 mmin", "s"), "");  // minutes take no prefix
  EXPECT_NE(faultOf("1 m^x", "m"), "");
  EXPECT_NE(faultOf("1 m//s", "m"), "");
}

TEST(Units, onlyFiniteDecimalNumbersStartAQuantity) {
  for (const char* text : {"", "mm", "nan", "inf", "-inf", ".nan", ".inf", "1e999", "--1", "+-1", "-", ".", "ten mm"})
    EXPECT_FALSE(splitQuantity(text)) << text;
  EXPECT_EQ(splitQuantity(".5 mm")->number, 0.5);
  EXPECT_EQ(splitQuantity("-.5")->number, -0.5);
  EXPECT_EQ(splitQuantity("1,5 mm")->unit, ",5 mm");
}

/// Units by themselves and with prefixes, also to some power. std::regex takes µ for two characters.
std::vector<std::string> singleUnits() {
  std::vector<std::string> names, result;
  for (const config::NamedUnit& unit : config::namedUnits()) {
    names.emplace_back(unit.name);
    for (const config::Prefix& prefix : config::prefixes())
      if (unit.prefixed && prefix.name.size() == 1) names.push_back(std::string(prefix.name) + std::string(unit.name));
  }
  for (const std::string& name : names) {
    result.push_back(name);
    result.push_back("1/" + name);
    for (const char* power : {"^-3", "^-2", "^-1", "^2", "^3"}) result.push_back(name + power);
  }
  return result;
}

/// Products and quotients of two powers.
std::vector<std::string> pairsOfUnits() {
  std::vector<std::string> result;
  for (const config::NamedUnit& first : config::namedUnits())
    for (const config::NamedUnit& second : config::namedUnits())
      for (const char* p : {"^-2", "^-1", "", "^2"}) {
        for (const char* q : {" ", "^-1", "^2"})
          result.push_back(fmt::format("k{}{} * m{}{}", first.name, p, second.name, q));
        for (const char* q : {"", "^2", "^3"}) {
          result.push_back(fmt::format("{}{}/m{}{}", first.name, p, second.name, q));
          result.push_back(fmt::format("{}{} {}{}", first.name, p, second.name, q));
        }
      }
  return result;
}

std::optional<config::Dimension> dimensionOf(const std::string& unit) {
  try {
    return parseUnit(unit).dimension;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

TEST(QuantityPattern, takesUnitsOfItsKindAndNoOthers) {
  std::vector<std::string> units = pairsOfUnits();
  for (const std::string& unit : singleUnits()) units.push_back(unit);
  for (const char* siUnit : {"m", "Hz", "V/m", "A/m^2", "kg"}) {
    const std::regex pattern(config::quantityPattern(siUnit), std::regex::optimize);
    const auto wanted = dimensionOf(siUnit);
    int taken = 0;
    for (const std::string& unit : units) {
      const bool isTaken = std::regex_match("-1.5e3 " + unit, pattern);
      taken += isTaken ? 1 : 0;
      EXPECT_EQ(isTaken, dimensionOf(unit) == wanted) << unit << " as " << siUnit;
    }
    EXPECT_GE(taken, 7) << siUnit;
  }
}

TEST(QuantityPattern, takesNumbersAsTheyAreRead) {
  const std::regex length(config::quantityPattern("m")), steps(config::stepsPattern());
  for (const char* text : {"1 mm", "1mm", " .5 mm ", "+5. m", "-2e-3 m", "7", "1 J m/N"})
    EXPECT_TRUE(std::regex_match(text, length)) << text;
  for (const char* text : {"mm", "1 mm2", "1 mm m", "1,5 mm", "1e mm", "", "1 MM", "1 furlong", "1 mm wide"})
    EXPECT_FALSE(std::regex_match(text, length)) << text;
  for (const char* text : {"1 step", "100 steps", "1e3steps"}) EXPECT_TRUE(std::regex_match(text, steps)) << text;
  EXPECT_FALSE(std::regex_match("100 s", steps));
}

TEST(Units, frequenciesAreToldAsPeopleWriteThem) {
  EXPECT_EQ(frequencyText(2.5e9), "2.5 GHz");
  EXPECT_EQ(frequencyText(50), "50 Hz");
  EXPECT_EQ(frequencyText(1234567890), "1.23456789 GHz");
  EXPECT_EQ(frequencyText(1234567890, 3), "1.23 GHz");
}

}  // namespace fluxtet::test
