// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/device/hostMemory.hpp"

#include "lib/base/memory.hpp"
#include "lib/base/mpi.hpp"

namespace fluxtet {
namespace {

std::int64_t sumOverHost(std::int64_t bytesOfThisRank, MPI_Comm comm) {
  MPI_Comm host = MPI_COMM_NULL;
  mpiCheck(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
  const std::int64_t sum = sumOverRanks(host, bytesOfThisRank);
  mpiCheck(MPI_Comm_free(&host));
  return sum;
}

}  // namespace

void requireHostMemory(std::int64_t bytesOfThisRank, MPI_Comm comm, const std::string& what,
                       const std::string& advice) {
  const std::int64_t need = sumOverHost(bytesOfThisRank, comm);
  agreeOnErrors(comm, [&] {
    const std::int64_t available = availableHostBytes();
    requireRun(available < 0 || need <= available,
               "out of memory: the ranks of this host need {} for {}, and {} is available; {}", bytesText(need), what,
               bytesText(available), advice);
  });
}

bool fitsHostMemory(std::int64_t bytesOfThisRank, MPI_Comm comm) {
  const std::int64_t need = sumOverHost(bytesOfThisRank, comm), available = availableHostBytes();
  const bool fits = available < 0 || need <= available;
  return maxOverRanks(comm, static_cast<std::int64_t>(!fits)) == 0;
}

}  // namespace fluxtet
