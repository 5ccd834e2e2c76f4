// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/dgtd/cuda/runCounts.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace fluxtet::dgtd::cuda {

/// An event that EngineStreams records later (recordBeforeNextWork()).
struct DeferredEvent {
  Event event{Event::Timing::on};
  bool recorded = false;  ///< EngineStreams has enqueued its recording
};

/// Flags (32-bit counts of messages) that announce traces of other ranks. The traces have arrived when every flag has
/// reached `value`.
struct ArrivalFlags {
  std::span<std::uint32_t* const> flags;           ///< device pointers
  const std::uint32_t* const* onDevice = nullptr;  ///< the same pointers in device memory, for kernels
  std::uint32_t value = 0;
  KernelCount argument;  ///< `value` as a kernel's argument
};

/// The CUDA streams of an engine: the compute stream, of low priority, the exchange stream, of high priority, which
/// moves traces, and the stream aside, of high priority, for small work beside the compute stream's. Before work is
/// enqueued, one of these calls returns the stream to enqueue it in and enqueues the waits that order it:
///
///   call                           | what the returned stream waits for             | what it signals
///   C orderComputeAfterExchange()  | all work in the exchange stream, and the       | deferred event, before the work
///                                  | traces expected                                |
///   C orderHalfStepAfterExchange() | all work in the exchange stream; the half step | deferred event, before the work
///                                  | itself waits for the traces expected           |
///   C orderAuxiliaryAfterExchange()| as orderComputeAfterExchange()                 | the same
///   C kernelBesideExchange()       | nothing                                        | nothing
///   C computeBesideExchange()      | nothing                                        | nothing
///   X orderExchangeAfterBorder()   | the border count of the last half step if it   | nothing
///                                  | counts, else all work in the compute stream    |
///   X exchangeBesideCompute()      | nothing                                        | nothing
///
/// Each C call but orderHalfStepAfterExchange() also keeps the next half step from overlapping with the one before, and
/// the exchange from waiting for the border only: a stream that may not be needed is not asked for.
///
/// C: returns the compute stream, X: the exchange stream. Work that is enqueued after a call is waited for by the next
/// "order" call of the other stream. No call blocks the host.
///
/// A half step of all elements computes the border first and counts the border's clusters that are done. The exchange
/// stream waits for that count only, and sends the border's traces while the rest of the half step is computed. The
/// rest neither reads nor writes the traces that are sent.
class EngineStreams {
 public:
  EngineStreams();
  /// States that kernels may start while the kernel before in their stream runs: all that are enqueued wait for its end
  /// themselves. Until this call `behindKernel` is false below.
  void letKernelsBeginEarly() { kernelsBeginEarly_ = true; }
  bool kernelsBeginEarly() const { return kernelsBeginEarly_; }
  /// For work that may read or write any element.
  cudaStream_t orderComputeAfterExchange();
  /// The same for a kernel that waits for the kernel before in the stream itself (chainedGrids.cuh). While turned aside
  /// it returns the stream aside, which waits for nothing but join(); such work needs no traces of other ranks.
  struct AuxiliaryStart {
    cudaStream_t stream;
    bool behindKernel;  ///< the stream's last work is a kernel during which the next one may start
    bool isAside;       ///< the stream is that aside
  };
  AuxiliaryStart orderAuxiliaryAfterExchange();
  /// States that the last work in the compute stream is a graph, not a kernel.
  void noteGraph() { followsKernel_ = followsHalfStep_ = false; }
  void turnAside(bool aside) { isAside_ = aside; }
  bool isAside() const { return isAside_; }
  /// Makes the compute stream wait for all work in the stream aside; or, while turned aside, the next work there wait
  /// for all work that the compute stream has by then.
  void join();
  /// For work that writes no field and reads no traces of other ranks. It may overlap with packing and with arrival.
  cudaStream_t computeBesideExchange();
  /// The same for a kernel that waits for the kernel before in the stream itself.
  AuxiliaryStart kernelBesideExchange();

