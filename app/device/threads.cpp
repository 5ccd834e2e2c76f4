// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/device/threads.hpp"

#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace fluxtet {

namespace {

/// Threads that wait for the end of this object.
class IdleThreads {
 public:
  /// InputError if the system refuses one.
  explicit IdleThreads(int count) {
    try {
      while (static_cast<int>(threads_.size()) < count) threads_.emplace_back([this] { end_.wait(false); });
    } catch (const std::system_error& error) {
      const std::size_t started = threads_.size();
      release();
      throw InputError(
          fmt::format("the system lets a rank have {} threads of the {} that it is to compute with ({}): ask for fewer "
                      "by dgtd.threads, "
                      "static.threads or OMP_NUM_THREADS, or raise the limit (`ulimit -u`, or the batch system's)",
                      started + 1, count + 1, error.code().message()));
    }
  }
  ~IdleThreads() { release(); }
  IdleThreads(const IdleThreads&) = delete;
  IdleThreads& operator=(const IdleThreads&) = delete;

 private:
  void release() {
    end_ = true;
    end_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  std::atomic<bool> end_ = false;
  std::vector<std::thread> threads_;
};

/// Threads beyond some on each processor only wait for each other; so many can but be a mistake.
void requireProcessors(int threads) {
  constexpr long mostOnEach = 16;
  const long processors = std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN));
  require(
      threads <= mostOnEach * processors,
      "{} threads for a rank, and this host has {} processors, on which they would wait for each other: ask for fewer "
      "by dgtd.threads, static.threads or OMP_NUM_THREADS",
      threads, processors);
}

/// All ranks at once, since those of a host share its limits. Collective.
void requireThreads(int threads, MPI_Comm comm) {
  std::optional<IdleThreads> beside;
  agreeOnErrors(comm, [&] {
    requireProcessors(threads);
    beside.emplace(threads - 1);
  });
}

int threadsFor(int wanted, int ranksOnHost) {
  if (wanted > 0) return wanted;
  if (std::getenv("OMP_NUM_THREADS") != nullptr) return std::max(1, omp_get_max_threads());
  // A rank that is bound sees only its own cores; unbound ranks share the host's.
  const int shared = static_cast<int>(std::thread::hardware_concurrency()) / ranksOnHost;
  return std::max(1, std::min(omp_get_num_procs(), shared));
}

}  // namespace

int chooseThreads(int wanted, MPI_Comm comm) {
  const int threads = threadsFor(wanted, hostPlace(comm).ranksOnHost);
  requireThreads(threads, comm);
  return threads;
}

}  // namespace fluxtet
