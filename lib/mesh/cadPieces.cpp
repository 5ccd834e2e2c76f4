// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/cadPieces.hpp"

#include <gmsh.h>

#include <algorithm>

namespace fluxtet {
namespace {

std::size_t rankOf(const CadShape& shape, const std::vector<std::string>& order) {
  if (shape.isAir) return order.size() + 1;
  const auto place = std::find(order.begin(), order.end(), shape.group());
  return static_cast<std::size_t>(place - order.begin());
}

/// The shapes of one dimension that each piece belongs to, by its tag.
std::map<int, std::vector<std::size_t>> claimantsOfPieces(int dimension, const std::vector<CadShape>& shapes,
                                                          const std::vector<gmsh::vectorpair>& piecesOf) {
  std::map<int, std::vector<std::size_t>> claimants;
  for (std::size_t s = 0; s < shapes.size(); ++s)
    if (shapes[s].dimension == dimension)
      for (const auto& [pieceDimension, tag] : piecesOf[s])
        if (pieceDimension == dimension) claimants[tag].push_back(s);
  return claimants;
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

CadPieces cutShapes(const std::vector<CadShape>& shapes) {
  gmsh::vectorpair entities, pieces;
  for (const CadShape& shape : shapes) entities.emplace_back(shape.dimension, shape.tag);
  std::vector<gmsh::vectorpair> piecesOf(1, entities);
  if (entities.size() > 1)
    gmsh::model::occ::fragment({entities.front()}, {entities.begin() + 1, entities.end()}, pieces, piecesOf);
  gmsh::model::occ::synchronize();
  return {claimantsOfPieces(3, shapes, piecesOf), claimantsOfPieces(2, shapes, piecesOf)};
}

}  // namespace fluxtet
