// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace fluxtet {

/// The values of all ranks on every rank, in the order of the ranks. Collective. Throws RunError for more than 2^31.
template <class T>
std::vector<T> gatherLists(const std::vector<T>& values, MPI_Comm comm) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::vector<std::int64_t> counts = gatherOverRanks(comm, static_cast<std::int64_t>(values.size()));
  std::vector<int> count(counts.size()), first(counts.size());
  std::int64_t total = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    first[r] = static_cast<int>(total);
    count[r] = static_cast<int>(counts[r]);
    total += counts[r];
    requireRun(total <= std::numeric_limits<int>::max(), "a surface has more than 2^31 faces or vertices");
  }
  MPI_Datatype type;
  mpiCheck(MPI_Type_contiguous(sizeof(T), MPI_BYTE, &type));
  mpiCheck(MPI_Type_commit(&type));
  std::vector<T> all(static_cast<std::size_t>(total));
  mpiCheck(MPI_Allgatherv(values.data(), static_cast<int>(values.size()), type, all.data(), count.data(), first.data(),
                          type, comm));
  mpiCheck(MPI_Type_free(&type));
  return all;
}

}  // namespace fluxtet
