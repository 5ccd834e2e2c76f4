// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace fluxtet::bench {

/// Where and when a measurement was made; of this rank's host.
struct MachineFacts {
  std::string processor;  ///< as the operating system calls it, "unknown" where it does not say
  int hardwareThreads = 0;
  std::int64_t lastLevelCache = 0;  ///< bytes
  std::string driver;               ///< of NVIDIA GPUs, "unknown" where the system does not say
  std::string date;                 ///< "2026-11-21 10:12:13 UTC"
};

MachineFacts machineFacts();

/// Bytes of the last-level cache, 32 MiB where the system does not say.
std::int64_t lastLevelCacheBytes();

}  // namespace fluxtet::bench
