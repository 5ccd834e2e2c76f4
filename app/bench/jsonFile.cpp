// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/jsonFile.hpp"

#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/outputDirectory.hpp"

#include <filesystem>

namespace fluxtet::bench {

void requireNewJsonFile(const std::string& file) {
  if (file.empty()) return;
  require(!std::filesystem::exists(file), "--json {}: the file exists; remove it or choose another name", file);
  const auto folder = std::filesystem::absolute(file).parent_path();
  require(std::filesystem::is_directory(folder), "--json {}: there is no folder {}", file, folder.string());
}

void writeJsonFile(const std::string& file, const std::function<std::string()>& text, MPI_Comm comm) {
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0 && !file.empty()) writeTextFile(file, text());
  });
}

}  // namespace fluxtet::bench
