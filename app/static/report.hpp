// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/memoryNeed.hpp"
#include "app/static/summary.hpp"

#include <string>
#include <vector>

namespace fluxtet::statics {

/// The report of `fluxtet check`, several lines ending in a newline.
std::string staticCheckReport(const StaticCase& theCase, const StaticModel& model, const DofMap& dofs,
                              const StaticDevice& device, const StaticMemoryNeed& memory);
/// The results for the log, a line each.
std::vector<std::string> resultLines(const StaticModel& model, const StaticQuantities& quantities);

}  // namespace fluxtet::statics
