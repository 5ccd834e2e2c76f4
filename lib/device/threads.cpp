// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "device/threads.hpp"

#include "base/error.hpp"
#include "base/mpi.hpp"

#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace fluxtet {

int chooseThreads(int wanted, MPI_Comm comm) {
  const HostPlace place = hostPlace(comm);
  if (wanted > 0) return wanted;
  if (std::getenv("OMP_NUM_THREADS") != nullptr) return std::max(1, omp_get_max_threads());
  // A rank that is bound sees only its own cores; unbound ranks share the host's.
  const int shared = static_cast<int>(std::thread::hardware_concurrency()) / place.ranksOnHost;
  return std::max(1, std::min(omp_get_num_procs(), shared));
}

}  // namespace fluxtet
