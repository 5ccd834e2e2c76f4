// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/rankCoupling.hpp"
#include "tests/support/statics/staticPiece.hpp"

#include <barrier>
#include <memory>
#include <span>
#include <vector>

namespace fluxtet::test {

/// Threads of one process in the place of ranks.
class ThreadRanks {
 public:
  explicit ThreadRanks(int ranks)
      : values_(static_cast<std::size_t>(ranks)), globals_(values_.size()), barrier_(ranks) {}
  int size() const { return static_cast<int>(values_.size()); }

  /// Adds up what the ranks bring for equal global numbers, on each rank in the order of ranks. Collective.
  template <class Real>
  void sum(int rank, std::span<const std::int32_t> globals, std::span<Real> values);

 private:
  std::vector<std::vector<double>> values_;
  std::vector<std::vector<std::int32_t>> globals_;
  std::barrier<> barrier_;
};

/// One rank's part of a piece.
struct RankPart {
  StaticPiece piece;
  std::vector<std::int32_t> globalDof;  ///< [numDofs] ascending
  std::unique_ptr<statics::RankCoupling> coupling;
};

/// Splits the elements into contiguous parts, one per rank. Loads at dofs go to the rank that counts the dof, which is
/// the first that has it.
std::vector<RankPart> splitPiece(const StaticPiece& whole, ThreadRanks& ranks);

/// function(rank) on a thread for each rank; rethrows what the first of them throws.
template <class Function>
void onEachRank(const ThreadRanks& ranks, const Function& function);

}  // namespace fluxtet::test

#include "tests/support/statics/threadRanks.inl"
