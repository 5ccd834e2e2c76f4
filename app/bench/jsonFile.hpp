// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <string>

namespace fluxtet::bench {

/// Throws InputError if the file of `--json` exists or its folder does not. `file` may be empty: no file.
void requireNewJsonFile(const std::string& file);
/// Rank 0 writes the result of text() to `file`. Does nothing if `file` is empty. Collective. Throws RunError on every
/// rank if the file cannot be written.
void writeJsonFile(const std::string& file, const std::function<std::string()>& text, MPI_Comm comm);

}  // namespace fluxtet::bench
