// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What a case says of walls with an impedance, of metal surfaces and of thin sheets.
#pragma once

#include "lib/base/choices.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace fluxtet::dgtd {

enum class CircuitConnection { series, parallel };
inline constexpr Choice<CircuitConnection> circuitConnections[] = {{"series", CircuitConnection::series},
                                                                   {"parallel", CircuitConnection::parallel}};
constexpr std::span<const Choice<CircuitConnection>> choicesOf(CircuitConnection) {
  return circuitConnections;
}

/// `impedance:` of a boundary: a circuit for each square of the surface, at least one of its elements.
struct ImpedanceSettings {
  std::optional<double> R{};  ///< ohm
  std::optional<double> L{};  ///< H
  std::optional<double> C{};  ///< F
  CircuitConnection connection = CircuitConnection::series;
  bool operator==(const ImpedanceSettings&) const = default;
};

/// `conductor:` of a boundary: metal, by its own conductivity or that of a material.
struct ConductorSettings {
  std::optional<std::string> material{};  ///< a material of the case, or one of `metals`
  std::optional<double> sigma{};          ///< S/m; set from the material
  double muR = 1;
  std::optional<double> thickness{};            ///< m; absent: much more than the skin depth
  std::optional<std::array<double, 2>> band{};  ///< Hz, of the fit; absent: it follows from the case
  bool operator==(const ConductorSettings&) const = default;
};

/// `sheet:` of a boundary: a thin resistive film between two elements.
struct SheetSettings {
  double resistance = 0;  ///< ohm, of each square
  bool operator==(const SheetSettings&) const = default;
};

/// Conductivities of metals at 20 degrees Celsius, S/m. Copper: International Annealed Copper Standard (1913); the
/// others: CRC Handbook of Chemistry and Physics, electrical resistivity of pure metals; brass of 30 % zinc: 28 % of
/// the copper standard (Copper Development Association, C26000).
struct Metal {
  const char* name;
  double sigma;
};
inline constexpr Metal metals[] = {{"copper", 5.8e7},     {"silver", 6.30e7}, {"gold", 4.52e7},
                                   {"aluminium", 3.77e7}, {"brass", 1.62e7},  {"tungsten", 1.89e7}};

}  // namespace fluxtet::dgtd
