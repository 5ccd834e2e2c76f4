// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// How streams of several processes wait for each other: counters in memory that all of them see, be it a GPU's
// (ipc.hpp) or page-locked memory of the host. Counters only grow, and compare as 32-bit numbers that wrap round.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <span>

namespace fluxtet {

/// How flags are set and awaited: by stream memory operations (cuStreamBatchMemOp), which occupy no multiprocessor
/// while they wait, or by kernels of one thread block where the driver lacks these operations.
enum class FlagMechanism { stream, kernels };
/// FlagMechanism::stream where the driver offers it, else FlagMechanism::kernels.
FlagMechanism flagMechanism();

/// Enqueues: sets the counters (device pointers) to `value`. Whoever finds it there sees all that the stream has
/// written before.
void signalFlags(std::span<std::uint32_t* const> flags, std::uint32_t value, cudaStream_t stream,
                 FlagMechanism mechanism = flagMechanism());

/// Enqueues: what comes later in the stream starts when every counter has reached `value`.
void awaitFlags(std::span<std::uint32_t* const> flags, std::uint32_t value, cudaStream_t stream,
                FlagMechanism mechanism = flagMechanism());

}  // namespace fluxtet
