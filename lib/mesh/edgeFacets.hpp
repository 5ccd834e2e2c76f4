// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/simplexMesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// Facets of a plane mesh by edges, for use while visitEdges() goes through the edges in lexicographic order.
class EdgeFacets {
 public:
  explicit EdgeFacets(const SimplexMesh& mesh);

  /// Indices of the facets on the edge from vertex `lower` to vertex `upper`; edges must be asked for in ascending
  /// order.
  std::span<const std::int32_t> on(std::int32_t lower, std::int32_t upper);

  /// Indices of the facets that lie on none of the edges asked for, ascending; to be called after the last edge.
  std::vector<std::int32_t> loose();

 private:
  struct Ends {
    std::int32_t lower, upper;
    auto operator<=>(const Ends&) const = default;
  };
  Ends ends(std::int32_t facet) const;

  const SimplexMesh& mesh_;
  std::vector<std::int32_t> order_;  ///< facets by their ends
  std::vector<std::int32_t> loose_;
  std::size_t next_ = 0;
};

}  // namespace fluxtet
