// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "output/outputDirectory.hpp"

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/mpi.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <span>

namespace fs = std::filesystem;

namespace fluxtet {

namespace {

/// The name of a result that `directory` holds, or an empty text.
std::string resultIn(const fs::path& directory) {
  using namespace outputName;
  constexpr std::array names{resolvedCase, summary, energy,      probes, snapshots, slices,
                             dft,          sar,     checkpoints, fields, points,    lines};
  std::error_code ignored;
  for (const char* name : names)
    if (fs::exists(directory / name, ignored)) return name;
  return {};
}

/// "out/" and "out/." both mean "out".
fs::path withoutTrailingSlash(const fs::path& directory) {
  fs::path plain = fs::absolute(directory).lexically_normal();
  return plain.has_filename() ? plain : plain.parent_path();
}

void requireUsable(const fs::path& directory) {
  std::error_code error;
  fs::path existing = withoutTrailingSlash(directory);
  while (!fs::exists(existing, error) && existing.has_relative_path()) existing = existing.parent_path();
  require(fs::is_directory(existing, error),
          "output directory {}: {} is not a directory: choose another place with --output or output.directory",
          directory.string(), existing.string());
  require(::access(existing.c_str(), W_OK | X_OK) == 0,
          "output directory {}: cannot write in {}: {}: choose another place with --output or output.directory",
          directory.string(), existing.string(), std::strerror(errno));
}

void requireNoResults(const fs::path& directory, bool canRestart) {
  const std::string found = resultIn(directory);
  require(found.empty(),
          "output directory {} holds results of an earlier run ({}): {}choose another directory with --output, or move "
          "the old results aside with --backup",
          directory.string(), found, canRestart ? "continue that run with --restart latest, " : "");
}

/// Renames the directory to the first free <directory>.1, .2, ...
void moveResultsAside(const fs::path& directory) {
  if (resultIn(directory).empty()) return;
  const fs::path from = withoutTrailingSlash(directory);
  int number = 1;
  std::error_code error;
  while (fs::exists(fmt::format("{}.{}", from.string(), number), error)) ++number;
  const std::string to = fmt::format("{}.{}", from.string(), number);
  fs::rename(from, to, error);
  require(!error, "cannot rename the old results {} to {}: {}: move them yourself, or choose another --output",
          from.string(), to, error.message());
}

}  // namespace

void checkOutputDirectory(const fs::path& directory, ExistingOutput existing, MPI_Comm comm, bool canRestart) {
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    requireUsable(directory);
    if (existing == ExistingOutput::refuse) requireNoResults(directory, canRestart);
  });
}

void createOutputDirectory(const fs::path& directory, ExistingOutput existing, MPI_Comm comm, bool canRestart) {
  checkOutputDirectory(directory, existing, comm, canRestart);
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    if (existing == ExistingOutput::moveAside) moveResultsAside(directory);
    std::error_code error;
    fs::create_directories(directory, error);
    require(!error || fs::is_directory(directory), "cannot create the output directory {}: {}: choose another --output",
            directory.string(), error.message());
  });
}

void createFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  requireRun(!error, "cannot create the folder {}: {}: check its permissions and the space left", folder.string(),
             error.message());
}

void writeTextFile(const fs::path& file, const std::string& text) {
  writeFile(file.string(), std::as_bytes(std::span(text)));
}

}  // namespace fluxtet
