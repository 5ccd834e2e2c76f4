// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// How streams of several processes wait for each other: counters in memory that all of them see, be it a GPU's
// (ipc.hpp) or page-locked memory of the host. Counters only grow, and compare as 32-bit numbers that wrap round.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <span>

namespace fluxtet {

/// Who sets and reads the counters: the stream itself, which takes nothing of the GPU while it waits, or kernels of one
/// thread block, where the driver has no operations of streams on memory.
enum class FlagMechanism { stream, kernels };
/// FlagMechanism::stream where the driver offers it.
FlagMechanism flagMechanism();

/// Enqueues: sets the counters (device pointers) to `value`. Whoever finds it there sees all that the stream has
/// written before.
void signalFlags(std::span<std::uint32_t* const> flags, std::uint32_t value, cudaStream_t stream,
                 FlagMechanism mechanism = flagMechanism());

/// Enqueues: what comes later in the stream starts when every counter has reached `value`.
void awaitFlags(std::span<std::uint32_t* const> flags, std::uint32_t value, cudaStream_t stream,
                FlagMechanism mechanism = flagMechanism());

}  // namespace fluxtet
