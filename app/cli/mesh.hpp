// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/caseFile/loadCase.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace fluxtet::cli {

/// `fluxtet mesh`.
struct MeshArguments {
  std::string input;      ///< case, geometry or mesh
  std::string output;     ///< FILE.h5, FILE.vtkhdf, or empty: statistics only
  bool describe = false;  ///< tell what a CAD file holds, and mesh nothing
  int parts = 1;
  int refine = 0;
  std::string size, scale, merge, timeLimit;  ///< quantities; only for an input that is no case
  std::vector<Override> overrides;
};

/// Makes the mesh on rank 0, partitions and writes it where a file is named, and prints its statistics; or
/// describes a CAD file. Collective; throws on every rank.
ExitCode runMesh(const MeshArguments& arguments, MPI_Comm comm);

}  // namespace fluxtet::cli
