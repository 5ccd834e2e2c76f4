// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <utility>

namespace fluxtet {

/// Work on a GPU that is recorded once and enqueued with one call as often as needed, so that there are no gaps between
/// launches. Move-only.
class Graph {
 public:
  /// Records what `enqueue` enqueues on `stream`, and on streams that fork from it and join it again by events; none of
  /// it runs. `stream` must not be the default stream. Arguments of kernels and copies keep their present values.
  /// Throws RunError if the work cannot be captured.
  Graph(cudaStream_t stream, const std::function<void()>& enqueue);
  Graph(Graph&& other) noexcept : executable_(std::exchange(other.executable_, nullptr)) {}
  Graph& operator=(Graph&& other) noexcept {
    std::swap(executable_, other.executable_);
    return *this;
  }
  ~Graph();

  /// Enqueues the recorded work on a stream.
  void launch(cudaStream_t stream) const;

 private:
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace fluxtet
