// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// All edges of a mesh, each once, by their lower vertex: the upper vertices of v's edges are
/// upper[begin[v]..begin[v+1]-1], ascending.
class EdgeTable {
 public:
  /// `elements`: [n][4] vertex ids in 0..numVertices-1, ascending within each element.
  EdgeTable(std::span<const std::int64_t> elements, std::int64_t numVertices);

  std::int64_t numEdges() const { return static_cast<std::int64_t>(upper_.size()); }
  std::span<const std::int64_t> upper(std::int64_t v) const {
    return std::span(upper_).subspan(begin_[v], begin_[v + 1] - begin_[v]);
  }
  /// Number of the edge (a, b), a < b, in lexicographic order. The mesh has that edge.
  std::int64_t edge(std::int64_t a, std::int64_t b) const;

 private:
  std::vector<std::int64_t> begin_, upper_;
};

}  // namespace fluxtet
