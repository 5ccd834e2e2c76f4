// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fluxtet::gpu {

/// How rows are worked on, one thread a row, where elements have nd nodes. A row with more columns or nodes than this
/// (a floating conductor's) is long and left to LongRows.
template <int nd>
struct RowLimits {
  static constexpr int block = nd == 10 ? 64 : 128;  ///< rows of a thread block
  /// They fit a byte, and a block's shared memory of 48 KiB.
  static constexpr int columns = nd == 3 ? 32 : nd == 10 ? 160 : 64;
  static constexpr int nodes = 128;
};

/// What stands for a column that the row's thread does not own: a prescribed value, or in a long row.
inline constexpr std::uint32_t noSlot = 255;
static_assert(RowLimits<10>::columns <= noSlot);

/// Bytes of the slots of one node, or one element, in whole words.
constexpr int slotWords(int slots) {
  return (slots + 3) / 4;
}

}  // namespace fluxtet::gpu
