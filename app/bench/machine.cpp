// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machine.hpp"

#include <fmt/chrono.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <thread>

namespace fluxtet::bench {
namespace {

std::string processorName() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

/// The version number in `line`, the first line of the kernel module's version file.
std::string driverVersion() {
  std::ifstream stream("/proc/driver/nvidia/version");
  std::string line;
  std::getline(stream, line);
  std::istringstream words(line);
  for (std::string word; words >> word;)
    if (word.find_first_not_of("0123456789.") == std::string::npos) return word;
  return "unknown";
}

}  // namespace

std::int64_t lastLevelCacheBytes() {
  constexpr std::int64_t usual = std::int64_t{32} << 20;
#ifdef _SC_LEVEL3_CACHE_SIZE
  if (const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE); bytes > 0) return bytes;
#endif
  return usual;
}

MachineFacts machineFacts() {
  return {processorName(), static_cast<int>(std::thread::hardware_concurrency()), lastLevelCacheBytes(),
          driverVersion(), fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)))};
}

}  // namespace fluxtet::bench
