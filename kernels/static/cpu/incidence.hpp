// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cpu/cpuProblem.hpp"
#include "lib/base/alignedArray.hpp"

#include <span>

namespace fluxtet::statics::cpu {

/// The nodes of elements that have a dof: the nodes of dof i are entry[begin[i]] to entry[begin[i + 1] - 1],
/// ascending, node a of element e written as e * nodesPerElement + a.
struct Incidence {
  AlignedArray<std::int32_t> begin;  ///< [numDofs + 1]
  AlignedArray<std::int32_t> entry;

  /// Nodes of elements that have the dof, [n], as element * nodesPerElement + node.
  std::span<const std::int32_t> of(std::int32_t dof) const {
    const auto i = static_cast<std::size_t>(dof);
    return {entry.data() + begin[i], entry.data() + begin[i + 1]};
  }
  /// Size of both arrays, bytes.
  std::int64_t bytes() const { return begin.bytes() + entry.bytes(); }
};

/// Finds the nodes of each dof. Throws RunError where 32-bit numbers do not suffice.
template <class Real>
Incidence findIncidence(const CpuProblem<Real>& problem);

/// Turns counts [n], which stand in begin[0] to begin[n - 1], into offsets [n + 1]. Throws RunError if the total does
/// not fit.
void countsToOffsets(AlignedArray<std::int32_t>& begin);

}  // namespace fluxtet::statics::cpu
