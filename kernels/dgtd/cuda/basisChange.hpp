// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/referenceElement.hpp"

namespace fluxtet::dgtd::cuda {

/// The reference element's operators on Bernstein coefficients, which stand in the order of the nodes.
struct BernsteinOperators {
  explicit BernsteinOperators(const ReferenceElement& basis);

  Eigen::MatrixXd toNodal, toBernstein;       ///< [Np][Np]
  Eigen::MatrixXd faceToBernstein;            ///< [Nf][Nf]
  std::array<Eigen::MatrixXd, 3> derivative;  ///< [Np][Np]
  std::array<Eigen::MatrixXd, 4> flux;        ///< [Np][Nf] 3/2 L_f
};

}  // namespace fluxtet::dgtd::cuda
