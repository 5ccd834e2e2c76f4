// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/cadPieces.hpp"
#include "lib/mesh/cadShapes.hpp"
#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"

#include <set>
#include <vector>

namespace fluxtet {

/// A model whose shapes share what they have in common.
struct ConformingModel {
  std::vector<CadShape> shapes;  ///< with the box of air
  CadPieces pieces;
  EntityNames names;  ///< of volumes and surfaces
};

/// Makes one conforming model of the shapes of Gmsh's current model: of solids that overlap the one that comes first in
/// `source.priority` keeps what they share, sheets cut what they lie in, and `source.airBox` fills what is left of its
/// box. `parts` as in cutShapes(); `unit`: m per unit of the model. Throws InputError.
ConformingModel conformingModel(std::vector<CadShape> shapes, const std::set<Entity>& parts, const MeshSource& source,
                                double unit);

/// The same of the faces of a plane model, which are its regions.
EntityNames conformingPlane(const std::vector<CadShape>& faces, const MeshSource& source);

}  // namespace fluxtet
