// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

namespace fluxtet {

/// A length, m, for messages: "3.2 mm", "1.5 m".
inline std::string lengthText(double length) {
  return length < 1 ? fmt::format("{:.3g} mm", 1e3 * length) : fmt::format("{:.3g} m", length);
}

}  // namespace fluxtet
