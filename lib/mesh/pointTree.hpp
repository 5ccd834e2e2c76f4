// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// Axis-aligned box, both ends included, in the unit of the points.
struct Bounds {
  Vec3 low{}, high{};
};

/// Finds the points in a box: a k-d tree (Bentley 1975). Each node halves its points across their longest extent, so
/// that a search takes no longer where points lie in a plane or crowd in a corner.
class PointTree {
 public:
  /// `points` [n], in any unit of length, outlive the tree. A point that is not finite is in no box.
  explicit PointTree(std::span<const Vec3> points);
  /// Appends to `found` the indices into `points` of the points in `box`.
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
