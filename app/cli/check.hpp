// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/caseArguments.hpp"
#include "app/device/runOptions.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

namespace fluxtet::cli {

/// `fluxtet check`.
struct CheckArguments {
  CaseArguments theCase;
  RunOptions options;
};

ExitCode runCheck(const CheckArguments& arguments, MPI_Comm comm);

}  // namespace fluxtet::cli
