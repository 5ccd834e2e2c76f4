// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/fileSeries.hpp"

#include "lib/output/outputDirectory.hpp"

#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace fluxtet {

FileSeries::FileSeries(std::filesystem::path file, std::int64_t continueAfterStep) : file_(std::move(file)) {
  if (continueAfterStep >= 0 && std::filesystem::exists(file_)) readExisting(continueAfterStep);
}

void FileSeries::readExisting(std::int64_t lastStep) {
  try {
    std::ifstream stream(file_);
    const nlohmann::json list = nlohmann::json::parse(stream);
    for (const auto& item : list.at("files")) {
      const Entry entry{item.at("name").get<std::string>(), item.at("step").get<std::int64_t>(),
                        item.at("time").get<double>()};
      if (entry.step <= lastStep) entries_.push_back(entry);
    }
  } catch (const nlohmann::json::exception&) {
    spdlog::warn("{} is unreadable: it will list only the snapshots of this run", file_.string());
    entries_.clear();
  }
}

void FileSeries::add(const std::string& name, std::int64_t step, double time) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.name == name; });
  entries_.push_back({name, step, time});
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const auto& entry : entries_)
    files.push_back({{"name", entry.name}, {"time", entry.time}, {"step", entry.step}});
  const nlohmann::ordered_json list{{"file-series-version", "1.0"}, {"files", files}};
  writeTextFile(file_, list.dump(1) + '\n');
}

}  // namespace fluxtet
