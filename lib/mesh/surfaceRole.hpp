// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fluxtet {

/// Role of the faces of a surface group.
enum class SurfaceRole : std::uint8_t {
  none,   ///< nothing: faces between two elements stay ordinary inner faces; outer faces may not be of this group
  sheet,  ///< boundary faces; between two elements a thin sheet, whose sides do not see each other
  hull    ///< boundary faces; outer faces only
};

}  // namespace fluxtet
