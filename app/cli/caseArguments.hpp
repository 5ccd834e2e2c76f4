// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/caseFile/loadCase.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace fluxtet::cli {

/// A case on the command line.
struct CaseArguments {
  std::string file;
  std::vector<Override> overrides;
  std::string output;  ///< replaces output.directory unless empty
  std::string mesh;    ///< a file that replaces the whole section mesh unless empty
};

/// Rank 0 reads the file, every rank parses the same text. Collective; throws InputError on every rank.
Case loadCaseOnAll(const CaseArguments& arguments, MPI_Comm comm);

}  // namespace fluxtet::cli
