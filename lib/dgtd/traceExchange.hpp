// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"
#include "partition/haloExchange.hpp"

#include <array>
#include <chrono>

namespace fluxtet {

/// Brings the other ranks' face traces of a field to the engine: start() packs and posts, finish() waits and hands over.
template <class Real>
class TraceExchange {
 public:
  TraceExchange(FieldEngine<Real>& engine, const HaloPlan& plan, int facesNodes, MPI_Comm comm)
      : engine_(engine), halos_{{{plan, 3 * facesNodes, 1, comm}, {plan, 3 * facesNodes, 2, comm}}} {}

  void start(Field field) {
    auto& halo = of(field);
    engine_.packTraces(field, halo.sendBuffer());
    halo.start();
  }
  void finish(Field field) {
    const auto begin = std::chrono::steady_clock::now();
    auto& halo = of(field);
    halo.finish();
    engine_.setHaloTraces(field, halo.receiveBuffer());
    waited_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  /// Seconds spent in finish(): the part of the exchange that computing did not hide.
  double waitedSeconds() const { return waited_; }

 private:
  HaloExchange<Real>& of(Field field) { return halos_[static_cast<std::size_t>(field)]; }

  FieldEngine<Real>& engine_;
  std::array<HaloExchange<Real>, 2> halos_;
  double waited_ = 0;
};

}  // namespace fluxtet
