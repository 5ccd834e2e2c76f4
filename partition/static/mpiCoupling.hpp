// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/rankCoupling.hpp"
#include "partition/neighbourMessages.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::statics {

/// Dofs of this rank that other ranks hold too, and these ranks.
struct SharedDofs {
  std::vector<std::int32_t> dofs;   ///< local, ascending
  std::vector<std::int32_t> ranks;  ///< the others that hold any of them, ascending
  std::vector<std::int32_t> begin;  ///< [ranks.size() + 1] into `place`
  /// Shared dofs that ranks[i] holds: indices into `dofs`, at begin[i] .. begin[i + 1] - 1, in the same order of dofs
  /// on both sides.
  std::vector<std::int32_t> place;

  /// Indices into `dofs` of those that ranks[i] holds.
  std::span<const std::int32_t> with(std::size_t i) const {
    return std::span(place).subspan(begin[i], begin[i + 1] - begin[i]);
  }
};

namespace detail {

/// Sums of shared values by one message to each neighbour and one back.
template <class Real>
class SharedSum {
 public:
  SharedSum(const SharedDofs& shared, int tag, MPI_Comm comm);
  /// `values` [shared.dofs.size()]: this rank's parts on entry, sums over ranks on return. Parts are added in the order
  /// of ranks, so that every rank gets the same bits. Collective over the ranks that share dofs.
  void operator()(std::span<Real> values);

 private:
  const SharedDofs& shared_;
  int rank_;
  std::vector<Real> send_, receive_;  ///< [shared.place.size()]
  partition::NeighbourMessages messages_;
};

}  // namespace detail

/// RankCoupling by MPI. A dof is counted on the lowest rank that holds it.
class MpiCoupling final : public RankCoupling {
 public:
  /// Not collective. `comm` outlives it.
  MpiCoupling(std::int32_t numDofs, SharedDofs shared, MPI_Comm comm);
  MpiCoupling(const MpiCoupling&) = delete;
  MpiCoupling& operator=(const MpiCoupling&) = delete;

  std::span<const std::int32_t> sharedDofs() const override { return shared_.dofs; }
  std::span<const std::uint8_t> counted() const override { return counted_; }
  void sumShared(std::span<double> values) override { inDouble_(values); }
  void sumShared(std::span<float> values) override { inSingle_(values); }
  void sumScalars(std::span<double> values) override;

 private:
  SharedDofs shared_;
  std::vector<std::uint8_t> counted_;  ///< [numDofs]
  MPI_Comm comm_;
  detail::SharedSum<double> inDouble_;
  detail::SharedSum<float> inSingle_;
};

}  // namespace fluxtet::statics
