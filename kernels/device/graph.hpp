// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <utility>

namespace fluxtet {

/// Work that was enqueued once and is replayed with one call, so that launches leave no gaps. Move-only.
class Graph {
 public:
  /// Captures what `enqueue` puts on `stream`, which must not be the default stream, and on streams that it forks from
  /// there and joins again by events; nothing of it runs. The arguments of kernels and copies are kept as they are now.
  Graph(cudaStream_t stream, const std::function<void()>& enqueue);
  Graph(Graph&& other) noexcept : executable_(std::exchange(other.executable_, nullptr)) {}
  Graph& operator=(Graph&& other) noexcept {
    std::swap(executable_, other.executable_);
    return *this;
  }
  ~Graph();

  /// Enqueues the captured work on a stream.
  void launch(cudaStream_t stream) const;

 private:
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace fluxtet
