// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/statics/threadRanks.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fluxtet::test {

using namespace fluxtet::statics;

template <class Real>
void ThreadRanks::sum(int rank, std::span<const std::int32_t> globals, std::span<Real> values) {
  const auto own = static_cast<std::size_t>(rank);
  globals_[own].assign(globals.begin(), globals.end());
  values_[own].assign(values.begin(), values.end());
  barrier_.arrive_and_wait();
  for (std::size_t i = 0; i < values.size(); ++i) {
    double sum = 0;
    for (std::size_t r = 0; r < values_.size(); ++r)
      for (std::size_t k = 0; k < globals_[r].size(); ++k)
        if (globals_[r][k] == globals[i]) sum += values_[r][k];
    values[i] = static_cast<Real>(sum);
  }
  barrier_.arrive_and_wait();
}

namespace {

class ThreadCoupling final : public RankCoupling {
 public:
  ThreadCoupling(ThreadRanks& ranks, int rank, std::vector<std::int32_t> shared, std::vector<std::int32_t> sharedGlobal,
                 std::vector<std::uint8_t> counted)
      : ranks_(ranks),
        rank_(rank),
        shared_(std::move(shared)),
        sharedGlobal_(std::move(sharedGlobal)),
        counted_(std::move(counted)) {}

  std::span<const std::int32_t> sharedDofs() const override { return shared_; }
  std::span<const std::uint8_t> counted() const override { return counted_; }
  void sumShared(std::span<double> values) override { ranks_.sum(rank_, sharedGlobal_, values); }
  void sumShared(std::span<float> values) override { ranks_.sum(rank_, sharedGlobal_, values); }
  void sumScalars(std::span<double> values) override {
    std::vector<std::int32_t> names(values.size());
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = static_cast<std::int32_t>(i);
    ranks_.sum(rank_, std::span<const std::int32_t>(names), values);
  }

 private:
  ThreadRanks& ranks_;
  int rank_;
  std::vector<std::int32_t> shared_, sharedGlobal_;
  std::vector<std::uint8_t> counted_;
};

/// The elements [begin, end) of the whole, dofs still by their global numbers.
FemProblem elementsOf(const FemProblem& whole, std::int32_t begin, std::int32_t end) {
  FemProblem part = whole;
  const auto cut = [&](auto& values, int perElement) {
    if (values.empty()) return;
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(end) * perElement, values.end());
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(begin) * perElement);
  };
  cut(part.elementVertex, dimensionOf(whole.form) + 1);
  cut(part.elementDof, nodesPerElement(whole.form, whole.order));
  cut(part.elementSign, 1);
  cut(part.coefficientSet, 1);
  return part;
}

}  // namespace

std::vector<RankPart> splitPiece(const StaticPiece& whole, ThreadRanks& ranks) {
  std::vector<RankPart> parts(static_cast<std::size_t>(ranks.size()));
  std::vector<int> holders(static_cast<std::size_t>(whole.problem.numDofs));
  const std::int32_t elements = whole.problem.numElements();
  for (std::int32_t rank = 0; rank < ranks.size(); ++rank) {
    RankPart& part = parts[static_cast<std::size_t>(rank)];
    part.piece = whole;
    part.piece.problem =
        elementsOf(whole.problem, elements * rank / ranks.size(), elements * (rank + 1) / ranks.size());
    const auto& dofs = part.piece.problem.elementDof;
    std::set<std::int32_t> used(dofs.begin(), dofs.end());
    used.erase(used.begin(), used.lower_bound(0));
    part.globalDof.assign(used.begin(), used.end());
    for (const std::int32_t dof : part.globalDof) ++holders[static_cast<std::size_t>(dof)];
  }
  std::vector<bool> taken(holders.size());
  for (std::int32_t rank = 0; rank < ranks.size(); ++rank) {
    RankPart& part = parts[static_cast<std::size_t>(rank)];
    std::vector<std::int32_t> shared, sharedGlobal, localOf(holders.size(), -1);
    std::vector<std::uint8_t> counted;
    part.piece.loads.atDofs.clear();
    part.piece.problem.numDofs = static_cast<std::int32_t>(part.globalDof.size());
    for (std::int32_t local = 0; local < part.piece.problem.numDofs; ++local) {
      const std::int32_t global = part.globalDof[static_cast<std::size_t>(local)];
      localOf[static_cast<std::size_t>(global)] = local;
      if (holders[static_cast<std::size_t>(global)] > 1) {
        shared.push_back(local);
        sharedGlobal.push_back(global);
      }
      const bool isFirst = !taken[static_cast<std::size_t>(global)];
      counted.push_back(isFirst);
      taken[static_cast<std::size_t>(global)] = true;
      if (!isFirst) continue;
      for (const auto& [dof, value] : whole.loads.atDofs)
        if (dof == global) part.piece.loads.atDofs.emplace_back(local, value);
    }
    for (std::int32_t& dof : part.piece.problem.elementDof)
      if (dof >= 0) dof = localOf[static_cast<std::size_t>(dof)];
    part.coupling = std::make_unique<ThreadCoupling>(ranks, rank, shared, sharedGlobal, counted);
  }
  return parts;
}

}  // namespace fluxtet::test
