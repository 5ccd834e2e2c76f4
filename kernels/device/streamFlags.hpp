// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Flags by which streams of several processes wait for each other. A flag is a 32-bit counter in memory that all of
// them map: a GPU's (ipc.hpp) or page-locked host memory. Flags only grow and are compared modulo 2^32. All functions
// take device pointers and throw RunError if CUDA refuses.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <span>

namespace fluxtet {

/// How flags are set and awaited: by stream memory operations (cuStreamBatchMemOp), which occupy no multiprocessor
/// while they wait, or by kernels of one thread block if the driver lacks these operations.
enum class FlagMechanism { stream, kernels };
/// Returns FlagMechanism::stream if the driver offers it, else FlagMechanism::kernels. Tests it at the first call.
FlagMechanism flagMechanism();

/// Enqueues the setting of all flags to `value`. Whoever reads `value` there also sees all that the stream has written
/// before.
void signalFlags(std::span<std::uint32_t* const> flags, std::uint32_t value, cudaStream_t stream,
                 FlagMechanism mechanism = flagMechanism());

/// Enqueues a wait: later work of the stream starts when every flag has reached `value`.
void awaitFlags(std::span<std::uint32_t* const> flags, std::uint32_t value, cudaStream_t stream,
                FlagMechanism mechanism = flagMechanism());

}  // namespace fluxtet
