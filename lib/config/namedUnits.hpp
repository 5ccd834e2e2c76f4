// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/units.hpp"

#include <string_view>
#include <vector>

namespace fluxtet::config {

/// A unit that has a name of its own.
struct NamedUnit {
  std::string_view name;
  double factor;  ///< SI units of its dimension
  Dimension dimension;
  bool prefixed;  ///< whether it takes prefixes
};
/// The units of the case file (SI brochure, 9th edition, tables 2, 4 and 8).
const std::vector<NamedUnit>& namedUnits();

/// A prefix of a unit.
struct Prefix {
  std::string_view name;
  double factor;
};
const std::vector<Prefix>& prefixes();

}  // namespace fluxtet::config
