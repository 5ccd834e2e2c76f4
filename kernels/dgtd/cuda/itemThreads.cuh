// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Launches in which a thread computes an item, and consecutive threads consecutive items.
#pragma once

#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// Threads of a block.
inline constexpr int itemsPerBlock = 128;

/// Blocks for so many items.
inline unsigned int blocksFor(std::int64_t items) {
  return static_cast<unsigned int>((items + itemsPerBlock - 1) / itemsPerBlock);
}
/// The item of this thread; it may be past the last one.
__device__ __forceinline__ std::int64_t itemOfThread() {
  return static_cast<std::int64_t>(blockIdx.x) * itemsPerBlock + threadIdx.x;
}

}  // namespace fluxtet::dgtd::cuda
