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

namespace fluxtet {

/// How this rank's neighbours are reached.
struct RouteCounts {
  int host = 0;          ///< host memory and MPI: fields on the CPU
  int peer = 0;          ///< straight into the neighbour's GPU
  int gpuAware = 0;      ///< device memory and MPI
  int pinnedShared = 0;  ///< page-locked memory that ranks of one host share
  int pinnedMpi = 0;     ///< page-locked memory and MPI
};

/// What the exchange has cost this rank since resetStatistics().
struct ExchangeStatistics {
  std::int64_t messages = 0;  ///< to all neighbours at once, of one field
  std::int64_t bytes = 0;     ///< sent
  double waitedSeconds = 0;   ///< s, of the host, for traces that had not arrived
  // Of messages that a GPU has timed (ExchangeTiming).
  std::int64_t timedMessages = 0;
  double transferSeconds = 0, exposedSeconds = 0;
};

/// Brings the other ranks' face traces of a field to the engine. start() sends this rank's as they stand, finish()
/// makes the engine's later work on halo faces use what has come; in between may lie work that needs neither. Every
/// rank does the same in the same order, and what uses the traces of a field comes before their next start().
template <class Real>
class TraceExchange {
 public:
  virtual ~TraceExchange() = default;

  /// The next half step updates the field, and start() follows it: whoever can may send while it computes.
  void announce(Field field) {
    if (inFlight(field)) finish(field);
    prepare(field);
  }
  /// Traces of the field that are on the way already, of an earlier state, are received first and then superseded.
  void start(Field field) {
    if (inFlight(field)) finish(field);
    inFlight_[static_cast<std::size_t>(field)] = true;
    send(field);
  }
  void finish(Field field) {
    assert(inFlight(field));
    receive(field);
    inFlight_[static_cast<std::size_t>(field)] = false;
  }
  /// Between start() and finish().
  bool inFlight(Field field) const { return inFlight_[static_cast<std::size_t>(field)]; }

  virtual RouteCounts routeCounts() const = 0;
  virtual ExchangeStatistics statistics() const = 0;
  virtual void resetStatistics() = 0;

 private:
  virtual void prepare(Field) {}
  virtual void send(Field field) = 0;
  virtual void receive(Field field) = 0;

  std::array<bool, 2> inFlight_{};
};

/// The exchange that suits the engine. Collective, and so is its end, unless that is an exception's. Throws InputError
/// on every rank if `way` is asked for and some pair of ranks cannot have it.
template <class Real>
std::unique_ptr<TraceExchange<Real>> makeTraceExchange(FieldEngine<Real>& engine, const HaloPlan& plan,
                                                       RouteChoice choice, MPI_Comm comm);

extern template std::unique_ptr<TraceExchange<float>> makeTraceExchange(FieldEngine<float>&, const HaloPlan&,
                                                                        RouteChoice, MPI_Comm);
extern template std::unique_ptr<TraceExchange<double>> makeTraceExchange(FieldEngine<double>&, const HaloPlan&,
                                                                         RouteChoice, MPI_Comm);

}  // namespace fluxtet
