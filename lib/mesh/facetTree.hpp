// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace fluxtet {

/// Axis-aligned box in D dimensions. All boxes and points have the same unit of length.
template <int D>
struct Box {
  std::array<double, D> low, high;

  static Box empty() {
    Box box;
    box.low.fill(std::numeric_limits<double>::infinity());
    box.high.fill(-std::numeric_limits<double>::infinity());
    return box;
  }
  void include(const Box& other) {
    for (int a = 0; a < D; ++a) {
      low[a] = std::min(low[a], other.low[a]);
      high[a] = std::max(high[a], other.high[a]);
    }
  }
  bool meets(const Box& other) const {
    for (int a = 0; a < D; ++a)
      if (low[a] > other.high[a] || other.low[a] > high[a]) return false;
    return true;
  }
  /// True if the line from `from` to `to` enters the box.
  bool isEntered(const std::array<double, D>& from, const std::array<double, D>& to) const {
    double first = 0, last = 1;  // the part of the line between the planes of the sides so far
    for (int a = 0; a < D; ++a) {
      const double along = to[a] - from[a];
      if (along == 0) {
        if (from[a] < low[a] || from[a] > high[a]) return false;
        continue;
      }
      const double one = (low[a] - from[a]) / along, other = (high[a] - from[a]) / along;
      first = std::max(first, std::min(one, other));
      last = std::min(last, std::max(one, other));
    }
    return first <= last;
  }
  /// True if a ray from x, m, in the direction of the first axis meets the box.
  bool isAhead(const std::array<double, D>& x) const {
    for (int a = 1; a < D; ++a)
      if (x[a] < low[a] || x[a] > high[a]) return false;
    return x[0] <= high[0];
  }
};

/// Binary tree over boxes, in which each node is halved along its longest side. It finds the pairs of boxes that meet,
/// and the boxes that another box or a ray meets, without a test of every pair or box. It is built in O(n log n).
/// Indices are those of the given boxes.
template <int D>
class FacetTree {
 public:
  /// `boxes` [n] outlive the tree.
  explicit FacetTree(const std::vector<Box<D>>& boxes) : boxes_(boxes), order_(boxes.size()) {
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
    if (!boxes.empty()) build(0, std::ssize(boxes));
  }

  /// Calls visit(i, j) for the indices of every pair of boxes that meet.
  template <class Visit>
  void visitPairs(const Visit& visit) const {
    if (!nodes_.empty()) pairsWithin(0, visit);
  }

  /// Calls visit(i) for the index of every box that meets `box`.
  template <class Visit>
  void visitMeeting(const Box<D>& box, const Visit& visit) const {
    if (!nodes_.empty())
      visitWhere(
          0, [&](const Box<D>& other) { return other.meets(box); }, visit);
  }

  /// Calls visit(i) for the index of every box that the line from `from` to `to` enters.
  template <class Visit>
  void visitEntered(const std::array<double, D>& from, const std::array<double, D>& to, const Visit& visit) const {
    if (!nodes_.empty())
      visitWhere(
          0, [&](const Box<D>& box) { return box.isEntered(from, to); }, visit);
  }

  /// Calls visit(i) for the index of every box that a ray from the point x [axis] in the direction of the first axis
  /// meets.
  template <class Visit>
  void visitAhead(const std::array<double, D>& x, const Visit& visit) const {
    if (!nodes_.empty())
      visitWhere(
          0, [&](const Box<D>& box) { return box.isAhead(x); }, visit);
  }

 private:
  struct Node {
    Box<D> box;
    std::int64_t begin = 0, end = 0;           ///< places in order_
    std::int64_t child = -1, otherChild = -1;  ///< nodes, or -1: a leaf
    bool isLeaf() const { return child < 0; }
  };
  static constexpr std::int64_t leafSize = 4;

  std::int64_t build(std::int64_t begin, std::int64_t end) {
    const auto index = std::ssize(nodes_);
    Node node{Box<D>::empty(), begin, end};
    for (std::int64_t i = begin; i < end; ++i) node.box.include(boxes_[order_[i]]);
    nodes_.push_back(node);
    if (end - begin <= leafSize) return index;
    const std::int64_t middle = (begin + end) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [this, axis = longestSide(node.box)](std::int64_t i, std::int64_t j) {
                       return boxes_[i].low[axis] + boxes_[i].high[axis] < boxes_[j].low[axis] + boxes_[j].high[axis];
                     });
    const std::int64_t child = build(begin, middle), otherChild = build(middle, end);
    nodes_[index].child = child;
    nodes_[index].otherChild = otherChild;
    return index;
  }

  static int longestSide(const Box<D>& box) {
    int longest = 0;
    for (int a = 1; a < D; ++a)
      if (box.high[a] - box.low[a] > box.high[longest] - box.low[longest]) longest = a;
    return longest;
  }

  template <class Visit>
  void visitIfMeeting(std::int64_t i, std::int64_t j, const Visit& visit) const {
    if (boxes_[order_[i]].meets(boxes_[order_[j]])) visit(order_[i], order_[j]);
  }

  template <class Visit>
  void pairsWithin(std::int64_t n, const Visit& visit) const {
    const Node& node = nodes_[n];
    if (!node.isLeaf()) {
      pairsWithin(node.child, visit);
      pairsWithin(node.otherChild, visit);
      return pairsBetween(node.child, node.otherChild, visit);
    }
    for (std::int64_t i = node.begin; i < node.end; ++i)
      for (std::int64_t j = i + 1; j < node.end; ++j) visitIfMeeting(i, j, visit);
  }

  template <class Visit>
  void pairsBetween(std::int64_t m, std::int64_t n, const Visit& visit) const {
    const Node &a = nodes_[m], &b = nodes_[n];
    if (!a.box.meets(b.box)) return;
    if (a.isLeaf() && b.isLeaf()) {
      for (std::int64_t i = a.begin; i < a.end; ++i)
        for (std::int64_t j = b.begin; j < b.end; ++j) visitIfMeeting(i, j, visit);
    } else if (b.isLeaf() || (!a.isLeaf() && a.end - a.begin >= b.end - b.begin)) {
      pairsBetween(a.child, n, visit);
      pairsBetween(a.otherChild, n, visit);
    } else {
      pairsBetween(m, b.child, visit);
      pairsBetween(m, b.otherChild, visit);
    }
  }

  /// Calls visit(i) for the boxes below node n that `touches` accepts; it accepts a box that holds such a one.
  template <class Touches, class Visit>
  void visitWhere(std::int64_t n, const Touches& touches, const Visit& visit) const {
    const Node& node = nodes_[n];
    if (!touches(node.box)) return;
    if (!node.isLeaf()) {
      visitWhere(node.child, touches, visit);
      return visitWhere(node.otherChild, touches, visit);
    }
    for (std::int64_t i = node.begin; i < node.end; ++i)
      if (touches(boxes_[order_[i]])) visit(order_[i]);
  }

  const std::vector<Box<D>>& boxes_;
  std::vector<std::int64_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace fluxtet
