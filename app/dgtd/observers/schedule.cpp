// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/schedule.hpp"

#include <fmt/format.h>

namespace fluxtet::dgtd {

std::vector<std::string> warningsOfIntervals(const OutputSettings& output, double dt) {
  std::vector<std::string> warnings;
  const auto warn = [&](const Interval& every, const Mark& mark, const std::string& what) {
    if (Schedule::isShorterThanAStep(every, dt))
      warnings.push_back(fmt::format("{}: {}.every: {} s is less than the time step of {:.6g} s: every step is written",
                                     toString(mark), what, *every.seconds, dt));
  };
  if (output.snapshots) warn(output.snapshots->every, output.snapshots->mark, "output.snapshots");
  for (const auto& slice : output.slices) warn(slice.every, slice.mark, fmt::format("slice '{}'", slice.name));
  return warnings;
}

}  // namespace fluxtet::dgtd
