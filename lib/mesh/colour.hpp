// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

namespace fluxtet {

/// Red, green and blue, 0 to 255 each, as screens show them (sRGB).
using Colour = std::array<int, 3>;

/// The colour of a text "#rrggbb"; nothing if it is none.
std::optional<Colour> parseColour(const std::string& text);

/// "#rrggbb"
std::string colourText(const Colour& colour);

}  // namespace fluxtet
