// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/cpuRoofline.hpp"

#include "app/bench/fmaChains.hpp"
#include "app/bench/machine.hpp"
#include "app/device/hostMemory.hpp"
#include "kernels/dgtd/cpu/instructionSet.hpp"
#include "lib/base/alignedArray.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/timer.hpp"

#include <omp.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>

namespace fluxtet::bench {
namespace {

/// Time of the fastest of `count` passes, s; all ranks run each pass at the same time. Collective.
double fastestPass(int count, const std::function<void()>& pass, MPI_Comm comm) {
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i) {
    mpiCheck(MPI_Barrier(comm));
    const Timer timer;
    pass();
    fastest = std::min(fastest, timer.seconds());
  }
  return fastest;
}

/// The three arrays of a host together hold four times its last-level cache, and at least 768 MiB.
std::int64_t triadLength(MPI_Comm comm) {
  constexpr std::int64_t least = std::int64_t{768} << 20;
  const std::int64_t bytes = std::max(least, 4 * lastLevelCacheBytes()) / hostPlace(comm).ranksOnHost;
  return bytes / static_cast<std::int64_t>(3 * sizeof(double));
}

template <class Real>
FmaChains<Real> chainsFor(int vectorBytes) {
  constexpr bool single = std::is_same_v<Real, float>;
#ifdef FLUXTET_X86_KERNELS
  if constexpr (single) {
    if (vectorBytes == 64) return avx512FmaFloat();
    if (vectorBytes == 32) return avx2FmaFloat();
  } else {
    if (vectorBytes == 64) return avx512FmaDouble();
    if (vectorBytes == 32) return avx2FmaDouble();
  }
#endif
  if constexpr (single)
    return baselineFmaFloat();
  else
    return baselineFmaDouble();
}

}  // namespace

double measureTriadBandwidth(int threads, MPI_Comm comm) {
  const std::int64_t n = triadLength(comm);
  requireHostMemory(3 * n * static_cast<std::int64_t>(sizeof(double)), comm);
  AlignedArray<double> a(static_cast<std::size_t>(n)), b(static_cast<std::size_t>(n)), c(static_cast<std::size_t>(n));
  // Each thread initialises its own part, so that the pages are on its NUMA node.
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t i = 0; i < n; ++i) {
    a.data()[i] = 0;
    b.data()[i] = 1;
    c.data()[i] = 2;
  }
  constexpr int passes = 20;
  const double seconds = fastestPass(
      passes,
      [&] {
        double* to = a.data();
        const double *from = b.data(), *scaled = c.data();
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t i = 0; i < n; ++i) to[i] = from[i] + 3 * scaled[i];
      },
      comm);
  return static_cast<double>(4 * n) * sizeof(double) / seconds;
}

template <class Real>
double measureCpuFmaRate(int threads, MPI_Comm comm) {
  const int vectorBytes = dgtd::cpu::chooseKernels<Real>().lanes * static_cast<int>(sizeof(Real));
  const FmaChains<Real> chains = chainsFor<Real>(vectorBytes);
  // Passes of some milliseconds: on a machine with other users, a few of many find all cores idle.
  constexpr std::int64_t rounds = 1'000'000;
  constexpr int passes = 200;
  Real sum = 0;
  const double seconds = fastestPass(
      passes,
      [&] {
#pragma omp parallel num_threads(threads) reduction(+ : sum)
        sum += chains.run(rounds, Real(0.5), Real(1));
      },
      comm);
  requireRun(sum > 0, "the multiply-adds that measure the arithmetic peak give {}", sum);
  return static_cast<double>(rounds) * chains.flopsPerRound * threads / seconds;
}

template double measureCpuFmaRate<float>(int, MPI_Comm);
template double measureCpuFmaRate<double>(int, MPI_Comm);

}  // namespace fluxtet::bench
