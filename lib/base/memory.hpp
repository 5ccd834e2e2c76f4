// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace fluxtet {

/// Largest resident memory of this process so far, bytes.
std::int64_t peakResidentBytes();

/// Memory that the operating system can still give to processes of this host (MemAvailable), bytes; -1 where it does
/// not say.
std::int64_t availableHostBytes();

/// "1.23 GB".
std::string bytesText(std::int64_t bytes);

}  // namespace fluxtet
