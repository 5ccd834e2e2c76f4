// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/newCase.hpp"

#include "app/cli/newCaseText.hpp"
#include "lib/base/file.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"
#include "lib/config/nearest.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <sstream>

namespace fs = std::filesystem;

namespace fluxtet::cli {
namespace {

/// The value of the key `title` of a case.
std::string titleOf(const NewCase& one) {
  std::istringstream lines(one.yaml);
  const std::string key = "title: ";
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(key)) return line.substr(key.size());
  return {};
}

void listKinds() {
  print("Cases to start from:\n");
  for (const NewCase& one : newCases()) print("  {:<12} {}\n", one.kind, titleOf(one));
  print("Write one with `fluxtet new KIND`, or to a file of another name with `fluxtet new KIND -o FILE`.\n");
}

const NewCase& caseOfKind(const std::string& kind) {
  std::vector<std::string> kinds;
  for (const NewCase& one : newCases()) kinds.push_back(one.kind);
  const auto found = std::find(kinds.begin(), kinds.end(), kind);
  require(found != kinds.end(), "there is no case '{}' to start from{}: the kinds are {}", kind,
          config::didYouMean(kind, kinds), config::listOf(kinds));
  return newCases()[static_cast<std::size_t>(found - kinds.begin())];
}

/// The folder of the case must be there; neither of the files may.
void requireFree(const fs::path& caseFile, const fs::path& geometry) {
  std::error_code ignored;
  require(caseFile.extension() == ".yaml" || caseFile.extension() == ".yml", "-o {}: a case is a .yaml file: name one",
          caseFile.string());
  const fs::path folder = fs::absolute(caseFile).parent_path();
  require(fs::is_directory(folder, ignored), "-o {}: there is no folder {}: make it first", caseFile.string(),
          folder.string());
  for (const fs::path& file : {caseFile, geometry})
    require(!fs::exists(fs::symlink_status(file, ignored)),
            "{} is there already and is not overwritten: choose another folder or name with -o", file.string());
}

/// A failure leaves a command that has changed nothing.
void write(const fs::path& file, const std::string& text) {
  try {
    writeFile(file.string(), std::as_bytes(std::span(text)));
  } catch (const RunError& error) {
    throw InputError(error.what());
  }
}

void writeCase(const NewArguments& arguments) {
  const NewCase& one = caseOfKind(arguments.kind);
  const fs::path caseFile = arguments.output.empty() ? fs::path(one.kind + ".yaml") : fs::path(arguments.output);
  const fs::path geometry = caseFile.parent_path() / (one.kind + ".geo");
  requireFree(caseFile, geometry);
  write(geometry, one.geometry);
  try {
    write(caseFile, one.yaml);
  } catch (const InputError&) {
    std::error_code ignored;
    fs::remove(geometry, ignored);
    throw;
  }
  print("{} and {} are written.\nRun it:  fluxtet run {}\nIts last lines tell what to expect.\n", caseFile.string(),
        geometry.string(), caseFile.string());
}

}  // namespace

ExitCode runNew(const NewArguments& arguments, MPI_Comm comm) {
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    if (arguments.kind.empty()) {
      require(arguments.output.empty(), "-o needs the kind of case to write: `fluxtet new` lists them");
      listKinds();
    } else {
      writeCase(arguments);
    }
  });
  return ExitCode::done;
}

}  // namespace fluxtet::cli
