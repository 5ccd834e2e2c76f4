// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/amg/amgRows.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fluxtet::statics::amg {

void sumOverSharers(RankCoupling* coupling, std::span<double> values) {
  if (coupling == nullptr) return;
  const auto shared = coupling->sharedDofs();
  std::vector<double> parts(shared.size());
  for (std::size_t i = 0; i < shared.size(); ++i) parts[i] = values[shared[i]];
  coupling->sumShared(std::span(parts));
  for (std::size_t i = 0; i < shared.size(); ++i) values[shared[i]] = parts[i];
}

AmgRows numberRows(std::int32_t numDofs, RankCoupling* coupling, MPI_Comm comm) {
  const auto counted = [&](std::int32_t dof) { return coupling == nullptr || coupling->counted()[dof] != 0; };
  std::int64_t own = 0;
  for (std::int32_t i = 0; i < numDofs; ++i) own += counted(i);
  const std::vector<std::int64_t> owned = gatherOverRanks(comm, own);
  const std::int64_t total = std::accumulate(owned.begin(), owned.end(), std::int64_t{0});
  require(total <= std::numeric_limits<std::int32_t>::max(),
          "the preconditioner amg numbers unknowns with 32 bits and cannot take {} of them: use jacobi", total);
  AmgRows rows;
  rows.total = static_cast<std::int32_t>(total);
  const auto mine = owned.begin() + mpiRank(comm);
  rows.begin = static_cast<std::int32_t>(std::accumulate(owned.begin(), mine, std::int64_t{0}));
  rows.end = rows.begin + static_cast<std::int32_t>(own);

  // The owner's number plus zeros of the other ranks: exact in double.
  std::vector<double> number(static_cast<std::size_t>(numDofs), 0);
  std::int32_t next = rows.begin;
  for (std::int32_t i = 0; i < numDofs; ++i)
    if (counted(i)) number[i] = next++;
  sumOverSharers(coupling, number);
  rows.row.assign(number.begin(), number.end());
  return rows;
}

}  // namespace fluxtet::statics::amg
