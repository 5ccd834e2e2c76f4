// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace fluxtet {

/// Surfaces of a box that the program makes, of BoxMesh and of AirBox.
inline constexpr std::array<const char*, 6> sideNames{"x-", "x+", "y-", "y+", "z-", "z+"};

}  // namespace fluxtet
