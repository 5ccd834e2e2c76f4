// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

namespace fluxtet {

/// Returns cudaSuccess if the calling thread's current GPU can run code of this program, else CUDA's reason.
cudaError_t loadProbeKernel();

}  // namespace fluxtet
