// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/quantities.hpp"

#include <string>
#include <vector>

namespace fluxtet::statics {

/// Figures of a static run beside its results.
struct StaticFacts {
  std::string caseFile;
  std::string meshFile;  ///< fileOfMesh(); empty if there is none
  std::int64_t nodes = 0, elements = 0, dofs = 0, nonzeros = 0;
  std::string backend;  ///< the engine's name for itself
  int ranks = 1, threads = 1;
  SolveResult solve;
  StageTimes stages;              ///< ms
  double meshMs = 0, postMs = 0;  ///< from the file to the equations; results and their files
  MemoryUse memory;
  std::optional<ColouringReport> colouring;
  std::vector<std::string> warnings;
};

/// The content of summary.json.
std::string staticSummaryJson(const StaticModel& model, const StaticFacts& facts, const StaticQuantities& quantities);

}  // namespace fluxtet::statics
