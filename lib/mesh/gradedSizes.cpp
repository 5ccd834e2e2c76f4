// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gradedSizes.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace fluxtet {

GradedSizes::GradedSizes(std::vector<Source> sources, double growth) : sources_(std::move(sources)), growth_(growth) {
  if (!sources_.empty()) build(0, static_cast<std::int32_t>(sources_.size()));
}

std::int32_t GradedSizes::build(std::int32_t begin, std::int32_t end) {
  constexpr std::int32_t leaf = 8;
  const auto index = static_cast<std::int32_t>(nodes_.size());
  const auto first = sources_.begin() + begin, last = sources_.begin() + end;
  Node node{first->at, first->at, first->size, begin, end};
  for (auto source = first; source != last; ++source) {
    node.least = std::min(node.least, source->size);
    for (std::size_t a = 0; a < 3; ++a) {
      node.low[a] = std::min(node.low[a], source->at[a]);
      node.high[a] = std::max(node.high[a], source->at[a]);
    }
  }
  nodes_.push_back(node);
  if (end - begin <= leaf) return index;
  const Vec3 extent = node.high - node.low;
  const auto axis = static_cast<std::size_t>(std::max_element(extent.begin(), extent.end()) - extent.begin());
  const std::int32_t middle = (begin + end) / 2;
  std::nth_element(first, sources_.begin() + middle, last,
                   [axis](const Source& a, const Source& b) { return a.at[axis] < b.at[axis]; });
  build(begin, middle);
  const std::int32_t second = build(middle, end);
  nodes_[static_cast<std::size_t>(index)].second = second;
  return index;
}

double GradedSizes::bound(std::int32_t node, const Vec3& x) const {
  const Node& n = nodes_[static_cast<std::size_t>(node)];
  Vec3 apart{};
  for (std::size_t a = 0; a < 3; ++a) apart[a] = std::max({n.low[a] - x[a], x[a] - n.high[a], 0.0});
  return n.least + growth_ * norm(apart);
}

void GradedSizes::search(std::int32_t node, const Vec3& x, double& smallest) const {
  const Node& n = nodes_[static_cast<std::size_t>(node)];
  if (n.second < 0) {
    for (std::int32_t i = n.begin; i < n.end; ++i) {
      const Source& source = sources_[static_cast<std::size_t>(i)];
      smallest = std::min(smallest, source.size + growth_ * norm(source.at - x));
    }
    return;
  }
  std::int32_t nearer = node + 1, other = n.second;
  double nearBound = bound(nearer, x), otherBound = bound(other, x);
  if (otherBound < nearBound) {
    std::swap(nearer, other);
    std::swap(nearBound, otherBound);
  }
  if (nearBound < smallest) search(nearer, x, smallest);
  if (otherBound < smallest) search(other, x, smallest);
}

double GradedSizes::at(const Vec3& x) const {
  double smallest = std::numeric_limits<double>::infinity();
  if (!nodes_.empty()) search(0, x, smallest);
  return smallest;
}

}  // namespace fluxtet
