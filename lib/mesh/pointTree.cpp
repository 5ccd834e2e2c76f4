// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/pointTree.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fluxtet {

namespace {

constexpr std::int32_t pointsPerLeaf = 8;

bool isFinite(const Vec3& x) {
  return std::isfinite(x[0]) && std::isfinite(x[1]) && std::isfinite(x[2]);
}

bool contains(const Bounds& box, const Vec3& x) {
  for (int a = 0; a < 3; ++a)
    if (x[a] < box.low[a] || x[a] > box.high[a]) return false;
  return true;
}

bool overlap(const Bounds& a, const Bounds& b) {
  for (int i = 0; i < 3; ++i)
    if (a.high[i] < b.low[i] || b.high[i] < a.low[i]) return false;
  return true;
}

}  // namespace

PointTree::PointTree(std::span<const Vec3> points) : points_(points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (isFinite(points[i])) index_.push_back(static_cast<std::int32_t>(i));
  if (!index_.empty()) build(0, static_cast<std::int32_t>(index_.size()));
}

void PointTree::build(std::int32_t begin, std::int32_t end) {
  const auto node = nodes_.size();
  Bounds bounds{points_[index_[begin]], points_[index_[begin]]};
  for (std::int32_t i = begin; i < end; ++i)
    for (int a = 0; a < 3; ++a) {
      bounds.low[a] = std::min(bounds.low[a], points_[index_[i]][a]);
      bounds.high[a] = std::max(bounds.high[a], points_[index_[i]][a]);
    }
  nodes_.push_back({bounds, begin, end, -1});
  if (end - begin <= pointsPerLeaf) return;

  const Vec3 extent = bounds.high - bounds.low;
  const auto axis = std::max_element(extent.begin(), extent.end()) - extent.begin();
  const std::int32_t middle = begin + (end - begin) / 2;
  std::nth_element(index_.begin() + begin, index_.begin() + middle, index_.begin() + end,
                   [&](std::int32_t a, std::int32_t b) { return points_[a][axis] < points_[b][axis]; });
  build(begin, middle);
  nodes_[node].high = static_cast<std::int32_t>(nodes_.size());
  build(middle, end);
}

void PointTree::find(const Bounds& box, std::vector<std::int32_t>& found) const {
  if (nodes_.empty()) return;
  // Halving 2^31 points gives at most 31 levels, each of which leaves one sibling on the stack.
  std::array<std::int32_t, 40> stack;
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const std::int32_t n = stack[--top];
    const Node& node = nodes_[n];
    if (!overlap(node.bounds, box)) continue;
    if (node.high >= 0) {
      stack[top++] = node.high;
      stack[top++] = n + 1;
      continue;
    }
    for (std::int32_t i = node.begin; i < node.end; ++i)
      if (contains(box, points_[index_[i]])) found.push_back(index_[i]);
  }
}

}  // namespace fluxtet
