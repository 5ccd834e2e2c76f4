// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"

#include <mpi.h>

#include <string>

namespace fluxtet::cli {

/// `fluxtet new`.
struct NewArguments {
  std::string kind;    ///< one of newCases(); empty: list them
  std::string output;  ///< the case to write; empty: <kind>.yaml
};

/// Rank 0 writes a case to start from, and the geometry that it names into the same folder. Existing files are an
/// error, and then nothing is written. Collective. Throws InputError on every rank.
ExitCode runNew(const NewArguments& arguments, MPI_Comm comm);

}  // namespace fluxtet::cli
