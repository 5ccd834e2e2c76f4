// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>

namespace fluxtet::bench {

/// Seconds of one call, over samples of many calls each.
struct Timing {
  double median = 0, fastest = 0, slowest = 0;
  int samples = 0;
  std::int64_t callsPerSample = 0;
  /// How far apart the samples are, as a share of the median.
  double spread() const { return (slowest - fastest) / median; }
};

/// Calls `call` for about `seconds` after a warm-up. A sample is so many calls, ended by `finish`, which waits until
/// they have been carried out, that a launch does not count; its time is that of the slowest rank. Collective.
Timing timeCalls(const std::function<void()>& call, const std::function<void()>& finish, double seconds, MPI_Comm comm);

}  // namespace fluxtet::bench
