// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace fluxtet::statics {

/// Interface of an engine to the other ranks. Each rank holds its elements and all dofs of their nodes; a dof of
/// several ranks gets its sum from all of them after each product. Kernels know no MPI: partition/static implements
/// this.
class RankCoupling {
 public:
  virtual ~RankCoupling() = default;
  /// Local dofs that other ranks hold too, ascending.
  virtual std::span<const std::int32_t> sharedDofs() const = 0;
  /// [numDofs] 1 where this rank counts the dof in inner products, which exactly one of its ranks does; else 0.
  virtual std::span<const std::uint8_t> counted() const = 0;
  /// `values` [sharedDofs().size()]: this rank's parts on entry, sums over all ranks on return; the same bits on each.
  /// Collective.
  virtual void sumShared(std::span<double> values) = 0;
  virtual void sumShared(std::span<float> values) = 0;
  /// Sums over all ranks, the same bits on each. Collective.
  virtual void sumScalars(std::span<double> values) = 0;
};

}  // namespace fluxtet::statics
