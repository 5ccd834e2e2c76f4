// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/caseArguments.hpp"

#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "lib/base/mpi.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace fluxtet::cli {
namespace {

std::string readText(const std::string& file) {
  requireReadable("the case file", file);
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void requireMeshFile(const std::string& file) {
  std::error_code ignored;
  require(file.empty() || std::filesystem::is_regular_file(file, ignored),
          "--mesh {0}: there is no file '{0}'; a relative path starts at the directory where fluxtet is started, which "
          "is {1}",
          file, std::filesystem::current_path(ignored).string());
}

/// A YAML double-quoted scalar.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

Case loadCaseOnAll(const CaseArguments& arguments, MPI_Comm comm) {
  std::string text;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    requireMeshFile(arguments.mesh);
    text = readText(arguments.file);
  });
  text = broadcast(comm, text);
  std::vector<Override> overrides = arguments.overrides;
  if (!arguments.mesh.empty())
    overrides.insert(overrides.begin(),
                     fmt::format("mesh={{file: {}}}", quoted(std::filesystem::absolute(arguments.mesh).string())));
  if (!arguments.output.empty()) overrides.push_back("output.directory=" + quoted(arguments.output));
  Case result;
  agreeOnErrors(comm, [&] { result = parseCase(text, arguments.file, overrides); });
  return result;
}

}  // namespace fluxtet::cli
