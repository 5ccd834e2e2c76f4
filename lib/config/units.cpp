// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/units.hpp"

#include "lib/config/namedUnits.hpp"
#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace fluxtet::config {

namespace {

std::optional<Unit> findUnit(std::string_view name) {
  for (const NamedUnit& unit : namedUnits())
    if (unit.name == name) return Unit{unit.factor, unit.dimension};
  for (const Prefix& prefix : prefixes()) {
    if (!name.starts_with(prefix.name)) continue;
    for (const NamedUnit& unit : namedUnits())
      if (unit.prefixed && unit.name == name.substr(prefix.name.size()))
        return Unit{prefix.factor * unit.factor, unit.dimension};
  }
  return std::nullopt;
}

std::vector<std::string> allUnitNames() {
  std::vector<std::string> names;
  for (const NamedUnit& unit : namedUnits()) {
    names.emplace_back(unit.name);
    if (!unit.prefixed) continue;
    for (const Prefix& prefix : prefixes()) names.push_back(std::string(prefix.name) + std::string(unit.name));
  }
  return names;
}

/// One factor of a composed unit: "mm", "mm^2", "s^-1", or the 1 of "1/s".
Unit parseFactor(std::string_view text) {
  if (text == "1") return {};
  const auto caret = text.find('^');
  const std::string_view name = text.substr(0, caret);
  int power = 1;
  if (caret != std::string_view::npos) {
    const std::string_view digits = text.substr(caret + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), power);
    if (error != std::errc() || end != digits.data() + digits.size() || power < -9 || power > 9)
      throw std::invalid_argument(fmt::format("'{}' is not a whole power of a unit", text));
  }
  const auto unit = findUnit(name);
  if (!unit) throw std::invalid_argument(fmt::format("unknown unit '{}'{}", name, didYouMean(name, allUnitNames())));
  Unit result{std::pow(unit->factor, power), unit->dimension};
  for (int& exponent : result.dimension.exponents) exponent *= power;
  return result;
}

void multiply(Unit& product, const Unit& factor, bool divide) {
  if (divide) {
    product.factor /= factor.factor;
  } else {
    product.factor *= factor.factor;
  }
  for (std::size_t i = 0; i < factor.dimension.exponents.size(); ++i)
    product.dimension.exponents[i] += (divide ? -1 : 1) * factor.dimension.exponents[i];
}

/// What stands between two factors: "*", "·" or blanks for the product, "/" for the quotient.
struct Separator {
  std::size_t length = 0;
  int operators = 0;  ///< how many; more than one is an error, none means blanks
  bool divides = false;
};

Separator separatorAt(std::string_view text) {
  constexpr std::string_view dot = "·";
  Separator result;
  while (result.length < text.size()) {
    const std::string_view rest = text.substr(result.length);
    const bool blank = rest.front() == ' ';
    const bool slash = rest.front() == '/';
    const bool isDot = rest.starts_with(dot);
    if (!blank && !slash && !isDot && rest.front() != '*') break;
    result.operators += blank ? 0 : 1;
    result.divides = result.divides || slash;
    result.length += isDot ? dot.size() : 1;
  }
  return result;
}

/// Length of the factor that `text` begins with.
std::size_t factorLength(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && separatorAt(text.substr(length)).length == 0) ++length;
  return length;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

Unit parseUnit(std::string_view text) {
  Unit product;
  std::string_view rest = trimmed(text);
  bool divides = false;
  while (!rest.empty()) {
    const std::size_t length = factorLength(rest);
    const Separator separator = separatorAt(rest.substr(length));
    const bool last = length + separator.length == rest.size();
    if (length == 0 || separator.operators > 1 || (last && separator.operators > 0))
      throw std::invalid_argument(fmt::format("'{}' is not a unit", text));
    multiply(product, parseFactor(rest.substr(0, length)), divides);
    divides = separator.divides;
    rest.remove_prefix(length + separator.length);
  }
  return product;
}

std::optional<Quantity> splitQuantity(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  // from_chars would take "inf" and "nan" for numbers.
  const auto digit = text.find_first_not_of("-.");
  if (digit == std::string_view::npos || text[digit] < '0' || text[digit] > '9') return std::nullopt;
  Quantity quantity;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), quantity.number);
  if (error != std::errc() || !std::isfinite(quantity.number)) return std::nullopt;
  quantity.unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  return quantity;
}

double toSi(const Quantity& quantity, std::string_view siUnit) {
  if (quantity.unit.empty()) return quantity.number;
  const Unit unit = parseUnit(quantity.unit);
  const Unit expected = parseUnit(siUnit);
  if (unit.dimension != expected.dimension) {
    if (siUnit.empty()) throw std::invalid_argument(fmt::format("'{}' is out of place", quantity.unit));
    throw std::invalid_argument(fmt::format("'{}' is a unit of another kind than {}", quantity.unit, siUnit));
  }
  // Dividing by a whole number rounds once where multiplying by its inexact inverse rounds twice: 10 mm is exactly 0.01
  // m.
  const double inverse = std::round(expected.factor / unit.factor);
  const bool submultiple =
      unit.factor < expected.factor && std::abs(inverse * unit.factor - expected.factor) <= 1e-12 * expected.factor;
  return submultiple ? quantity.number / inverse : quantity.number * (unit.factor / expected.factor);
}

}  // namespace fluxtet::config
