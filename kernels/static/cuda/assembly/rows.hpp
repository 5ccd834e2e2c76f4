// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The rows of a matrix and the elements' nodes that give them their entries. A node of a row is an element's node whose
// unknown the row belongs to, as the number element * nd + a; it stands for the nd entries that the element adds to the
// row. Functions enqueue kernels and wait for nothing; every pointer is device memory.
#pragma once

#include "kernels/static/cuda/assembly/primitives.hpp"
#include "lib/base/hostDevice.hpp"

#include <cstdint>

namespace fluxtet::statics::cuda {

/// The nodes of a row are neighbours in an array; a cursor goes through them.
struct SortedNodes {
  const std::uint32_t* begin;  ///< [rows + 1] where the nodes of a row begin
  const std::uint32_t* nodes;

  struct Cursor {
    std::uint32_t at, end;
  };
  FLUXTET_HOST_DEVICE Cursor first(std::int32_t row) const { return {begin[row], begin[row + 1]}; }
  FLUXTET_HOST_DEVICE bool done(Cursor cursor) const { return cursor.at == cursor.end; }
  FLUXTET_HOST_DEVICE std::uint32_t node(Cursor cursor) const { return nodes[cursor.at]; }
  FLUXTET_HOST_DEVICE Cursor after(Cursor cursor) const { return {cursor.at + 1, cursor.end}; }
};

/// The nodes of a row are a list, in which each knows the next one.
struct LinkedNodes {
  static constexpr std::uint32_t none = 0xffffffffu;
  const std::uint32_t* head;  ///< [rows]
  const std::uint32_t* next;  ///< [nodes]

  using Cursor = std::uint32_t;
  FLUXTET_HOST_DEVICE Cursor first(std::int32_t row) const { return head[row]; }
  FLUXTET_HOST_DEVICE bool done(Cursor cursor) const { return cursor == none; }
  FLUXTET_HOST_DEVICE std::uint32_t node(Cursor cursor) const { return cursor; }
  FLUXTET_HOST_DEVICE Cursor after(Cursor cursor) const { return next[cursor]; }
};

/// Brings the nodes of all elements into the order of their rows, those of a row into the order of their elements, by a
/// radix sort of as many bits as the rows need. Prescribed nodes come last and belong to no row.
class NodeSort {
 public:
  /// Throws RunError if the memory does not suffice.
  NodeSort(std::int64_t nodes, std::int32_t rows, ScratchMeter& meter);
  /// `dof` [nodes], device memory. What is returned points into this sort.
  SortedNodes run(const std::int32_t* dof, cudaStream_t stream);
  /// The result of run(), in buffers that outlive the sort.
  ScratchBuffer<std::uint32_t> takeBegins() { return std::move(begin_); }
  ScratchBuffer<std::uint32_t> takeNodes() { return sort_.takeValues(); }

 private:
  std::int64_t nodes_;
  std::int32_t rows_;
  PairSort<std::uint32_t> sort_;
  ScratchBuffer<std::uint32_t> begin_;
};

/// Sets begin[r] [rows + 1] to the place of the first of the ascending `key` [nodes] that is not below r.
void launchRowBegins(const std::uint32_t* key, std::int64_t nodes, std::int32_t rows, std::uint32_t* begin,
                     cudaStream_t stream);

/// Limits of a row that one thread works on, where elements have nd nodes. A row with more columns or nodes than this
/// (a floating conductor's) is long and left to LongRows.
template <int nd>
struct RowLimits {
  static constexpr int block = nd == 10 ? 64 : 128;  ///< rows of a thread block
  /// They fit a byte, and a block's shared memory of 48 KiB.
  static constexpr int columns = nd == 3 ? 32 : nd == 10 ? 160 : 64;
  static constexpr int nodes = 128;
};

/// Stands for a column that the row's thread does not own: that of a prescribed value, or in a long row.
inline constexpr std::uint32_t noSlot = 255;
static_assert(RowLimits<10>::columns <= noSlot);

/// Number of 32-bit words that hold so many slots of one byte.
constexpr int slotWords(int slots) {
  return (slots + 3) / 4;
}

/// Sums over all rows that counting finds.
struct RowTotals {
  unsigned long long nonzeros;  ///< of rows that are not long
  std::int32_t longRows;
  std::int32_t mostInBlock;  ///< columns of the rows of a block, long ones left out
};

/// Results of a count of the rows' columns.
struct RowCounts {
  std::int32_t* count;        ///< [rows] columns of the row; -1 of a long row
  std::uint8_t* shortLength;  ///< [rows] the same; 0 of a long row
  RowTotals* totals;          ///< zero before
};

/// The rows of a matrix and what they read.
template <class Nodes>
struct RowsView {
  int nd;  ///< nodes of an element
  std::int32_t rows;
  Nodes nodes;
  const std::int32_t* elementDof;  ///< [elements][nd]
};

/// Counts the columns of all rows, which are read from the mesh.
template <class Nodes>
void launchCountColumns(const RowsView<Nodes>& view, const RowCounts& counts, cudaStream_t stream);

/// Places of the rows in the matrix, as counted and summed up.
struct RowPlaces {
  const std::uint8_t* shortLength;
  const std::int32_t* rowBegin;  ///< [rows + 1]
  std::int32_t mostInBlock;
};

/// Writes the ascending columns of all rows that are not long. With `slots` (else null) also where in its row each
/// entry goes, for each node as it stands in `nodes`: slotWords(nd) words of four slots, in the order of the turned
/// element.
void launchColumns(const RowsView<SortedNodes>& view, const RowPlaces& places, std::int32_t* column,
                   std::uint32_t* slots, cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
