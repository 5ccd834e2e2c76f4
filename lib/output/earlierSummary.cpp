// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/earlierSummary.hpp"

#include "lib/output/outputDirectory.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace fluxtet {

EarlierSummary readEarlierSummary(const std::filesystem::path& directory) {
  std::ifstream stream(directory / outputName::summary, std::ios::binary);
  const nlohmann::json json = nlohmann::json::parse(stream, nullptr, false);
  EarlierSummary summary;
  if (!json.is_object()) return summary;
  if (const auto status = json.find("status"); status != json.end() && status->is_string())
    summary.status = status->get<std::string>();
  if (const auto warnings = json.find("warnings"); warnings != json.end() && warnings->is_array())
    for (const auto& warning : *warnings)
      if (warning.is_string()) summary.warnings.push_back(warning.get<std::string>());
  return summary;
}

}  // namespace fluxtet
