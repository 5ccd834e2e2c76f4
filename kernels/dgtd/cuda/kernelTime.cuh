// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// The time that a KernelTime stands for, s. Product and sum are rounded separately, as on the host, so that a replayed
/// step gets the same time to the last bit.
__device__ __forceinline__ double timeOf(const KernelTime& time) {
  return time.step ? __dadd_rn(__dmul_rn(static_cast<double>(*time.step + time.ahead), time.dt), time.base) : time.base;
}

/// The count that a KernelCount stands for.
__device__ __forceinline__ std::uint32_t countOf(const KernelCount& count) {
  return count.base ? *count.base + count.ahead : count.ahead;
}

}  // namespace fluxtet::dgtd::cuda
