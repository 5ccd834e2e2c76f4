// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fluxtet {

/// What the summary.json of an earlier run tells.
struct EarlierSummary {
  std::string status;  ///< as in RunSummary; empty: there is no summary, or it cannot be read
  std::vector<std::string> warnings;

  /// Whether the run came to its end.
  bool isFinished() const { return status == "done" || status == "decayed"; }
};

EarlierSummary readEarlierSummary(const std::filesystem::path& directory);

}  // namespace fluxtet
