// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"

#include <mpi.h>

#include <string>

namespace fluxtet::cli {

/// Ends all ranks after an error. Most errors reach every rank at the same point: then rank 0 logs the error once and
/// every rank returns its exit code. An error of this rank alone is logged with its rank, and the job is aborted with
/// that code, since the others may wait for this rank without end.
class FailTogether {
 public:
  /// Collective: takes a communicator of its own, so that it can never meet another message.
  explicit FailTogether(MPI_Comm comm);
  ~FailTogether();
  FailTogether(const FailTogether&) = delete;
  FailTogether& operator=(const FailTogether&) = delete;

  /// Returns the exit code, the number of `code`. Collective where every rank fails.
  int operator()(ExitCode code, const std::string& message) const;

 private:
  bool everyRankFailed() const;

  MPI_Comm comm_ = MPI_COMM_NULL;
};

}  // namespace fluxtet::cli
