// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pythonCommand.hpp"

#include "lib/base/error.hpp"
#include "lib/base/log.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

extern char** environ;

namespace fs = std::filesystem;

namespace fluxtet::cli {
namespace {

/// Ends with 1 if Python does not have what the package needs.
constexpr const char* needs =
    "import importlib.util as u, sys; sys.exit(not (u.find_spec('numpy') and u.find_spec('h5py')))";
constexpr const char* advice =
    "install Python 3.9 or later with NumPy, h5py and Matplotlib (Debian: `bash jobs/setup.sh`, or `apt-get install "
    "python3 python3-numpy python3-h5py python3-matplotlib`)";

/// Rank of this process as its launcher says (Open MPI, PMIx, MPICH, SLURM); 0 without one.
int rankBeforeMpi() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* rank = std::getenv(name)) return std::atoi(rank);
  return 0;
}

fs::path packageFolder() {
  const char* named = std::getenv("FLUXTET_PYTHON");
  const fs::path folder = named != nullptr && *named != '\0' ? named : FLUXTET_PYTHON_SOURCES;
  std::error_code ignored;
  require(fs::is_regular_file(folder / "fluxtet" / "__main__.py", ignored),
          "there is no Python package fluxtet with commands in {}: let the variable FLUXTET_PYTHON of the environment "
          "name the folder jobs/python of fluxtet's source",
          folder.string());
  return fs::absolute(folder);
}

enum class PythonState { absent, withoutNeeds, ready };

PythonState stateOf(const char* python) {
  std::array<const char*, 4> arguments{python, "-c", needs, nullptr};
  pid_t process = 0;
  if (posix_spawnp(&process, python, nullptr, nullptr, const_cast<char* const*>(arguments.data()), environ) != 0)
    return PythonState::absent;
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? PythonState::ready : PythonState::withoutNeeds;
}

const char* findPython() {
  bool found = false;
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    const PythonState state = stateOf(python);
    if (state == PythonState::ready) return python;
    found = found || state == PythonState::withoutNeeds;
  }
  require(found, "there is no python3: {}", advice);
  throw InputError(fmt::format("python3 has no NumPy or no h5py: {}", advice));
}

[[noreturn]] void becomePython(int argc, char** argv) {
  const fs::path folder = packageFolder();
  const char* const python = findPython();
  const char* earlier = std::getenv("PYTHONPATH");
  const bool hasEarlier = earlier != nullptr && *earlier != '\0';
  const std::string path = hasEarlier ? fmt::format("{}:{}", folder.string(), earlier) : folder.string();
  ::setenv("PYTHONPATH", path.c_str(), 1);
  std::vector<const char*> arguments{python, "-m", "fluxtet"};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  arguments.push_back(nullptr);
  ::execvp(python, const_cast<char* const*>(arguments.data()));
  throw InputError(fmt::format("cannot start {}: {}", python, std::strerror(errno)));
}

}  // namespace

const std::vector<PythonCommand>& pythonCommands() {
  static const std::vector<PythonCommand> commands{
      {"report", "Make a page with tables and pictures of the results in output directories (Python)"},
      {"sweep", "Run a case for several values of its keys and put the results into a table (Python)"}};
  return commands;
}

bool isPythonCommand(int argc, char** argv) {
  const auto& commands = pythonCommands();
  return argc > 1 && std::any_of(commands.begin(), commands.end(),
                                 [&](const PythonCommand& command) { return command.name == argv[1]; });
}

int runPythonCommand(int argc, char** argv) {
  if (rankBeforeMpi() != 0) return static_cast<int>(ExitCode::done);
  setUpLogging(0);
  try {
    becomePython(argc, argv);
  } catch (const Error& error) {
    spdlog::error("{}", error.what());
    return static_cast<int>(error.code());
  }
}

}  // namespace fluxtet::cli
