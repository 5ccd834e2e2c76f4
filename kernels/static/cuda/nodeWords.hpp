// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/incidence.hpp"
#include "kernels/static/cuda/problem/deviceProblem.hpp"
#include "lib/base/hostDevice.hpp"

#include <cstdint>

namespace fluxtet::statics::cuda {

/// Node of an element in 32 bits: its dof (or its place in a table of special dofs), a bit where it has minus the dof's
/// value, and a bit where the dof is special. A prescribed node is all ones.
struct NodeWord {
  static constexpr std::uint32_t prescribed = 0xffffffffu;
  static constexpr std::uint32_t signBit = 1u << 30, specialBit = 1u << 29, indexMask = specialBit - 1;

  std::uint32_t word;
  FLUXTET_HOST_DEVICE bool free() const { return word != prescribed; }
  FLUXTET_HOST_DEVICE bool negative() const { return (word & signBit) != 0; }
  FLUXTET_HOST_DEVICE bool special() const { return (word & specialBit) != 0; }
  /// The dof, or its place in the table.
  FLUXTET_HOST_DEVICE std::int32_t index() const { return static_cast<std::int32_t>(word & indexMask); }
};

/// Makes the words [nodesPerElement][numElements] of the elements in the given order (null: their own). Special are
/// dofs that are crowded or occur several times in the element. Device pointers. Throws RunError if dofs exceed 29
/// bits.
template <class Real>
DeviceBuffer<NodeWord> makeNodeWords(const DeviceProblem<Real>& problem, const Incidence& incidence,
                                     const std::int32_t* order, cudaStream_t stream);
/// Makes the same in the elements' own order, special being the dofs with an index >= 0 in `specialIndex` [numDofs],
/// which takes the place of the dof.
template <class Real>
DeviceBuffer<NodeWord> makeTableWords(const DeviceProblem<Real>& problem, const std::int32_t* specialIndex,
                                      cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
