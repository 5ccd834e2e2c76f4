// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/rawMesh.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Functions for both tetrahedral and plane meshes that are made from a RawMesh.
namespace fluxtet {

/// Vertex ids of the nodes that elements use, in the order of their tags.
class VertexIds {
 public:
  /// `elementNode`: [element][node] node tags, not negative.
  explicit VertexIds(const std::vector<std::int64_t>& elementNode);
  std::int64_t count() const { return count_; }
  /// Vertex id of the node with this tag; -1 for a node that no element uses.
  std::int64_t operator()(std::int64_t tag) const;

 private:
  bool dense_ = true;
  std::int64_t count_ = 0;
  std::vector<std::int64_t> id_;   ///< dense: by tag
  std::vector<std::int64_t> tag_;  ///< else: by id
};

/// Brings the elements of `raw` into the ascending order of their tags.
void sortElementsByTag(RawMesh& raw);

/// Coordinates of the used nodes, [vertex][xyz], in m if `scale` is in m for each mesh unit. Throws InputError if one
/// is missing. `origin`: the file, for the message.
std::vector<double> usedVertices(const RawMesh& raw, const VertexIds& ids, double scale, const std::string& origin);

}  // namespace fluxtet
