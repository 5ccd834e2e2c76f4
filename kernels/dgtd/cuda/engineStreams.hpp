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
/// behind what it must not overtake.
///
/// The interior and the boundary layer of one half step run beside each other, whichever is enqueued first: they read
/// the same source and write different elements. Both come after both of the half step before. Packing reads, and the
/// arrival of traces writes, nothing that a half step of the interior writes or reads.
class EngineStreams {
 public:
  /// Whatever may touch any element: after everything enqueued before.
  cudaStream_t all();
  /// What writes no field and reads no arrived traces: packing and arrival go on beside it.
  cudaStream_t beside();
  /// A half step of the interior.
  cudaStream_t interior(Field target);
  /// A half step of the boundary layer; endBoundaryLayer() stands behind it.
  cudaStream_t boundaryLayer(Field target);
  void endBoundaryLayer(Field target);
  /// Packing of the boundary layer's traces, and what the host does to traces: beside a half step of the interior,
  /// after all else.
  cudaStream_t traces();
  /// The arrival of traces from other ranks: with no regard to the interior.
  cudaStream_t arrival();

  /// For traces that have been asked for: places `mark` behind all that there is to compute without them, that is
  /// before the next work but that of the boundary layer.
  void markWorkWithout(StreamMark& mark);
  void dropMark() { mark_ = nullptr; }

  /// Blocks until everything is done.
  void synchronize() const;
  /// Whether everything is done, or has failed.
  bool idle() const;

 private:
  void placeMark();
  void orderBehindMain();
  void orderBesideInterior();

  Stream main_{Stream::Priority::low}, boundary_{Stream::Priority::high};
  Event mainDone_, boundaryDone_;
  std::array<Event, 2> boundaryLayerDone_;  ///< by target of the half step
  Event beforeInterior_;                    ///< on main_, before its last half step of the interior
  bool mainBusy_ = false;                   ///< something was enqueued there that boundary_ has not been ordered behind
  bool boundaryBusy_ = false;               ///< the other way round
  bool beforeInteriorCounts_ = false;       ///< boundary_ has not been ordered behind beforeInterior_
  std::optional<Field> lastInterior_;       ///< target of a half step of the interior, if that is the last on main_
  StreamMark* mark_ = nullptr;
};

}  // namespace fluxtet::gpu
