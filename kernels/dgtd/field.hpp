// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::dgtd {

/// Electric field E in V/m, or magnetic field H, which the engines store as Z0 H in V/m.
enum class Field : int { E = 0, H = 1 };
constexpr Field other(Field f) {
  return f == Field::E ? Field::H : Field::E;
}

}  // namespace fluxtet::dgtd
