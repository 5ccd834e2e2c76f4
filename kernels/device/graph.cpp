// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/graph.hpp"

#include "kernels/device/check.hpp"

#include <memory>
#include <type_traits>

namespace fluxtet {
namespace {

struct DestroyGraph {
  void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
};
using CapturedGraph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, DestroyGraph>;

/// Ends the capture; returns null if the capture had become invalid.
CapturedGraph endCapture(cudaStream_t stream, cudaError_t& code) {
  cudaGraph_t graph = nullptr;
  code = cudaStreamEndCapture(stream, &graph);
  return CapturedGraph(graph);
}

}  // namespace

Graph::Graph(cudaStream_t stream, const std::function<void()>& enqueue) {
  cudaError_t code = cudaSuccess;
  // In this mode only the calling thread must avoid calls that a capture forbids; MPI's own threads may make them.
  cudaCheck(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "beginning a graph");
  try {
    enqueue();
  } catch (...) {
    endCapture(stream, code);  // makes the stream usable again
    cudaGetLastError();
    throw;
  }
  const CapturedGraph graph = endCapture(stream, code);
  cudaCheck(code, "capturing a graph");
  // Kernels keep the priorities of the streams that they were recorded in.
  cudaCheck(cudaGraphInstantiateWithFlags(&executable_, graph.get(), cudaGraphInstantiateFlagUseNodePriority),
            "making a graph executable");
}

Graph::~Graph() {
  if (executable_ != nullptr) cudaGraphExecDestroy(executable_);
}

void Graph::launch(cudaStream_t stream) const {
  cudaCheck(cudaGraphLaunch(executable_, stream), "launching a graph");
}

}  // namespace fluxtet
