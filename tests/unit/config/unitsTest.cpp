// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/frequencyText.hpp"
#include "lib/config/units.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

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

TEST(Units, frequenciesAreToldAsPeopleWriteThem) {
  EXPECT_EQ(frequencyText(2.5e9), "2.5 GHz");
  EXPECT_EQ(frequencyText(50), "50 Hz");
  EXPECT_EQ(frequencyText(1234567890), "1.23456789 GHz");
  EXPECT_EQ(frequencyText(1234567890, 3), "1.23 GHz");
}

}  // namespace fluxtet::test
