// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <cstdint>
#include <vector>

namespace fluxtet {

/// Sizes that grow with the distance from points: at x the smallest of size + growth * distance over all points. A tree
/// of boxes round the points (a k-d tree, Bentley 1975) leaves out those that are too far away to count.
class GradedSizes {
 public:
  /// A point and the size at it, in one unit of length.
  struct Source {
    Vec3 at{};
    double size = 0;
  };
  /// `growth`: of the size for each unit of distance, not negative.
  GradedSizes(std::vector<Source> sources, double growth);
  /// Infinity where there are no sources.
  double at(const Vec3& x) const;

 private:
  struct Node {
    Vec3 low{}, high{};
    double least = 0;                 ///< size of its sources
    std::int32_t begin = 0, end = 0;  ///< in sources_
    std::int32_t second = -1;         ///< child (the first follows its parent), or -1 for a leaf
  };
  std::int32_t build(std::int32_t begin, std::int32_t end);
  /// What no source of a node falls below at x.
  double bound(std::int32_t node, const Vec3& x) const;
  void search(std::int32_t node, const Vec3& x, double& smallest) const;

  std::vector<Source> sources_;
  std::vector<Node> nodes_;
  double growth_;
};

}  // namespace fluxtet
