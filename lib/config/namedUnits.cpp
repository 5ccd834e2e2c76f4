// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/namedUnits.hpp"

namespace fluxtet::config {
namespace {

constexpr double degree = 3.14159265358979323846 / 180;

}  // namespace

/// Exponents in the order m, kg, s, A, rad, dB.
const std::vector<NamedUnit>& namedUnits() {
  static const std::vector<NamedUnit> units = {
      {"m", 1, {{1, 0, 0, 0, 0, 0}}, true},       {"g", 1e-3, {{0, 1, 0, 0, 0, 0}}, true},
      {"s", 1, {{0, 0, 1, 0, 0, 0}}, true},       {"A", 1, {{0, 0, 0, 1, 0, 0}}, true},
      {"Hz", 1, {{0, 0, -1, 0, 0, 0}}, true},     {"N", 1, {{1, 1, -2, 0, 0, 0}}, true},
      {"J", 1, {{2, 1, -2, 0, 0, 0}}, true},      {"W", 1, {{2, 1, -3, 0, 0, 0}}, true},
      {"C", 1, {{0, 0, 1, 1, 0, 0}}, true},       {"V", 1, {{2, 1, -3, -1, 0, 0}}, true},
      {"F", 1, {{-2, -1, 4, 2, 0, 0}}, true},     {"ohm", 1, {{2, 1, -3, -2, 0, 0}}, true},
      {"Ohm", 1, {{2, 1, -3, -2, 0, 0}}, true},   {"Ω", 1, {{2, 1, -3, -2, 0, 0}}, true},
      {"S", 1, {{-2, -1, 3, 2, 0, 0}}, true},     {"Wb", 1, {{2, 1, -2, -1, 0, 0}}, true},
      {"T", 1, {{0, 1, -2, -1, 0, 0}}, true},     {"H", 1, {{2, 1, -2, -2, 0, 0}}, true},
      {"min", 60, {{0, 0, 1, 0, 0, 0}}, false},   {"h", 3600, {{0, 0, 1, 0, 0, 0}}, false},
      {"rad", 1, {{0, 0, 0, 0, 1, 0}}, true},     {"deg", degree, {{0, 0, 0, 0, 1, 0}}, false},
      {"°", degree, {{0, 0, 0, 0, 1, 0}}, false}, {"dB", 1, {{0, 0, 0, 0, 0, 1}}, false},
  };
  return units;
}

const std::vector<Prefix>& prefixes() {
  static const std::vector<Prefix> all = {{"f", 1e-15}, {"p", 1e-12}, {"n", 1e-9}, {"u", 1e-6}, {"µ", 1e-6},
                                          {"μ", 1e-6},  {"m", 1e-3},  {"c", 1e-2}, {"d", 1e-1}, {"k", 1e3},
                                          {"M", 1e6},   {"G", 1e9},   {"T", 1e12}, {"P", 1e15}};
  return all;
}

}  // namespace fluxtet::config
