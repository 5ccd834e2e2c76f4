// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/caseArguments.hpp"
#include "app/device/runOptions.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

#include <string>

namespace fluxtet::cli {

/// `fluxtet run`.
struct RunArguments {
  CaseArguments theCase;
  RunOptions options;
  std::string output;   ///< empty: as the case says
  bool report = false;  ///< make a page of the results
};

ExitCode runRun(const RunArguments& arguments, MPI_Comm comm);

}  // namespace fluxtet::cli
