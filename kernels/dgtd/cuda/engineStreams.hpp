// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/stream.hpp"
#include "kernels/dgtd/problem.hpp"

#include <array>
#include <optional>

namespace fluxtet::gpu {

/// An event that is recorded when the time has come.
struct StreamMark {
  Event event{Event::Timing::on};
  bool placed = false;
};

/// The two queues of an engine: one of high priority for packing, receiving and half steps of the boundary layer, one
/// of low priority for all else. Each call names what is to be enqueued next and returns the stream for it, ordered
/// behind what it must not overtake. The interior and the boundary layer of one half step may run at the same time:
/// they read the same source and write different elements.
class EngineStreams {
 public:
  /// Whatever may touch any element: after everything enqueued before.
  cudaStream_t all();
  /// A half step of the interior: after all but what the boundary layer has got of this half step.
  cudaStream_t interior(Field target);
  /// What writes no field and reads no arrived traces: packing and arrival go on beside it.
  cudaStream_t beside();
  /// A half step of the boundary layer, or the packing of its traces: after everything enqueued before.
  cudaStream_t boundaryLayer();
  /// Behind a half step of the boundary layer.
  void endHalfStep(Field target);
  /// The arrival of traces: after what is enqueued on the boundary layer, with no regard to the interior.
  cudaStream_t arrival();

  /// For traces that have been asked for: places `mark` behind all that there is to compute without them, that is
  /// before the first work that needs what is computed from them.
  void markWorkWithout(StreamMark& mark);
  /// Blocks until everything is done.
  void synchronize() const;
  /// Whether everything is done, or has failed.
  bool idle() const;

 private:
  void placeMark();

  Stream main_{Stream::Priority::low}, boundary_{Stream::Priority::high};
  Event mainDone_, boundaryDone_;
  std::array<Event, 2> halfStepDone_;  ///< of the boundary layer, by target
  bool mainBusy_ = false;              ///< something was enqueued that boundary_ has not been ordered behind
  bool boundaryBusy_ = false;          ///< the other way round
  StreamMark* mark_ = nullptr;
  std::optional<Field> markedHalfStep_;  ///< of the boundary layer, the one that has used the traces
};

}  // namespace fluxtet::gpu
