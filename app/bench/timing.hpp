// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>

namespace fluxtet::bench {

/// Time of one call, s; statistics over samples of many calls each.
struct Timing {
  double median = 0, fastest = 0, slowest = 0;
  int samples = 0;
  std::int64_t callsPerSample = 0;
  /// Difference between the slowest and the fastest sample, relative to the median.
  double spread() const { return (slowest - fastest) / median; }
};

/// Times `call` for about `seconds` after a warm-up. A sample is a sequence of calls and one finish(), which blocks
/// until they are done; it has so many calls that the overhead of a launch is negligible. The time of a sample is that
/// of the slowest rank. Collective.
Timing timeCalls(const std::function<void()>& call, const std::function<void()>& finish, double seconds, MPI_Comm comm);

}  // namespace fluxtet::bench
