// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fluxtet {

/// Kind of the element's neighbour across one of its faces.
enum class FaceKind : std::uint8_t {
  interior,  ///< an element of this rank; link = 4 * element + its face
  halo,      ///< an element of another rank; link = index of the halo face
  boundary   ///< no element: the hull of the mesh, or one side of a sheet; link = index of the boundary face
};

}  // namespace fluxtet
