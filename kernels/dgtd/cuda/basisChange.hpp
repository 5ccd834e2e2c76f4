// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/referenceElement.hpp"

namespace fluxtet::dgtd::cuda {

/// The operators of the reference element on Bernstein coefficients, which are numbered like the nodes (Bernstein).
struct BernsteinOperators {
  explicit BernsteinOperators(const ReferenceElement& basis);

  Eigen::MatrixXd toNodal, toBernstein;       ///< [Np][Np] nodal values from coefficients, and back
  Eigen::MatrixXd faceToBernstein;            ///< [Nf][Nf] coefficients of a face from its nodal values
  std::array<Eigen::MatrixXd, 3> derivative;  ///< [i - 1][Np][Np] d_i = d/dlambda_i - d/dlambda_0
  std::array<Eigen::MatrixXd, 4> flux;        ///< [f][Np][Nf] 3/2 L_f
};

}  // namespace fluxtet::dgtd::cuda
