// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// An axis-aligned box, both ends included.
struct Bounds {
  Vec3 low{}, high{};
};

/// Finds the points in a box: a k-d tree (Bentley 1975) whose every node halves its points across their longest extent,
/// so that points of a plane or crowded in a corner are found as fast as spread ones.
class PointTree {
 public:
  /// Points that are not finite are in no box. The points must outlive the tree.
  explicit PointTree(std::span<const Vec3> points);
  /// Appends the indices of the points in `box` to `found`.
  void find(const Bounds& box, std::vector<std::int32_t>& found) const;

 private:
  struct Node {
    Bounds bounds;                    ///< of its points
    std::int32_t begin = 0, end = 0;  ///< of its points in index_
    std::int32_t high = -1;           ///< second child (the first follows its parent), or -1 for a leaf
  };
  void build(std::int32_t begin, std::int32_t end);

  std::span<const Vec3> points_;
  std::vector<std::int32_t> index_;
  std::vector<Node> nodes_;
};

}  // namespace fluxtet
