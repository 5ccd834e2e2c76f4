// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fluxtet::gpu {

/// Blocks of `blockSize` threads for one thread an item.
constexpr unsigned blocksFor(std::int64_t items, int blockSize) {
  return static_cast<unsigned>((items + blockSize - 1) / blockSize);
}

}  // namespace fluxtet::gpu
