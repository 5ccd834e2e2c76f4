// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/simplexMesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// The facets of a plane mesh, to be met edge by edge while visitEdges() goes through the edges in lexicographic order.
class EdgeFacets {
 public:
  explicit EdgeFacets(const SimplexMesh& mesh);

  /// The facets (indices) on the edge (lower, upper); edges must be asked for in ascending order.
  std::span<const std::int32_t> on(std::int32_t lower, std::int32_t upper);

  /// The facets that lie on none of the edges asked for, ascending; to be called after the last edge.
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
