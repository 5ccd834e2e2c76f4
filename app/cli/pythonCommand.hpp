// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fluxtet::cli {

/// A command that the Python package of jobs/python carries out.
struct PythonCommand {
  std::string name;
  std::string description;  ///< for the help
};

/// `report` and `sweep`.
const std::vector<PythonCommand>& pythonCommands();

/// Whether the command line of main() has one of them.
bool isPythonCommand(int argc, char** argv);

/// Becomes `python3 -m fluxtet COMMAND ARGUMENTS...`, whose exit code is then that of the process. Before MPI starts,
/// so that the package may start MPI programs; under mpirun rank 0 does it, and the others end with 0. The package is
/// in the folder that the variable FLUXTET_PYTHON of the environment names, or else where `cmake --install` puts it
/// beside the program, or else in the source tree that fluxtet was built from. Python is the first python3 on the PATH
/// that has NumPy and h5py, or else /usr/bin/python3, for which jobs/setup.sh installs them. Returns only if that
/// fails: says what to install, and returns ExitCode::badInput.
int runPythonCommand(int argc, char** argv);

/// Throws InputError, with what to install, where makeReport() could not work.
void requireReports();
/// Runs `fluxtet report DIRECTORY` in a process of its own; false if it fails, for which it has given the reason.
bool makeReport(const std::string& directory);

}  // namespace fluxtet::cli
