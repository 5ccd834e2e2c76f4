// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/cadPieces.hpp"

#include <gmsh.h>

#include <algorithm>
#include <set>

namespace fluxtet {
namespace {

std::size_t rankOf(const CadShape& shape, const std::vector<std::string>& order) {
  if (shape.isAir) return order.size() + 1;
  const auto place = std::find(order.begin(), order.end(), shape.group());
  return static_cast<std::size_t>(place - order.begin());
}

/// The shapes of one dimension that each piece belongs to, by its tag.
Claimants claimantsOfPieces(int dimension, const std::vector<CadShape>& shapes,
                            const std::map<Entity, std::vector<Entity>>& piecesOf) {
  Claimants claimants;
  for (std::size_t s = 0; s < shapes.size(); ++s)
    if (shapes[s].dimension == dimension)
      for (const auto& [pieceDimension, tag] : piecesOf.at({dimension, shapes[s].tag}))
        if (pieceDimension == dimension) claimants[tag].push_back(s);
  return claimants;
}

/// All that is to be cut: first parts of others, those of lower dimension before those that they bound, or Gmsh gives
/// them new tags and does not tell which.
std::vector<Entity> inOrder(const std::vector<CadShape>& shapes, const std::set<Entity>& parts) {
  std::vector<Entity> order(parts.begin(), parts.end());
  std::set<Entity> known = parts;
  const auto add = [&](bool faces) {
    for (const CadShape& shape : shapes) {
      const bool isFace = shape.dimension == 2 && !shape.isSheet;
      if (isFace == faces && known.emplace(shape.dimension, shape.tag).second)
        order.emplace_back(shape.dimension, shape.tag);
    }
  };
  add(true);
  add(false);
  return order;
}

/// Takes all that the kernel has out of Gmsh's model, for synchronize() to put in what is there after cutting: it would
/// leave faces as they are that keep their tag while curves round them are cut.
void clearModel() {
  std::vector<Entity> entities, known;
  gmsh::model::occ::getEntities(known);
  gmsh::model::getEntities(entities);
  const std::set<Entity> ofKernel(known.begin(), known.end());
  std::erase_if(entities, [&](const Entity& entity) { return !ofKernel.contains(entity); });
  std::reverse(entities.begin(), entities.end());  // nothing goes before what it bounds
  gmsh::model::removeEntities(entities);
}

}  // namespace

PieceOwner ownerOf(const std::vector<std::size_t>& claimants, const std::vector<CadShape>& shapes,
                   const std::vector<std::string>& order) {
  const auto before = [&](std::size_t a, std::size_t b) { return rankOf(shapes[a], order) < rankOf(shapes[b], order); };
  PieceOwner result{*std::min_element(claimants.begin(), claimants.end(), before), {}};
  for (const std::size_t other : claimants)
    if (!result.rival && shapes[other].group() != shapes[result.owner].group() && !before(result.owner, other))
      result.rival = other;
  return result;
}

CadPieces cutShapes(const std::vector<CadShape>& shapes, const std::set<Entity>& parts) {
  const std::vector<Entity> entities = inOrder(shapes, parts);
  clearModel();
  std::vector<Entity> pieces;
  std::vector<std::vector<Entity>> piecesOf(1, entities);
  if (entities.size() > 1)
    gmsh::model::occ::fragment({entities.front()}, {entities.begin() + 1, entities.end()}, pieces, piecesOf);
  gmsh::model::occ::synchronize();
  CadPieces result;
  for (std::size_t n = 0; n < entities.size(); ++n) result.of[entities[n]] = piecesOf[n];
  result.solids = claimantsOfPieces(3, shapes, result.of);
  result.faces = claimantsOfPieces(2, shapes, result.of);
  return result;
}

}  // namespace fluxtet
