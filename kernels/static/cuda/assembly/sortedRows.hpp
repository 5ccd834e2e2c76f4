// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/assembly/primitives.hpp"
#include "kernels/static/cuda/assembly/rowNodes.hpp"

namespace fluxtet::gpu {

/// Brings the nodes of all elements into the order of their rows, those of a row into the order of their elements, by a
/// radix sort of as many bits as the rows need. Prescribed nodes come last and belong to no row.
class NodeSort {
 public:
  /// Throws RunError if the memory does not suffice.
  NodeSort(std::int64_t nodes, std::int32_t rows, ScratchMeter& meter);
  /// `dof` [nodes], device memory. What is returned points into this sort.
  SortedNodes run(const std::int32_t* dof, cudaStream_t stream);
  /// What run() returned, in buffers that outlive the sort.
  ScratchBuffer<std::uint32_t> takeBegins() { return std::move(begin_); }
  ScratchBuffer<std::uint32_t> takeNodes() { return sort_.takeNumbers(); }

 private:
  std::int64_t nodes_;
  std::int32_t rows_;
  PairSort<std::uint32_t> sort_;
  ScratchBuffer<std::uint32_t> begin_;
};

}  // namespace fluxtet::gpu
