// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/outputDirectory.hpp"

#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/earlierSummary.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <span>

namespace fs = std::filesystem;

namespace fluxtet {

namespace {

/// The name of a result that `directory` holds, or an empty text.
std::string resultIn(const fs::path& directory) {
  using namespace outputName;
  constexpr std::array names{resolvedCase, summary,     energy,     probes, snapshots, slices,   dft,
                             sar,          checkpoints, fields,     points, lines,     farField, transientFarField,
                             patterns,     ports,       sParameters};
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

/// Of the names that a run gives its files in the output directory, bytes.
constexpr std::size_t longestResult = 256;

void requireShortNames(const fs::path& directory) {
  const fs::path whole = fs::absolute(directory);
  for (const fs::path& name : whole)
    require(
        name.native().size() <= NAME_MAX,
        "output directory {}: a name of {} bytes is longer than the {} that file systems take: choose another place "
        "with --output or output.directory",
        directory.string(), name.native().size(), NAME_MAX);
  require(whole.native().size() + longestResult <= PATH_MAX,
          "output directory {}: a path of {} bytes leaves its files too few of the {} that the system takes: choose "
          "another place with --output or output.directory",
          directory.string(), whole.native().size(), PATH_MAX);
}

void requireUsable(const fs::path& directory) {
  requireShortNames(directory);
  std::error_code error;
  fs::path existing = withoutTrailingSlash(directory);
  while (!fs::exists(existing, error) && existing.has_relative_path()) existing = existing.parent_path();
  require(fs::is_directory(existing, error),
          "output directory {}: {} is not a directory: choose another place with --output or output.directory",
          directory.string(), existing.string());
  const bool writable = ::access(existing.c_str(), W_OK | X_OK) == 0;
  require(writable,
          "output directory {}: cannot write in {}: {}: choose another place with --output or output.directory",
          directory.string(), existing.string(), std::strerror(errno));
}

void requireNoResults(const fs::path& directory, bool canRestart) {
  const std::string found = resultIn(directory);
  if (found.empty()) return;
  const bool finished = readEarlierSummary(directory).isFinished();
  throw InputError(
      fmt::format("output directory {} holds results of an earlier run ({}){}: {}choose another directory with "
                  "--output, or move the old results aside with --backup",
                  directory.string(), found, finished ? ", which is finished and not run again" : "",
                  canRestart && !finished ? "continue that run with --restart latest, " : ""));
}

/// Renaming the folder that the program is in, or one above it, would rename the place to which relative names lead.
void requireMovable(const fs::path& directory) {
  if (resultIn(directory).empty()) return;
  std::error_code error;
  const fs::path moved = fs::canonical(directory, error), here = fs::current_path(error);
  const bool holdsHere = std::mismatch(moved.begin(), moved.end(), here.begin(), here.end()).first == moved.end();
  require(!holdsHere,
          "--backup would rename {}, in which the program was started: start it elsewhere, choose a folder below with "
          "--output, or move the old results yourself",
          moved.string());
}

/// Renames the directory to the first free <directory>.1, .2, ...
void moveResultsAside(const fs::path& directory, OutputLock& lock) {
  if (resultIn(directory).empty()) return;
  const fs::path from = withoutTrailingSlash(directory);
  int number = 1;
  std::error_code error;
  while (fs::exists(fmt::format("{}.{}", from.string(), number), error)) ++number;
  const std::string to = fmt::format("{}.{}", from.string(), number);
  fs::rename(from, to, error);
  require(!error, "cannot rename the old results {} to {}: {}: move them yourself, or choose another --output",
          from.string(), to, error.message());
  lock.releaseIn(to);
}

}  // namespace

void checkOutputDirectory(const fs::path& directory, ExistingOutput existing, MPI_Comm comm, bool canRestart) {
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    requireUsable(directory);
    if (existing == ExistingOutput::refuse) requireNoResults(directory, canRestart);
    if (existing == ExistingOutput::moveAside) requireMovable(directory);
  });
}

void claimOutputDirectory(const fs::path& directory, ExistingOutput existing, OutputLock& lock, MPI_Comm comm,
                          bool canRestart) {
  checkOutputDirectory(directory, existing, comm, canRestart);
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0 && !lock.taken() && fs::is_directory(directory)) lock.take(directory);
  });
}

void createOutputDirectory(const fs::path& directory, ExistingOutput existing, OutputLock& lock, MPI_Comm comm,
                           bool canRestart) {
  claimOutputDirectory(directory, existing, lock, comm, canRestart);
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    if (existing == ExistingOutput::moveAside) moveResultsAside(directory, lock);
    std::error_code error;
    fs::create_directories(directory, error);
    require(!error || fs::is_directory(directory), "cannot create the output directory {}: {}: choose another --output",
            directory.string(), error.message());
    if (!lock.taken()) lock.take(directory);
    // Only now can no other run write there.
    if (existing != ExistingOutput::continueIn) requireNoResults(directory, canRestart);
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
