// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace fluxtet {

/// Starts a process whose stack, heap and libraries lie at the same addresses every time, with no signals blocked: for
/// a library whose results depend on addresses, as those of Gmsh's HXT do. `arguments`: the program's path and its
/// arguments. `output` and `folder`: the file descriptors that are its standard output and its number folderOfProcess.
/// Sets `process` and returns 0, or returns the error number and sets `process` to 0.
///
/// Addresses are not random while the process starts, unless a container forbids that (Docker's default). The stack
/// begins below the arguments and the environment, which are filled up to a whole multiple of 64 kB and of 512 strings
/// by variables FLUXTET_FILL*, so that neither matters. Nor do variables of which libraries keep copies or by which
/// they take another way: PWD is not set for the process, and HOME is /. Files of a folder should be opened at
/// /proc/self/fd/3, a name that is as long wherever the folder is.
int startAtSameAddresses(const std::vector<std::string>& arguments, int output, int folder, pid_t& process);
inline constexpr int folderOfProcess = 3;

/// The environment of this process, filled up as above for these arguments.
std::vector<std::string> filledEnvironment(const std::vector<std::string>& arguments);

}  // namespace fluxtet
