// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the buffer templates share: allocation and checked copies of bytes.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace fluxtet {

/// `count` times `size` bytes on the calling thread's GPU, not initialised; null for none. Throws RunError that names
/// the bytes asked for and free.
void* allocateDevice(std::size_t count, std::size_t size);
void freeDevice(void* data) noexcept;

/// The same of page-locked host memory, which every GPU may read and write.
void* allocatePinned(std::size_t count, std::size_t size);
void freePinned(void* data) noexcept;

/// Enqueues a copy between any two memories; `capacity` is the size of the buffer that is copied to or from.
/// Throws RunError if `bytes` exceeds it.
void copyBytes(void* to, const void* from, std::size_t bytes, std::size_t capacity, cudaStream_t stream);

/// Enqueues the setting of all bytes to zero.
void zeroBytes(void* data, std::size_t bytes, cudaStream_t stream);

}  // namespace fluxtet
