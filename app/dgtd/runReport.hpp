// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/facts.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/runSetup.hpp"
#include "app/dgtd/timeLoop.hpp"
#include "lib/output/summary.hpp"

#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Result of the time loop, for the report.
struct RunCourse {
  LoopEnd end;
  double setupSeconds = 0;
  std::vector<std::string> warnings;  ///< of the whole run; on rank 0
};

/// "stopped" (by a signal), "decayed" (ended before step `plannedSteps`) or "done".
const char* statusText(const LoopEnd& end, std::int64_t plannedSteps);

/// The contents of summary.json after a run. Collective.
template <class Real>
RunSummary summaryOf(const DgtdCase& theCase, const RunSetup<Real>& setup, const RunFacts& facts,
                     const ObserverList<Real>& observers, const RunCourse& course);

}  // namespace fluxtet::dgtd
