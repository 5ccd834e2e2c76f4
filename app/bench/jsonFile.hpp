// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <string>

namespace fluxtet::bench {

/// Throws InputError if `--json` names a file that exists, or a folder that does not. Empty: no file is wanted.
void requireNewJsonFile(const std::string& file);
/// Rank 0 writes what `text` returns; an empty `file` asks for nothing, and then `text` is not called. Collective.
/// Throws RunError on every rank if the file cannot be written.
void writeJsonFile(const std::string& file, const std::function<std::string()>& text, MPI_Comm comm);

}  // namespace fluxtet::bench
