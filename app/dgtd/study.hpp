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
/// end time, but have the same mesh, materials, boundaries and scheme. The first case determines device, threads,
/// partition of the mesh and routes of the exchange. `Real` corresponds to `dgtd.precision`. Each run writes the same
/// files as alone, except that the partition is not weighted by its own sources.
template <class Real>
class Study {
 public:
  explicit Study(MPI_Comm comm) : comm_(comm) {}

  /// Runs a case to its end (returns ExitCode::done) or to a signal (ExitCode::stopped), into its own output directory.
  /// Only the first call uses RunOptions::backend, and the levels of its checkpoint. Collective. Throws Error on every
  /// rank; InputError if the structure of the case differs from that of the first case.
  ExitCode run(const DgtdCase& theCase, const RunOptions& options);
  /// Properties of such a run before its first step, and how long its steps take. Writes no file. Collective. Throws as
  /// run() does.
  RunFacts facts(const DgtdCase& theCase, const RunOptions& options);

 private:
  /// Makes the set-up for the first case; replaces its sources for later ones.
  RunSetup<Real>& setUp(const DgtdCase& theCase, const RunOptions& options);

  MPI_Comm comm_;
  std::unique_ptr<RunSetup<Real>> setup_;  ///< null before the first run
  std::optional<DgtdCase> first_;          ///< the case of the first run
};

}  // namespace fluxtet::dgtd
