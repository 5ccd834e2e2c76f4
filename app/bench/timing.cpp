// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/timing.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/timer.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fluxtet::bench {
namespace {

constexpr int leastSamples = 3;
/// Least duration of a sample over that of the measurement.
constexpr double sampleShare = 1.0 / 20;

double median(std::vector<double> sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

}  // namespace

Timing timeCalls(const std::function<void()>& call, const std::function<void()>& finish, double seconds,
                 MPI_Comm comm) {
  const auto sample = [&](std::int64_t calls) {
    mpiCheck(MPI_Barrier(comm));
    const Timer timer;
    for (std::int64_t i = 0; i < calls; ++i) call();
    finish();
    return maxOverRanks(comm, timer.seconds());
  };
  // The first call may allocate memory and load code. The samples then get more calls until they last long enough.
  sample(1);
  std::int64_t calls = 1;
  double length = sample(calls);
  while (length < sampleShare * seconds) length = sample(calls *= 2);

  const int samples = std::max(leastSamples, static_cast<int>(std::ceil(seconds / length)));
  std::vector<double> times(static_cast<std::size_t>(samples));
  for (double& time : times) time = sample(calls) / static_cast<double>(calls);
  std::sort(times.begin(), times.end());
  return {median(times), times.front(), times.back(), samples, calls};
}

}  // namespace fluxtet::bench
