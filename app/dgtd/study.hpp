// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/runOptions.hpp"
#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/facts.hpp"
#include "app/dgtd/runSetup.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

#include <memory>
#include <optional>

namespace fluxtet::dgtd {

/// Runs several excitations of one structure on one set-up: cases that differ in sources, initial fields, outputs and
/// end time, but not in mesh, materials, boundaries and scheme. The first case decides on the device, the threads, the
/// partition of the mesh and the way of the exchange. `Real` is that of `dgtd.precision`. Each run gives the files that
/// it would give alone, up to the partition that its own sources might have asked for.
template <class Real>
class Study {
 public:
  explicit Study(MPI_Comm comm) : comm_(comm) {}

  /// Runs a case to its end, or to the checkpoint that a signal asks for, into its own output directory. The set-up is
  /// that of the case before, with other sources. RunOptions::backend counts at the first run. Returns ExitCode::done
  /// or ExitCode::stopped. Collective. Throws Error on every rank; InputError for a case that differs in what the runs
  /// have in common.
  ExitCode run(const DgtdCase& theCase, const RunOptions& options);
  /// What is known of such a run before its first step. Writes nothing. Collective; throws as run() does.
  RunFacts facts(const DgtdCase& theCase, const RunOptions& options);

 private:
  /// Makes the set-up for the first case, or gives it the sources of another.
  RunSetup<Real>& setUp(const DgtdCase& theCase, Backend backend);

  MPI_Comm comm_;
  std::unique_ptr<RunSetup<Real>> setup_;  ///< null before the first run
  std::optional<DgtdCase> first_;          ///< the case of the first run
};

}  // namespace fluxtet::dgtd
