// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace fluxtet::bench {

/// Machine (this rank's host) and date of a measurement.
struct MachineFacts {
  std::string processor;  ///< name by the operating system, or "unknown"
  int hardwareThreads = 0;
  std::int64_t lastLevelCache = 0;  ///< bytes
  std::string driver;               ///< version of the NVIDIA driver, or "unknown"
  std::string date;                 ///< "2026-11-21 10:12:13 UTC"
};

MachineFacts machineFacts();

/// Size of the last-level cache, bytes; 32 MiB if unknown.
std::int64_t lastLevelCacheBytes();

}  // namespace fluxtet::bench
