// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <fstream>
#include <string>

namespace fluxtet {

std::int64_t peakResidentBytes() {
  // getrusage() may still count the launcher that this process was forked from, so /proc is asked first.
  constexpr std::int64_t kibi = 1024;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stoll(line.substr(6)) * kibi;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * kibi;
}

std::int64_t availableHostBytes() {
  std::ifstream stream("/proc/meminfo");
  std::string key, unit;
  std::int64_t kilobytes = 0;
  while (stream >> key >> kilobytes) {
    std::getline(stream, unit);
    if (key == "MemAvailable:") return kilobytes * 1024;
  }
  return -1;
}

std::string bytesText(std::int64_t bytes) {
  constexpr std::array<const char*, 5> units{"B", "kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.4g} {}", value, units[unit]);
}

}  // namespace fluxtet
