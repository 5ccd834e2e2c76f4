// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Sorting and counting with the algorithms of the CUDA toolkit (CUB). Nothing waits.
#pragma once

#include "kernels/static/cuda/assembly/scratch.hpp"

#include <cstdint>

namespace fluxtet::gpu {

/// Pairs of a key and a number, sorted by key; equal keys keep their order. Holds two of each and the sort's own
/// memory.
template <class Key>
class PairSort {
 public:
  /// Of keys below 2^bits. Throws RunError if the memory does not suffice.
  PairSort(std::int64_t count, int bits, ScratchMeter& meter);
  /// [count] before run(): to be filled; after it: sorted. Device pointers.
  Key* key() { return key_[current_].data(); }
  std::uint32_t* number() { return number_[current_].data(); }
  void run(cudaStream_t stream);
  /// Keys and numbers in buffers that outlive the sort.
  ScratchBuffer<Key> takeKeys() { return std::move(key_[current_]); }
  ScratchBuffer<std::uint32_t> takeNumbers() { return std::move(number_[current_]); }

 private:
  std::int64_t count_;
  int bits_, current_ = 0;
  ScratchBuffer<Key> key_[2];
  ScratchBuffer<std::uint32_t> number_[2];
  ScratchBuffer<std::byte> work_;
};

/// Sums of all values before each one, [count]; in place.
void launchExclusiveSum(std::int32_t* values, std::int64_t count, ScratchBuffer<std::byte>& work, ScratchMeter& meter,
                        cudaStream_t stream);

/// The rows whose count is negative, ascending; there is room for all of them.
void launchSelectNegative(const std::int32_t* rowCount, std::int32_t rows, std::int32_t* selected,
                          ScratchBuffer<std::byte>& work, ScratchMeter& meter, cudaStream_t stream);

/// The nodes n below `nodes` whose unknown dof[n] is one of `row` [rows], which ascends; ascending, room for all of
/// them.
struct NodesOfRows {
  const std::int32_t* dof;
  const std::int32_t* row;
  std::int32_t rows;
};
void launchSelectNodes(const NodesOfRows& wanted, std::int64_t nodes, std::uint32_t* selected,
                       ScratchBuffer<std::byte>& work, ScratchMeter& meter, cudaStream_t stream);
/// How many those are: *count, device memory.
void launchCountNodes(const NodesOfRows& wanted, std::int64_t nodes, unsigned long long* count, cudaStream_t stream);

}  // namespace fluxtet::gpu
