// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commandLine.hpp"
#include "app/cli/failTogether.hpp"
#include "app/cli/pythonCommand.hpp"
#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/base/log.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/signals.hpp"
#include "lib/mesh/gmshReader.hpp"

#include <exception>
#include <new>

int main(int argc, char** argv) {
  using namespace fluxtet;
  openStandardStreams();
  if (const auto status = readForAnotherProcess(argc, argv)) return *status;
  if (cli::isPythonCommand(argc, argv)) return cli::runPythonCommand(argc, argv);
  useGmshProcess("/proc/self/exe");
  catchStopSignals();
  MpiSession mpi(argc, argv);
  const cli::FailTogether fail(MPI_COMM_WORLD);
  setUpLogging(mpiRank(MPI_COMM_WORLD));
  hdf5::quiet();
  letOversizedWritesFail();
  try {
    return cli::runCommandLine(argc, argv, MPI_COMM_WORLD);
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::runFailed,
                "out of memory: use more ranks or a smaller mesh (`fluxtet check` tells the need)");
  } catch (const std::exception& error) {
    return fail(ExitCode::runFailed, error.what());
  }
}
