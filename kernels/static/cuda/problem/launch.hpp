// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// How kernels over the elements, nodes or rows of a static problem are launched.
#pragma once

#include "kernels/device/check.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace fluxtet::statics::cuda {

/// Number of blocks of `blockSize` threads for one thread an item; at least one.
constexpr unsigned blocksFor(std::int64_t items, int blockSize) {
  return static_cast<unsigned>(std::max<std::int64_t>(1, (items + blockSize - 1) / blockSize));
}

/// Lets blocks of a kernel have `bytes` of dynamic shared memory, which must be asked for beyond 48 KiB. Throws
/// RunError if the GPU does not have it.
template <class Kernel>
void allowSharedBytes(Kernel* kernel, std::size_t bytes) {
  if (bytes > 48 * 1024)
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
              "asking for shared memory");
}

/// Calls function(integral_constant<int, nd>): the number of an element's nodes becomes known to the compiler. Throws
/// std::logic_error if no element has `nd` nodes.
template <class Function>
decltype(auto) withNodes(int nd, Function&& function) {
  switch (nd) {
    case 3:
      return function(std::integral_constant<int, 3>{});
    case 4:
      return function(std::integral_constant<int, 4>{});
    case 6:
      return function(std::integral_constant<int, 6>{});
    case 10:
      return function(std::integral_constant<int, 10>{});
    default:
      throw std::logic_error("unknown number of nodes");
  }
}

}  // namespace fluxtet::statics::cuda
