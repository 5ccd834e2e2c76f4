// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/problem/deviceProblem.hpp"

#include <cstdint>

namespace fluxtet::statics::cuda {

/// The element nodes of each dof, in device memory. Node a of element e has the position a * numElements + e.
struct Incidence {
  DeviceBuffer<std::int32_t> begin;  ///< [numDofs + 1] where a dof's positions begin
  DeviceBuffer<std::int32_t>
      position;  ///< [numElements * nodesPerElement], ascending for each dof; prescribed nodes last

  std::int64_t bytes() const { return static_cast<std::int64_t>(begin.bytes() + position.bytes()); }
};

/// Finds the nodes of each dof by a sort. Adds the memory that it held beside the result, bytes, to `scratchBytes`.
/// Throws RunError if positions exceed 32 bits.
template <class Real>
Incidence makeIncidence(const DeviceProblem<Real>& problem, std::int64_t& scratchBytes, cudaStream_t stream);

/// Number of element nodes from which a dof is crowded (a floating conductor's potential). Such dofs are summed by
/// atomic additions, as colours would be too many otherwise, and rows too long.
inline constexpr std::int32_t crowdedFrom = 65;

}  // namespace fluxtet::statics::cuda
