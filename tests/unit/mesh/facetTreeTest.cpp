// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/vec3.hpp"
#include "lib/mesh/facetTree.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace fluxtet::test {
namespace {

/// Whether a point of the line from `from` to `to`, one of many, lies in the box, whose sides are moved out by
/// `margin`.
bool hasPointIn(const Box<3>& box, const Vec3& from, const Vec3& to, double margin) {
  constexpr int points = 2000;
  for (int i = 0; i <= points; ++i) {
    const Vec3 x = from + static_cast<double>(i) / points * (to - from);
    bool isIn = true;
    for (std::size_t a = 0; a < 3; ++a) isIn = isIn && x[a] >= box.low[a] - margin && x[a] <= box.high[a] + margin;
    if (isIn) return true;
  }
  return false;
}

TEST(FacetTree, findsTheBoxesThatALineEnters) {
  auto number = [state = 1u]() mutable { return (state = 1664525u * state + 1013904223u) / 4294967296.0; };
  const auto point = [&] { return Vec3{number(), number(), number()}; };
  std::vector<Box<3>> boxes;
  for (int i = 0; i < 200; ++i) {
    boxes.push_back(Box<3>::empty());
    const Vec3 corner = point();
    boxes.back().include({corner, corner});
    const Vec3 other = corner + 0.3 * point();
    boxes.back().include({other, other});
  }
  const FacetTree<3> tree(boxes);
  std::size_t entered = 0;
  for (int line = 0; line < 50; ++line) {
    const Vec3 from = point();
    Vec3 to = point();
    if (line % 5 == 0) to[1] = from[1];  // parallel to sides
    std::set<std::int64_t> found;
    tree.visitEntered(from, to, [&](std::int64_t i) { EXPECT_TRUE(found.insert(i).second); });
    entered += found.size();
    const double between = norm(to - from) / 2000;  // two of the points
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const bool isFound = found.contains(static_cast<std::int64_t>(i));
      if (hasPointIn(boxes[i], from, to, 0)) EXPECT_TRUE(isFound) << line << ' ' << i;
      if (isFound) EXPECT_TRUE(hasPointIn(boxes[i], from, to, between)) << line << ' ' << i;
    }
  }
  EXPECT_GT(entered, 50u);
}

}  // namespace
}  // namespace fluxtet::test
