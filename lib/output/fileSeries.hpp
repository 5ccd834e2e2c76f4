// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fluxtet {

/// ParaView's list of the files of one quantity and their times, <name>.series (JSON). Rank 0 only.
class FileSeries {
 public:
  /// `continueAfterStep` >= 0: entries of an existing list up to that step are kept; an unreadable list is begun anew.
  FileSeries(std::filesystem::path file, std::int64_t continueAfterStep);
  /// Adds a file (or gives it a new time, s) and rewrites the list, complete or not at all.
  void add(const std::string& name, std::int64_t step, double time);

 private:
  struct Entry {
    std::string name;
    std::int64_t step = 0;
    double time = 0;  ///< s
  };
  void readExisting(std::int64_t lastStep);

  std::filesystem::path file_;
  std::vector<Entry> entries_;
};

}  // namespace fluxtet
