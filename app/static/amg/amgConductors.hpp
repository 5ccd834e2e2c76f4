// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/amg/amgCycle.hpp"
#include "app/static/amg/amgMatrix.hpp"
#include "app/static/amg/amgRows.hpp"

#include <mpi.h>
#include <Eigen/Cholesky>

#include <cstdint>
#include <memory>
#include <vector>

namespace fluxtet::statics::amg {

/// Correction for dofs whose couplings the V-cycle does not see. Each such dof f has a field z: 1 at f, 0 at the others
/// of its kind, nearly in balance elsewhere (A z = 0). The correction solves the equations in the span Z of these
/// fields, x += Z (Z^T A Z)^-1 Z^T b, so that what is left for the V-cycle hardly moves these dofs.
class AmgConductors {
 public:
  /// `dense` [numDofs]: 1 for these dofs. `cycle` is that of A without their couplings. Collective. Throws RunError on
  /// every rank if A is singular.
  AmgConductors(HYPRE_ParCSRMatrix A, AmgCycle& cycle, const AmgRows& rows, const std::vector<std::uint8_t>& dense,
                MPI_Comm comm);
  /// x += Z (Z^T A Z)^-1 Z^T b. Collective.
  void addTo(HYPRE_ParVector b, HYPRE_ParVector x) const;

 private:
  std::vector<std::unique_ptr<AmgVector>> fields_;  ///< Z by columns
  Eigen::LLT<Eigen::MatrixXd> factor_;              ///< of Z^T A Z
};

}  // namespace fluxtet::statics::amg
