// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace fluxtet {

/// Moves data of elements between computing order (by rank) and file order (by global id, in one contiguous block for
/// each rank). Files then do not depend on the number of ranks, and each rank writes one block.
class ElementOrder {
 public:
  /// `ids`: global ids of this rank's elements in computing order, distinct over all ranks: any subset of
  /// 0..totalIds-1. Collective. Throws RunError on every rank for other ids.
  ElementOrder(std::span<const std::int64_t> ids, std::int64_t totalIds, MPI_Comm comm);

  std::int64_t total() const { return total_; }            ///< elements over all ranks
  std::int64_t blockBegin() const { return blockBegin_; }  ///< first place of this rank's block in the file
  std::int64_t blockSize() const { return blockSize_; }

  /// [ids][valuesPerElement] -> [blockSize][valuesPerElement]. Collective. Throws RunError on every rank for values of
  /// another size.
  template <class T>
  std::vector<T> toFile(std::span<const T> values, std::size_t valuesPerElement) const;
  /// [blockSize][valuesPerElement] -> [ids][valuesPerElement]. Collective. Throws RunError on every rank for values of
  /// another size.
  template <class T>
  std::vector<T> fromFile(std::span<const T> block, std::size_t valuesPerElement) const;

 private:
  /// `record`: bytes of one element.
  void moveToFile(std::span<const std::byte> values, std::size_t record, std::span<std::byte> block) const;
  void moveFromFile(std::span<const std::byte> block, std::size_t record, std::span<std::byte> values) const;

  MPI_Comm comm_;
  std::int64_t total_ = 0, blockBegin_ = 0, blockSize_ = 0;
  std::int64_t numIds_ = 0;                              ///< on this rank
  std::vector<std::vector<std::int32_t>> sendElement_;   ///< by rank: local elements whose block is there
  std::vector<std::vector<std::int32_t>> placeInBlock_;  ///< by rank: where the elements it sends go in this block
};

template <class T>
std::vector<T> ElementOrder::toFile(std::span<const T> values, std::size_t valuesPerElement) const {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> block(static_cast<std::size_t>(blockSize_) * valuesPerElement);
  moveToFile(std::as_bytes(values), valuesPerElement * sizeof(T), std::as_writable_bytes(std::span(block)));
  return block;
}

template <class T>
std::vector<T> ElementOrder::fromFile(std::span<const T> block, std::size_t valuesPerElement) const {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> values(static_cast<std::size_t>(numIds_) * valuesPerElement);
  moveFromFile(std::as_bytes(block), valuesPerElement * sizeof(T), std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace fluxtet
