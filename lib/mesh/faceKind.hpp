// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fluxtet {

/// What lies across an element's face. Decides how the outer trace is formed.
enum class FaceKind : std::uint8_t {
  interior,  ///< an element of this rank; link = 4 * element + its face
  halo,      ///< an element of another rank; link = index of the halo face
  pec,       ///< perfect electric conductor; link unused (-1)
  pmc,       ///< perfect magnetic conductor; link unused (-1)
  absorbing  ///< Silver-Mueller; link = index of the absorbing face
};

}  // namespace fluxtet
