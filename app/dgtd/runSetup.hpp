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
#include <string>

namespace fluxtet::dgtd {

/// State on this rank that runs of one mesh with the same materials, boundaries and scheme share.
template <class Real>
struct RunSetup {
  /// Chooses a device, discretises the case on its mesh and makes the engine and the exchange. `earlier`: of the run
  /// that this one goes on with (earlierLevels()). Collective. Throws on every rank: InputError for a case that does
  /// not match its mesh, RunError if memory is too small.
  RunSetup(const DgtdCase& theCase, Backend backend, const std::optional<EarlierLevels>& earlier,
           MPI_Comm communicator);
  RunSetup(const RunSetup&) = delete;
  RunSetup& operator=(const RunSetup&) = delete;

  /// Replaces the sources by those of another case and restarts `wall` and `phases`. Device, mesh, matched faces and
  /// file order stay. The time step estimate stays unless the sources change the operator, as the resistance of a
  /// lumped port does with Runge-Kutta. Makes a new engine on the same mesh, because an engine cannot change its
  /// sources. Collective. Throws as the constructor does.
  void excite(const DgtdCase& theCase);

  MPI_Comm comm;
  Timer wall;         ///< since the beginning of the set-up
  PhaseTimer phases;  ///< times of the set-up up to the first step
  ComputeDevice device;
  Discretisation discretisation;
  std::unique_ptr<FieldEngine<Real>> engine;
  std::unique_ptr<TraceExchange<Real>> exchange;
  ElementOrder fileOrder;
  std::optional<StabilityEstimate> stability;  ///< empty until stabilityOf() is called
  std::string meshFile;                        ///< fileOfMesh(); empty if there is none, and on other ranks than 0

 private:
  std::unique_ptr<FieldEngine<Real>> makeEngineOf(const DgtdCase& theCase);
};

/// The time step estimate of the set-up. The first call computes it, which overwrites the engine's fields. Collective.
template <class Real>
const StabilityEstimate& stabilityOf(RunSetup<Real>& setup, const DgtdCase& theCase);

}  // namespace fluxtet::dgtd
