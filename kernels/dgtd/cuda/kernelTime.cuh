// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// Rounded twice, as the host does: a replayed step must see the same time to the last bit.
__device__ __forceinline__ double timeOf(const KernelTime& time) {
  return time.step ? __dadd_rn(__dmul_rn(static_cast<double>(*time.step + time.ahead), time.dt), time.base) : time.base;
}

}  // namespace fluxtet::dgtd::cuda
