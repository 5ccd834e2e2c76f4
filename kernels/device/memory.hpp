// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Allocation and checked copies of bytes, the common part of the buffer templates.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace fluxtet {

/// Allocates `count` times `size` bytes, not initialised, on the calling thread's current GPU; returns null for 0
/// bytes. If there is not enough memory, throws RunError that names the bytes requested and the bytes free.
void* allocateDevice(std::size_t count, std::size_t size);
void freeDevice(void* data) noexcept;

/// The same for page-locked host memory, which every GPU can read and write. Throws RunError that names the bytes
/// requested if the host refuses them.
void* allocatePinned(std::size_t count, std::size_t size);
void freePinned(void* data) noexcept;

/// Enqueues a copy of `bytes` between any two memories. `capacity` is the size, in bytes, of the device buffer that is
/// copied to or from; throws RunError if `bytes` exceeds it.
void copyBytes(void* to, const void* from, std::size_t bytes, std::size_t capacity, cudaStream_t stream);

/// Enqueues the zeroing of `bytes` at `data`.
void zeroBytes(void* data, std::size_t bytes, cudaStream_t stream);

}  // namespace fluxtet
