// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace fluxtet::config {

/// Exponents of m, kg, s, A, and of the angle (rad) and level (dB), which are told apart from plain numbers.
struct Dimension {
  std::array<int, 6> exponents{};
  bool operator==(const Dimension&) const = default;
};

/// A unit: `factor` SI units of its dimension.
struct Unit {
  double factor = 1;
  Dimension dimension;
};

/// Parses "mm", "A/mm^2", "A*m", "V m^-1", "1/s". Empty text is the plain number 1.
/// Throws std::invalid_argument that says what is wrong and names the nearest unit.
Unit parseUnit(std::string_view text);

/// A number with the text of its unit, as it stands in the file.
struct Quantity {
  double number = 0;
  std::string unit;  ///< empty: a plain number
};

/// Splits "1.8 GHz" or "1.8GHz"; nothing if the text does not start with a finite decimal number.
std::optional<Quantity> splitQuantity(std::string_view text);

/// Value of `quantity` in the SI unit `siUnit`; a number without a unit has that unit already. Throws
/// std::invalid_argument with a message for the user if the dimensions differ.
double toSi(const Quantity& quantity, std::string_view siUnit);

}  // namespace fluxtet::config
