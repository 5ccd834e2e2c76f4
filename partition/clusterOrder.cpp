// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/clusterOrder.hpp"

#include <array>
#include <cstddef>

namespace fluxtet {
namespace {

class ClusterGrowth {
 public:
  explicit ClusterGrowth(const std::vector<std::int32_t>& neighbour)
      : neighbour_(neighbour), taken_(neighbour.size() / 4, false), cluster_(taken_.size(), -1), shared_(taken_.size(), 0) {}

  std::vector<std::int32_t> run(int size) {
    std::vector<std::int32_t> order;
    order.reserve(taken_.size());
    for (std::int32_t cluster = 0; order.size() < taken_.size(); ++cluster) {
      for (auto& candidates : candidates_) candidates.clear();
      for (int k = 0; k < size && order.size() < taken_.size(); ++k) {
        const std::int32_t e = next();
        taken_[static_cast<std::size_t>(e)] = true;
        order.push_back(e);
        offerNeighbours(e, cluster);
      }
    }
    return order;
  }

 private:
  /// The free element with most faces on the cluster; if none touches it, the first on the curve.
  std::int32_t next() {
    for (int shared = 4; shared > 0; --shared) {
      const std::int32_t e = firstOf(shared);
      if (e >= 0) return e;
    }
    while (taken_[static_cast<std::size_t>(firstFree_)]) ++firstFree_;
    return firstFree_;
  }

  /// The first on the curve of those that share so many faces with the cluster, or -1. Forgets who is no longer one of them.
  std::int32_t firstOf(int shared) {
    auto& candidates = candidates_[static_cast<std::size_t>(shared)];
    std::int32_t best = -1;
    std::size_t kept = 0;
    for (const std::int32_t e : candidates) {
      if (taken_[static_cast<std::size_t>(e)] || shared_[static_cast<std::size_t>(e)] != shared) continue;
      candidates[kept++] = e;
      if (best < 0 || e < best) best = e;
    }
    candidates.resize(kept);
    return best;
  }

  void offerNeighbours(std::int32_t e, std::int32_t cluster) {
    for (int f = 0; f < 4; ++f) {
      const std::int32_t across = neighbour_[4 * static_cast<std::size_t>(e) + static_cast<std::size_t>(f)];
      if (across < 0 || taken_[static_cast<std::size_t>(across)]) continue;
      auto& shared = shared_[static_cast<std::size_t>(across)];
      auto& owner = cluster_[static_cast<std::size_t>(across)];
      if (owner != cluster) owner = cluster, shared = 0;
      candidates_[static_cast<std::size_t>(++shared)].push_back(across);
    }
  }

  const std::vector<std::int32_t>& neighbour_;
  std::vector<bool> taken_;
  std::vector<std::int32_t> cluster_;  ///< last cluster that an element touched
  std::vector<std::int8_t> shared_;    ///< faces that it shares with that
  std::array<std::vector<std::int32_t>, 5> candidates_;  ///< by shared faces
  std::int32_t firstFree_ = 0;
};

}  // namespace

std::vector<std::int32_t> clusterOrder(const std::vector<std::int32_t>& neighbour, int size) {
  return ClusterGrowth(neighbour).run(size);
}

}  // namespace fluxtet
