// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/hostDevice.hpp"

#include <cstdint>

namespace fluxtet::gpu {

/// Index of the first of `count` ascending values that is not below `value`.
template <class Value>
FLUXTET_HOST_DEVICE std::int64_t lowerBound(const Value* values, std::int64_t count, Value value) {
  std::int64_t low = 0, high = count;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (values[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace fluxtet::gpu
