// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.hpp"
#include "caseArguments.hpp"
#include "device/runOptions.hpp"

#include <mpi.h>

namespace fluxtet {

/// `fluxtet check`.
struct CheckArguments {
  CaseArguments theCase;
  RunOptions options;
};

ExitCode runCheck(const CheckArguments& arguments, MPI_Comm comm);

}  // namespace fluxtet
