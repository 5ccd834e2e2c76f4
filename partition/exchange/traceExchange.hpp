// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/mesh/subMesh.hpp"
#include "partition/exchange/routeChoice.hpp"

#include <mpi.h>

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>

namespace fluxtet::dgtd {

/// Number of this rank's neighbours by the route of their traces.
struct RouteCounts {
  int host = 0;          ///< fields on the CPU; host memory and MPI
  int peer = 0;          ///< Route::peer
  int gpuAware = 0;      ///< Route::gpuAware
  int pinnedShared = 0;  ///< Route::pinnedShared
  int pinnedMpi = 0;     ///< Route::pinnedMpi
};

/// Cost of the exchange on this rank since resetStatistics().
struct ExchangeStatistics {
  std::int64_t messages = 0;  ///< a message is one field to all neighbours
  std::int64_t bytes = 0;     ///< sent
  double waitedSeconds = 0;   ///< s, time for which the host was blocked by traces that had not arrived
  // Of the messages that a GPU has timed; sums, as in ExchangeTiming.
  std::int64_t timedMessages = 0;
  double transferSeconds = 0, exposedSeconds = 0;
};

/// Exchanges the face traces of a field with the neighbouring ranks. start() sends the present traces of this rank.
/// finish() makes the engine's later work on halo faces use the traces received. Work between the two calls may overlap
/// with the messages; it must not use halo faces of this field. All ranks make the same calls in the same order. Work
/// that uses the traces received is enqueued before the next start() of the same field.
template <class Real>
class TraceExchange {
 public:
  virtual ~TraceExchange() = default;

  /// States that the next half step updates `field` and that start(field) follows it. An engine on a GPU may then pack
  /// and send the traces within the half step.
  void announce(Field field) {
    if (inFlight(field)) finish(field);
    prepare(field);
  }
  /// Sends the present traces of `field`, unless the announced half step does so itself, and counts them as in flight.
  /// If older traces of it are in flight, receives these first. With a level above 0, which nothing announces, those at
  /// faces of a lower DgtdProblem::haloLevel may be left out, and count as zero.
  void start(Field field, int level = 0) {
    if (inFlight(field)) finish(field);
    inFlight_[static_cast<std::size_t>(field)] = true;
    level_[static_cast<std::size_t>(field)] = level;
    send(field, level);
  }
  /// Receives the traces of `field`, which are in flight. On GPUs it may return before they have arrived: work that is
  /// enqueued later then waits for them on the GPU.
  void finish(Field field) {
    assert(inFlight(field));
    receive(field, level_[static_cast<std::size_t>(field)]);
    inFlight_[static_cast<std::size_t>(field)] = false;
  }
  /// Whether the call is between start(field) and finish(field).
  bool inFlight(Field field) const { return inFlight_[static_cast<std::size_t>(field)]; }

  /// Tells whether the calls of this class may be made while FieldEngine::replay() records steps. Ranks may differ.
  virtual bool replays() const { return false; }

  virtual RouteCounts routeCounts() const = 0;
  virtual ExchangeStatistics statistics() const = 0;
  virtual void resetStatistics() = 0;

 private:
  virtual void prepare(Field) {}
  virtual void send(Field field, int level) = 0;
  virtual void receive(Field field, int level) = 0;

  std::array<bool, 2> inFlight_{};
  std::array<int, 2> level_{};  ///< [field] of the traces that were sent last
};

/// Makes the exchange for `engine`, which outlives it. Collective, and so is its destruction, except during the
/// propagation of an exception. Throws InputError on every rank if some pair of ranks has no route that `choice`
/// allows, or if `choice` is not automatic and the fields of several ranks are on the CPU.
template <class Real>
std::unique_ptr<TraceExchange<Real>> makeTraceExchange(FieldEngine<Real>& engine, const HaloPlan& plan,
                                                       RouteChoice choice, MPI_Comm comm);

extern template std::unique_ptr<TraceExchange<float>> makeTraceExchange(FieldEngine<float>&, const HaloPlan&,
                                                                        RouteChoice, MPI_Comm);
extern template std::unique_ptr<TraceExchange<double>> makeTraceExchange(FieldEngine<double>&, const HaloPlan&,
                                                                         RouteChoice, MPI_Comm);

}  // namespace fluxtet::dgtd