  /// The next orderComputeAfterExchange() or orderHalfStepAfterExchange() waits for these flags, as the table says. The
  /// memory of `arrival` outlives that call. If a message is expected already, that is waited for at once. During a
  /// recording a kernel in the compute stream waits, whose value is an argument, since a graph cannot hold the number
  /// of one message.
  void expectTraces(const ArrivalFlags& arrival);
  void dropExpectedTraces() { expected_.reset(); }
  /// Waits for these flags now, if any are expected, as work on halo faces would.
  void awaitExpectedTraces();

  /// How to launch a half step.
  struct HalfStepStart {
    cudaStream_t stream;
    bool behindHalfStep;  ///< the stream's last work is a half step of orderHalfStepAfterExchange(); they may overlap
    bool behindKernel;    ///< it is a kernel during which the half step may start
    std::optional<ArrivalFlags> arrival;  ///< flags that the half step itself waits for
  };
  /// For a half step of all elements whose blocks wait for expected traces themselves.
  HalfStepStart orderHalfStepAfterExchange();

  /// The counts of the engine.
  RunCounts& counts() { return counts_; }
  /// Device pointer to BorderArgs::done. Count::border is its value when all half steps enqueued are done.
  std::uint32_t* borderCounter() { return borderCounter_.data(); }
  /// States that the half step that is enqueued next counts `clusters` clusters of the border. Returns the border count
  /// at its end.
  KernelCount countBorder(std::int32_t clusters);

  /// For packing the border's traces, and for copies of traces between host and device.
  cudaStream_t orderExchangeAfterBorder();
  /// For the arrival of traces from other ranks, which overlaps with any computation.
  cudaStream_t exchangeBesideCompute();

  /// Records `event` in the compute stream immediately before the next orderComputeAfterExchange() or
  /// orderHalfStepAfterExchange(): behind all work that does not need the traces that are arriving. `event` outlives
  /// that call, or dropDeferredEvent() ends it.
  void recordBeforeNextWork(DeferredEvent& event);
  void dropDeferredEvent() { deferred_ = nullptr; }

  /// Blocks the host until both streams are empty.
  void synchronize() const;
  /// Whether both streams are empty or have failed. Does not block.
  bool idle() const;

 private:
  void recordDeferredEvent();
  /// Returns whether a kernel that is enqueued next may start early, by the flag of its stream, and sets that flag.
  bool startsBehind(bool& followsKernel) const { return std::exchange(followsKernel, true) && kernelsBeginEarly_; }
  /// Makes the compute stream wait for all work in the exchange stream.
  void waitForExchange();
  void joinAside();

  Stream compute_{Stream::Priority::low}, exchange_{Stream::Priority::high}, aside_{Stream::Priority::high};
  Event computeDone_, exchangeDone_, asideBegins_, asideDone_;
  RunCounts counts_;
  DeviceBuffer<std::uint32_t> borderCounter_;  ///< [1]
  std::optional<ArrivalFlags> expected_;       ///< traces that no work waits for yet
  bool kernelsBeginEarly_ = false;             ///< set by letKernelsBeginEarly()
  bool followsHalfStep_ = false;       ///< the last work in compute_ is a half step of orderHalfStepAfterExchange()
  bool followsKernel_ = false;         ///< the last work in compute_ is a kernel during which the next one may start
  bool isAside_ = false;               ///< turned aside
  bool asideJoins_ = false;            ///< the next work in aside_ waits for that in compute_
  bool asideFollowsKernel_ = false;    ///< the last work in aside_ is a kernel
  bool asideBusy_ = false;             ///< aside_ has work that compute_ does not wait for yet
  bool borderIsFirst_ = false;         ///< the last work in compute_ is a half step that counts its border
  bool computeBusy_ = false;           ///< compute_ has work that exchange_ does not wait for yet
  bool exchangeBusy_ = false;          ///< exchange_ has work that compute_ does not wait for yet
  DeferredEvent* deferred_ = nullptr;  ///< event to be recorded before the next work; null: none
};

}  // namespace fluxtet::dgtd::cuda
