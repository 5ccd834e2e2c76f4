// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace fluxtet::statics {

/// Results that appear together or not at all: they are written into a hidden folder of the output directory, and moved
/// up when all are there.
class ResultFolder {
 public:
  /// Throws RunError if the folder cannot be made.
  explicit ResultFolder(std::filesystem::path directory);
  /// Removes what commit() has not moved.
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  const std::filesystem::path& path() const { return hidden_; }
  /// Moves everything to its place, summary.json last: where it stands, all else does. Throws RunError.
  void commit();

 private:
  std::filesystem::path directory_, hidden_;
};

}  // namespace fluxtet::statics
