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
/// Clusters of a piece of the curve.
constexpr std::size_t clustersInPiece = 512;

/// Elements change places within pieces of the curve by threads, and beyond them one after the other, so that the order
/// does not depend on how many threads there are.
class Clusters {
 public:
  Clusters(const std::vector<std::int32_t>& neighbour, const std::vector<std::uint32_t>& group, int size)
      : neighbour_(neighbour),
        group_(group),
        size_(size),
        order_(neighbour.size() / 4),
        place_(order_.size()),
        piece_(order_.size(), 0),
        inner_(order_.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    std::iota(place_.begin(), place_.end(), 0);
    for (const std::int32_t e : order_) countInner(e);
  }

  /// Exchanges each element with the one that gains most, if any does: first those whose neighbours are all in one
  /// piece, by threads, then the others.
  void improve();
  std::vector<std::int32_t> order() && { return std::move(order_); }

 private:
  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }
  std::int32_t clusterOf(std::int32_t e) const { return place_[at(e)] / size_; }
  /// Whether two elements are in one piece. Of elements of other pieces nothing else may be asked: they move meanwhile.
  bool areTogether(std::int32_t a, std::int32_t b) const { return piece_[at(a)] == piece_[at(b)]; }

  void improve(std::int32_t e) {
    const std::int32_t partner = bestPartner(e);
    if (partner >= 0) exchange(e, partner);
  }
  /// Of the piece that has the places [begin, end). Returns its elements with neighbours in other pieces, which are
  /// left out.
  std::vector<std::int32_t> improve(std::size_t begin, std::size_t end) {
    const std::vector<std::int32_t> elements(order_.begin() + static_cast<std::ptrdiff_t>(begin),
                                             order_.begin() + static_cast<std::ptrdiff_t>(end));
    std::vector<std::int32_t> left;
    for (const std::int32_t e : elements)
      if (isWithinPiece(e)) {
        improve(e);
      } else {
        left.push_back(e);
      }
    return left;
  }
  bool isWithinPiece(std::int32_t e) const {
    const auto first = neighbour_.begin() + 4 * static_cast<std::ptrdiff_t>(e);
    return std::all_of(first, first + 4, [&](std::int32_t across) { return across < 0 || areTogether(e, across); });
  }

  void exchange(std::int32_t a, std::int32_t b) {
    std::swap(order_[at(place_[at(a)])], order_[at(place_[at(b)])]);
    std::swap(place_[at(a)], place_[at(b)]);
    for (const std::int32_t moved : {a, b}) {
      countInner(moved);
      for (int f = 0; f < 4; ++f)
        if (const std::int32_t across = neighbour_[4 * at(moved) + at(f)]; across >= 0 && areTogether(moved, across))
          countInner(across);
    }
  }
  void countInner(std::int32_t e) { inner_[at(place_[at(e)])] = static_cast<std::uint8_t>(facesTo(e, clusterOf(e))); }

  /// Faces of e towards a cluster of its piece.
  int facesTo(std::int32_t e, std::int32_t cluster) const {
    int count = 0;
    for (int f = 0; f < 4; ++f) {
      const std::int32_t across = neighbour_[4 * at(e) + at(f)];
      if (across >= 0 && areTogether(e, across) && clusterOf(across) == cluster) ++count;
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
      if (across < 0 || !areTogether(e, across) || clusterOf(across) == own) continue;
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
  std::vector<std::int32_t> piece_;  ///< of each element, in this pass
  std::vector<std::uint8_t> inner_;  ///< at each place: faces of its element towards its own cluster
};

void Clusters::improve() {
  const std::size_t length = clustersInPiece * at(size_);
  const auto pieces = static_cast<std::int32_t>((order_.size() + length - 1) / length);
  std::vector<std::vector<std::int32_t>> left(at(pieces));
#pragma omp parallel for schedule(static)
  for (std::size_t k = 0; k < order_.size(); ++k) piece_[at(order_[k])] = static_cast<std::int32_t>(k / length);
#pragma omp parallel for schedule(dynamic)
  for (std::int32_t piece = 0; piece < pieces; ++piece)
    left[at(piece)] = improve(at(piece) * length, std::min(order_.size(), at(piece + 1) * length));
  std::fill(piece_.begin(), piece_.end(), 0);
  for (const auto& ofPiece : left)
    for (const std::int32_t e : ofPiece) improve(e);
}

}  // namespace

std::vector<std::int32_t> clusterOrder(const std::vector<std::int32_t>& neighbour,
                                       const std::vector<std::uint32_t>& group, int size) {
  Clusters clusters(neighbour, group, size);
  for (int pass = 0; pass < passes; ++pass) clusters.improve();
  return std::move(clusters).order();
}

}  // namespace fluxtet::partition
