// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/pythonCommand.hpp"

#include "lib/base/error.hpp"
#include "lib/base/log.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

extern char** environ;

namespace fs = std::filesystem;

namespace fluxtet::cli {
namespace {

constexpr const char* advice =
    "install Python 3.9 or later with NumPy, h5py and Matplotlib (Debian: `bash jobs/setup.sh`, or `apt-get install "
    "python3 python3-numpy python3-h5py python3-matplotlib`)";

/// Rank of this process as its launcher says (Open MPI, PMIx, MPICH, SLURM); 0 without one.
int rankBeforeMpi() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* rank = std::getenv(name)) return std::atoi(rank);
  return 0;
}

/// Path of the file that this process runs; empty if the system does not tell it.
fs::path programFile() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

bool hasPackage(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "fluxtet" / "__main__.py", ignored);
}

/// The folder that holds the Python package: the one that FLUXTET_PYTHON names, or that `cmake --install` filled
/// beside the program, or that of the source tree.
fs::path packageFolder() {
  if (const char* named = std::getenv("FLUXTET_PYTHON"); named != nullptr && *named != '\0') {
    require(hasPackage(named),
            "there is no Python package fluxtet with commands in {}, which the variable FLUXTET_PYTHON of the "
            "environment names: let it name the folder jobs/python of fluxtet's source, or unset it",
            named);
    return fs::absolute(named);
  }
  const fs::path installed = (programFile().parent_path() / FLUXTET_INSTALLED_PYTHON).lexically_normal();
  for (const fs::path& folder : {installed, fs::path(FLUXTET_PYTHON_SOURCES)})
    if (hasPackage(folder)) return folder;
  throw InputError(
      fmt::format("there is no Python package fluxtet with commands in {} or {}: install fluxtet by `cmake "
                  "--install`, or let the variable FLUXTET_PYTHON of the environment name the folder "
                  "jobs/python of fluxtet's source",
                  installed.string(), FLUXTET_PYTHON_SOURCES));
}

std::vector<char*> pointersTo(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Runs a command line in a process of its own. Its exit code, negative if a signal ended it; nothing if it cannot be
/// started.
std::optional<int> exitCodeOf(std::vector<std::string> words) {
  const auto pointers = pointersTo(words);
  pid_t process = 0;
  if (posix_spawnp(&process, pointers[0], nullptr, nullptr, pointers.data(), environ) != 0) return std::nullopt;
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

enum class PythonState { absent, withoutNeeds, ready };

/// `modules`: what the package needs.
PythonState stateOf(const char* python, const std::vector<std::string>& modules) {
  std::string script = "import importlib.util as u, sys; sys.exit(not (True";
  for (const std::string& module : modules) script += fmt::format(" and u.find_spec('{}')", module);
  script += "))";
  const auto code = exitCodeOf({python, "-c", script});
  if (!code) return PythonState::absent;
  return *code == 0 ? PythonState::ready : PythonState::withoutNeeds;
}

const char* findPython(const std::vector<std::string>& modules) {
  bool found = false;
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    const PythonState state = stateOf(python, modules);
    if (state == PythonState::ready) return python;
    found = found || state == PythonState::withoutNeeds;
  }
  require(found, "there is no python3: {}", advice);
  throw InputError(fmt::format("python3 lacks one of {}: {}", fmt::join(modules, ", "), advice));
}

/// The command line of a Python that finds the package, in an environment that is set for it.
std::vector<std::string> pythonCommandLine(const std::vector<std::string>& arguments, const char* python) {
  const fs::path folder = packageFolder();
  const char* earlier = std::getenv("PYTHONPATH");
  const bool hasEarlier = earlier != nullptr && *earlier != '\0';
  const std::string path = hasEarlier ? fmt::format("{}:{}", folder.string(), earlier) : folder.string();
  ::setenv("PYTHONPATH", path.c_str(), 1);
  const std::string program = programFile().string();
  if (!program.empty()) ::setenv("FLUXTET_PROGRAM", program.c_str(), 0);  // that sweeps start
  std::vector<std::string> words{python, "-m", "fluxtet"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

[[noreturn]] void becomePython(int argc, char** argv) {
  auto words = pythonCommandLine({argv + 1, argv + argc}, findPython({"numpy", "h5py"}));
  const auto pointers = pointersTo(words);
  ::execvp(pointers[0], pointers.data());
  throw InputError(fmt::format("cannot start {}: {}", words[0], std::strerror(errno)));
}

/// What the report draws with.
const std::vector<std::string> reportModules{"numpy", "h5py", "matplotlib"};

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

void requireReports() {
  packageFolder();
  findPython(reportModules);
}

bool makeReport(const std::string& directory) {
  return exitCodeOf(pythonCommandLine({"report", directory}, findPython(reportModules))) == 0;
}

}  // namespace fluxtet::cli
