// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/computeDevice.hpp"
#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/setup/stability.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/base/timer.hpp"
#include "lib/mesh/elementOrder.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <mpi.h>

#include <memory>
#include <optional>

namespace fluxtet::dgtd {

/// What runs of one mesh with the same materials, boundaries and scheme have in common, on this rank.
template <class Real>
struct RunSetup {
  /// Finds a device, brings the case onto its mesh and makes the engine. Collective. Throws on every rank: InputError
  /// for a case that does not suit its mesh, RunError where there is not enough memory.
  RunSetup(const DgtdCase& theCase, Backend backend, MPI_Comm communicator);
  RunSetup(const RunSetup&) = delete;
  RunSetup& operator=(const RunSetup&) = delete;

  /// Takes the sources of another case, and starts `wall` and `phases` anew. The device, the mesh, the
  /// matched faces and the order of files stay; so does the time step estimate unless the sources have changed the
  /// operator, as the resistances of gaps can. The engine is made again on the same mesh, because it cannot change its
  /// sources. Collective; throws as the constructor does.
  void excite(const DgtdCase& theCase);

  MPI_Comm comm;
  Timer wall;
  PhaseTimer phases;  ///< of the set-up, up to the first step
  ComputeDevice device;
  Discretisation discretisation;
  std::unique_ptr<FieldEngine<Real>> engine;
  std::unique_ptr<TraceExchange<Real>> exchange;
  ElementOrder fileOrder;
  std::optional<StabilityEstimate> stability;  ///< see stabilityOf()

 private:
  std::unique_ptr<FieldEngine<Real>> makeEngineOf(const DgtdCase& theCase);
};

/// The estimate of the set-up, which is made when it is first asked for. Collective. Making it overwrites the engine's
/// fields.
template <class Real>
const StabilityEstimate& stabilityOf(RunSetup<Real>& setup, TimeScheme scheme);

}  // namespace fluxtet::dgtd
