// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/quantityPattern.hpp"

#include "lib/config/namedUnits.hpp"
#include "lib/config/units.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace fluxtet::config {
namespace {

constexpr int highestPower = 3;
constexpr const char* number = R"([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)";
constexpr const char* times = "(?: *[*·] *| +)";
constexpr const char* over = " */ *";

/// All units of one dimension.
struct Kind {
  Dimension dimension;
  std::string pattern;
};

std::string anyOf(const std::vector<std::string>& alternatives) {
  return alternatives.size() == 1 ? alternatives.front() : fmt::format("(?:{})", fmt::join(alternatives, "|"));
}

/// The named units for which `isWanted`.
template <class Predicate>
std::string patternOf(Predicate&& isWanted) {
  std::vector<std::string> prefixed, plain;
  for (const NamedUnit& unit : namedUnits())
    if (isWanted(unit)) (unit.prefixed ? prefixed : plain).emplace_back(unit.name);
  std::string letters;
  for (const Prefix& prefix : prefixes()) letters += prefix.name;
  if (!prefixed.empty()) plain.insert(plain.begin(), fmt::format("[{}]?{}", letters, anyOf(prefixed)));
  return anyOf(plain);
}

std::vector<Kind> allKinds() {
  std::vector<Kind> kinds;
  for (const NamedUnit& unit : namedUnits()) {
    const auto isSame = [&](const auto& other) { return other.dimension == unit.dimension; };
    if (std::none_of(kinds.begin(), kinds.end(), isSame)) kinds.push_back({unit.dimension, patternOf(isSame)});
  }
  return kinds;
}

Dimension product(const Dimension& a, int p, const Dimension& b, int q) {
  Dimension result;
  for (std::size_t i = 0; i < result.exponents.size(); ++i)
    result.exponents[i] = p * a.exponents[i] + q * b.exponents[i];
  return result;
}

std::string toPower(const Kind& kind, int power) {
  return power == 1 ? kind.pattern : fmt::format(R"({}\^{})", kind.pattern, power);
}

void appendPowers(const Dimension& wanted, const std::vector<Kind>& kinds, std::vector<std::string>& patterns) {
  for (const Kind& kind : kinds)
    for (int p = -highestPower; p <= highestPower; ++p) {
      if (p == 0 || product(kind.dimension, p, {}, 0) != wanted) continue;
      patterns.push_back(toPower(kind, p));
      if (p < 0) patterns.push_back(fmt::format("1{}{}", over, toPower(kind, -p)));
    }
}

void appendPairs(const Dimension& wanted, const std::vector<Kind>& kinds, std::vector<std::string>& patterns) {
  for (const Kind& first : kinds)
    for (const Kind& second : kinds)
      for (int p = -highestPower; p <= highestPower; ++p)
        for (int q = -highestPower; q <= highestPower; ++q) {
          if (p == 0 || q == 0 || product(first.dimension, p, second.dimension, q) != wanted) continue;
          std::string right = times + toPower(second, q);
          if (q < 0) right = anyOf({right, over + toPower(second, -q)});
          patterns.push_back(toPower(first, p) + right);
        }
}

/// Three or more powers of any units.
std::string patternOfMore() {
  const std::string factor = fmt::format(R"((?:1|{}(?:\^-?[0-9])?))", patternOf([](const auto&) { return true; }));
  return fmt::format("{0}(?:(?:{1}|{2}){0}){{2,}}", factor, times, over);
}

}  // namespace

std::string quantityPattern(std::string_view siUnit) {
  const Dimension wanted = parseUnit(siUnit).dimension;
  const std::vector<Kind> kinds = allKinds();
  std::vector<std::string> patterns;
  appendPowers(wanted, kinds, patterns);
  appendPairs(wanted, kinds, patterns);
  patterns.push_back(patternOfMore());
  return fmt::format(R"(^\s*{}\s*{}?\s*$)", number, anyOf(patterns));
}

std::string stepsPattern() {
  return fmt::format(R"(^\s*{}\s*steps?\s*$)", number);
}

}  // namespace fluxtet::config
