// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/edgeFacets.hpp"

#include <algorithm>
#include <numeric>

namespace fluxtet {

EdgeFacets::EdgeFacets(const SimplexMesh& mesh) : mesh_(mesh), order_(mesh.facetGroup.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(), [this](std::int32_t a, std::int32_t b) { return ends(a) < ends(b); });
}

EdgeFacets::Ends EdgeFacets::ends(std::int32_t facet) const {
  const std::size_t first = 2 * static_cast<std::size_t>(facet);
  const auto [lower, upper] = std::minmax(mesh_.facets[first], mesh_.facets[first + 1]);
  return {lower, upper};
}

std::span<const std::int32_t> EdgeFacets::on(std::int32_t lower, std::int32_t upper) {
  const Ends edge{lower, upper};
  while (next_ < order_.size() && ends(order_[next_]) < edge) loose_.push_back(order_[next_++]);
  const std::size_t first = next_;
  while (next_ < order_.size() && ends(order_[next_]) == edge) ++next_;
  return std::span<const std::int32_t>(order_).subspan(first, next_ - first);
}

std::vector<std::int32_t> EdgeFacets::loose() {
  loose_.insert(loose_.end(), order_.begin() + static_cast<std::ptrdiff_t>(next_), order_.end());
  next_ = order_.size();
  std::sort(loose_.begin(), loose_.end());
  return loose_;
}

}  // namespace fluxtet
