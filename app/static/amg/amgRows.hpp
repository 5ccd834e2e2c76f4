// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/rankCoupling.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::statics::amg {

/// Rows of a matrix in hypre's distribution: rank after rank, each rank's counted dofs in their order.
struct AmgRows {
  std::int32_t begin = 0, end = 0, total = 0;  ///< this rank's rows are begin .. end - 1
  std::vector<std::int32_t> row;               ///< [numDofs]

  /// True if the row of the local dof is one of this rank's.
  bool owns(std::size_t dof) const { return row[dof] >= begin && row[dof] < end; }
};

/// Numbers the rows. `coupling`: null on one rank. Collective. Throws InputError for more rows than 32 bits number.
AmgRows numberRows(std::int32_t numDofs, RankCoupling* coupling, MPI_Comm comm);

/// Replaces the entries of shared dofs in `values` [numDofs], this rank's parts, by their sums over ranks; nothing
/// where `coupling` is null. Collective.
void sumOverSharers(RankCoupling* coupling, std::span<double> values);

}  // namespace fluxtet::statics::amg
