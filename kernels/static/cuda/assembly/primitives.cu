// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/primitives.hpp"
#include "kernels/static/cuda/problem/launch.hpp"

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

namespace fluxtet::statics::cuda {
namespace {

constexpr int blockSize = 256;

struct IsWanted {
  NodesOfRows wanted;
  __device__ bool operator()(std::uint32_t node) const {
    const std::int32_t dof = wanted.dof[node];
    const std::int64_t at = dof < 0 ? wanted.rows : lowerBound(wanted.row, wanted.rows, dof);
    return at < wanted.rows && wanted.row[at] == dof;
  }
};
struct IsNegative {
  const std::int32_t* rowCount;
  __device__ bool operator()(std::int32_t row) const { return rowCount[row] < 0; }
};

__global__ void countKernel(IsWanted isWanted, std::int64_t nodes, unsigned long long* count) {
  const std::int64_t node = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  const int found = __syncthreads_count(node < nodes && isWanted(static_cast<std::uint32_t>(node)));
  if (threadIdx.x == 0 && found > 0) atomicAdd(count, static_cast<unsigned long long>(found));
}

/// algorithm(memory, bytes) once to learn the bytes of its memory and once to run.
template <class Algorithm>
void withWork(ScratchBuffer<std::byte>& work, ScratchMeter& meter, Algorithm&& algorithm) {
  std::size_t bytes = 0;
  cudaCheck(algorithm(nullptr, bytes), "asking for the memory of a library algorithm");
  if (work.size() < bytes) work = ScratchBuffer<std::byte>(bytes, meter);
  cudaCheck(algorithm(work.data(), bytes), "enqueuing a library algorithm");
}

template <class Item, class Predicate>
void select(std::int64_t items, Item* selected, Predicate predicate, ScratchBuffer<std::byte>& work,
            ScratchMeter& meter, cudaStream_t stream) {
  const thrust::counting_iterator<Item> first(0);
  withWork(work, meter, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::If(memory, bytes, first, selected, thrust::make_discard_iterator(), items, predicate,
                                 stream);
  });
}

}  // namespace

template <class Key, class Value>
PairSort<Key, Value>::PairSort(std::int64_t count, int bits, ScratchMeter& meter) : count_(count), bits_(bits) {
  for (int i = 0; i < 2; ++i) {
    key_[i] = ScratchBuffer<Key>(count, meter);
    value_[i] = ScratchBuffer<Value>(count, meter);
  }
  std::size_t bytes = 0;
  cub::DoubleBuffer<Key> keys(key_[0].data(), key_[1].data());
  cub::DoubleBuffer<Value> values(value_[0].data(), value_[1].data());
  cudaCheck(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, values, count, 0, bits),
            "asking for a sort's memory");
  work_ = ScratchBuffer<std::byte>(bytes, meter);
}

template <class Key, class Value>
void PairSort<Key, Value>::run(cudaStream_t stream) {
  std::size_t bytes = work_.size();
  cub::DoubleBuffer<Key> keys(key_[current_].data(), key_[1 - current_].data());
  cub::DoubleBuffer<Value> values(value_[current_].data(), value_[1 - current_].data());
  cudaCheck(cub::DeviceRadixSort::SortPairs(work_.data(), bytes, keys, values, count_, 0, bits_, stream),
            "enqueuing a sort");
  if (keys.selector == 1) current_ = 1 - current_;
}

template class PairSort<std::uint32_t>;
template class PairSort<std::uint64_t>;
template class PairSort<std::uint32_t, ColumnValue<float>>;
template class PairSort<std::uint32_t, ColumnValue<double>>;

void launchExclusiveSum(std::int32_t* values, std::int64_t count, ScratchBuffer<std::byte>& work, ScratchMeter& meter,
                        cudaStream_t stream) {
  withWork(work, meter, [&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, values, values, count, stream);
  });
}

void launchSelectNegative(const std::int32_t* rowCount, std::int32_t rows, std::int32_t* selected,
                          ScratchBuffer<std::byte>& work, ScratchMeter& meter, cudaStream_t stream) {
  select(rows, selected, IsNegative{rowCount}, work, meter, stream);
}

void launchSelectNodes(const NodesOfRows& wanted, std::int64_t nodes, std::uint32_t* selected,
                       ScratchBuffer<std::byte>& work, ScratchMeter& meter, cudaStream_t stream) {
  select(nodes, selected, IsWanted{wanted}, work, meter, stream);
}

void launchCountNodes(const NodesOfRows& wanted, std::int64_t nodes, unsigned long long* count, cudaStream_t stream) {
  cudaCheck(cudaMemsetAsync(count, 0, sizeof *count, stream), "setting a counter to zero");
  countKernel<<<blocksFor(nodes, blockSize), blockSize, 0, stream>>>(IsWanted{wanted}, nodes, count);
  checkLaunch("countKernel");
}

}  // namespace fluxtet::statics::cuda
