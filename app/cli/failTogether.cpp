// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failTogether.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/timer.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <thread>

namespace fluxtet::cli {
namespace {
/// Longer than ranks that fail together are apart, shorter than a user's patience.
constexpr double patienceSeconds = 5;
}  // namespace

FailTogether::FailTogether(MPI_Comm comm) {
  mpiCheck(MPI_Comm_dup(comm, &comm_));
}

FailTogether::~FailTogether() {
  MPI_Comm_free(&comm_);
}

bool FailTogether::everyRankFailed() const {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm_, &request);
  const Timer timer;
  int done = 0;
  while (done == 0 && timer.seconds() < patienceSeconds) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return done != 0;
}

int FailTogether::operator()(ExitCode code, const std::string& message) const {
  const int rank = mpiRank(comm_);
  if (everyRankFailed()) {
    if (rank == 0) spdlog::error("{}", message);
    return static_cast<int>(code);
  }
  spdlog::error("rank {}: {}", rank, message);
  MPI_Abort(comm_, static_cast<int>(code));
  return static_cast<int>(code);
}

}  // namespace fluxtet::cli
