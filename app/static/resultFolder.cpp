// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/resultFolder.hpp"

#include "lib/base/error.hpp"
#include "lib/output/outputDirectory.hpp"

#include <vector>

namespace fs = std::filesystem;

namespace fluxtet::statics {
namespace {

void moveUp(const fs::path& from, const fs::path& directory) {
  std::error_code error;
  fs::rename(from, directory / from.filename(), error);
  requireRun(!error, "cannot move {} to {}: {}: check the folder's permissions", from.string(), directory.string(),
             error.message());
}

}  // namespace

ResultFolder::ResultFolder(fs::path directory) : directory_(std::move(directory)), hidden_(directory_ / ".incomplete") {
  std::error_code ignored;
  fs::remove_all(hidden_, ignored);  // of a run that was killed
  createFolder(hidden_);
}

ResultFolder::~ResultFolder() {
  std::error_code ignored;
  fs::remove_all(hidden_, ignored);
}

void ResultFolder::commit() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(hidden_))
    if (entry.path().filename() != outputName::summary) files.push_back(entry.path());
  for (const fs::path& file : files) moveUp(file, directory_);
  moveUp(hidden_ / outputName::summary, directory_);
}

}  // namespace fluxtet::statics
