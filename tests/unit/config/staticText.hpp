// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fluxtet::test {

/// A static case that is as short as can be; further top-level keys may be appended from line 6 on.
inline const std::string smallestStatic = R"(solver: static
mesh: {rectangle: {size: [1, 1], cells: [2, 2]}}
materials: {air: {}}
regions: {box: air}
static: {problem: electrostatic}
)";

/// Electrostatic conditions of every kind, in both spellings.
inline const std::string electrodes = smallestStatic + R"(boundaries:
  Plate: {potential: 48 V}
  Ground: {potential: 5}
  Outer: natural
  Floats: floating
  Drop: {floating: {charge: 2 pC/m}}
  Sheet: {chargeDensity: 1 nC/m^2}
  Left: {antiperiodic: Right}
sources: [{charge: {region: box, density: 1 uC/m^3}}]
output: {quantities: [capacitance]}
)";

}  // namespace fluxtet::test
