// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/clusterOrder.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace fluxtet::partition {
namespace {

constexpr int passes = 2;

class Clusters {
 public:
  Clusters(const std::vector<std::int32_t>& neighbour, const std::vector<std::uint32_t>& group, int size)
      : neighbour_(neighbour),
        group_(group),
        size_(size),
        order_(neighbour.size() / 4),
        place_(order_.size()),
        inner_(order_.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    std::iota(place_.begin(), place_.end(), 0);
    for (const std::int32_t e : order_) countInner(e);
  }

  /// Exchanges each element with the one that gains most, if any does.
  void improve() {
    for (std::int32_t e = 0; e < static_cast<std::int32_t>(place_.size()); ++e) {
      const std::int32_t partner = bestPartner(e);
      if (partner >= 0) exchange(e, partner);
    }
  }
  std::vector<std::int32_t> order() && { return std::move(order_); }

 private:
  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }
  std::int32_t clusterOf(std::int32_t e) const { return place_[at(e)] / size_; }

  void exchange(std::int32_t a, std::int32_t b) {
    std::swap(order_[at(place_[at(a)])], order_[at(place_[at(b)])]);
    std::swap(place_[at(a)], place_[at(b)]);
    for (const std::int32_t moved : {a, b}) {
      countInner(moved);
      for (int f = 0; f < 4; ++f)
        if (const std::int32_t across = neighbour_[4 * at(moved) + at(f)]; across >= 0) countInner(across);
    }
  }
  void countInner(std::int32_t e) { inner_[at(place_[at(e)])] = static_cast<std::uint8_t>(facesTo(e, clusterOf(e))); }

  /// Faces of e towards a cluster.
  int facesTo(std::int32_t e, std::int32_t cluster) const {
    int count = 0;
    for (int f = 0; f < 4; ++f) {
      const std::int32_t across = neighbour_[4 * at(e) + at(f)];
      if (across >= 0 && clusterOf(across) == cluster) ++count;
    }
    return count;
  }
  bool areNeighbours(std::int32_t a, std::int32_t b) const {
    const auto begin = neighbour_.begin() + 4 * static_cast<std::ptrdiff_t>(a);
    return std::find(begin, begin + 4, b) != begin + 4;
  }

  /// The element of a cluster across one of e's faces whose exchange with e saves most faces between clusters; -1 if
  /// none saves any.
  std::int32_t bestPartner(std::int32_t e) const {
    const std::int32_t own = clusterOf(e);
    const int stays = inner_[at(place_[at(e)])];
    if (stays == 4) return -1;
    int bestGain = 0;
    std::int32_t best = -1;
    for (int f = 0; f < 4; ++f) {
      const std::int32_t across = neighbour_[4 * at(e) + at(f)];
      if (across < 0 || clusterOf(across) == own) continue;
      const std::int32_t other = clusterOf(across);
      const int moves = facesTo(e, other) - stays;
      const auto end = std::min(order_.size(), at(other + 1) * at(size_));
      for (std::size_t k = at(other) * at(size_); k < end; ++k) {
        // At best all of the partner's other faces lead to e's cluster: most need no closer look.
        if (moves + 4 - 2 * inner_[k] <= bestGain) continue;
        const std::int32_t partner = order_[k];
        if (group_[at(partner)] != group_[at(e)]) continue;
        // A common face stays between the clusters, though it was counted as gained twice.
        const int gain = moves + facesTo(partner, own) - inner_[k] - (areNeighbours(e, partner) ? 2 : 0);
        if (gain > bestGain) bestGain = gain, best = partner;
      }
    }
    return best;
  }

  const std::vector<std::int32_t>& neighbour_;
  const std::vector<std::uint32_t>& group_;
  std::int32_t size_;
  std::vector<std::int32_t> order_;  ///< element at each place
  std::vector<std::int32_t> place_;  ///< of each element
  std::vector<std::uint8_t> inner_;  ///< at each place: faces of its element towards its own cluster
};

}  // namespace

std::vector<std::int32_t> clusterOrder(const std::vector<std::int32_t>& neighbour,
                                       const std::vector<std::uint32_t>& group, int size) {
  Clusters clusters(neighbour, group, size);
  for (int pass = 0; pass < passes; ++pass) clusters.improve();
  return std::move(clusters).order();
}

}  // namespace fluxtet::partition
