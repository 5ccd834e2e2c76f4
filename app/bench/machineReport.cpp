// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machineReport.hpp"

#include "lib/base/memory.hpp"
#include "lib/base/version.hpp"

#include <fmt/format.h>

namespace fluxtet::bench {

using Json = nlohmann::ordered_json;

std::string headLine(const char* label, const std::string& value) {
  return fmt::format("{:<12}{}\n", label, value);
}

std::string machineHead(const MachineFacts& m, const std::optional<GpuInfo>& gpu) {
  std::string text =
      headLine("fluxtet", fmt::format("{} (commit {}), {}; {}", version(), commit(), buildOptions(), m.date));
  text += headLine("processor", fmt::format("{}, {} hardware threads, last-level cache {}", m.processor,
                                            m.hardwareThreads, bytesText(m.lastLevelCache)));
  if (gpu)
    text += headLine("GPU", fmt::format("{}, {} multiprocessors, {}; driver {}", gpu->name, gpu->multiprocessors,
                                        bytesText(gpu->totalBytes), m.driver));
  return text;
}

Json machineJson(const MachineFacts& m, const std::optional<GpuInfo>& gpu) {
  Json machine{{"processor", m.processor},
               {"hardware_threads", m.hardwareThreads},
               {"last_level_cache_bytes", m.lastLevelCache}};
  if (gpu)
    machine["gpu"] = {{"name", gpu->name},
                      {"multiprocessors", gpu->multiprocessors},
                      {"memory_bytes", gpu->totalBytes},
                      {"driver", m.driver}};
  return {{"version", version()},
          {"commit", commit()},
          {"build", buildOptions()},
          {"date", m.date},
          {"machine", std::move(machine)}};
}

std::string jsonText(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace fluxtet::bench
