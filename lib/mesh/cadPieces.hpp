// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/cadShapes.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fluxtet {

/// Who keeps a piece that several shapes have in common, as indices into them.
struct PieceOwner {
  std::size_t owner = 0;
  std::optional<std::size_t> rival;  ///< another region that has as much right to it: the owner is not known
};

/// Which solid keeps what several of them share: the one that comes first in `order`, one that is named before one that
/// is not, any before the box of air.
PieceOwner ownerOf(const std::vector<std::size_t>& claimants, const std::vector<CadShape>& shapes,
                   const std::vector<std::string>& order);

/// The shapes that a piece of a certain tag belongs to, indices into those that were cut.
using Claimants = std::map<int, std::vector<std::size_t>>;

/// What shapes became when they were cut at each other.
struct CadPieces {
  Claimants solids, faces;
  std::map<Entity, std::vector<Entity>> of;  ///< the pieces of all that was cut
};

/// Cuts the shapes of Gmsh's model at what they have in common, so that a mesh conforms there. `parts`: what bounds
/// the shapes, or lies in them, and is to keep its tag where it stays whole.
CadPieces cutShapes(const std::vector<CadShape>& shapes, const std::set<Entity>& parts = {});

}  // namespace fluxtet
