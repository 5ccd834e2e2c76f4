// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Messages between GPUs as kernels of their own, whose counts are launch arguments, so that graphs can hold them.
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// Number of blocks with which launchPackAndSignal() packs `numTraces` traces, at least one, which sets the flags.
template <class Real>
std::int32_t packAndSignalBlocks(int order, std::int32_t numTraces);

/// Packs the traces of `field` and sets the flags, like the packing blocks of a half step: numPackers is
/// packAndSignalBlocks(), and packedAtEnd counts that many blocks more. The border counts of `border` are not used.
template <class Real>
void launchPackAndSignal(int order, const Real* field, const BorderArgs<Real>& border, cudaStream_t stream);

/// Waits until each of `count` counters in this GPU's memory has reached `value`. onDevice [count] device pointers.
void launchAwaitOtherGpus(const std::uint32_t* const* onDevice, std::int32_t count, const KernelCount& value,
                          cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
