// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.hpp"
#include "caseArguments.hpp"
#include "device/runOptions.hpp"

#include <mpi.h>

#include <string>

namespace fluxtet {

/// `fluxtet run`.
struct RunArguments {
  CaseArguments theCase;
  RunOptions options;
  std::string output;  ///< empty: as the case says
};

ExitCode runRun(const RunArguments& arguments, MPI_Comm comm);

}  // namespace fluxtet
