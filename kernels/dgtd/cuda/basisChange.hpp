// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/referenceElement.hpp"

#include <array>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// The operators of the reference element on Bernstein coefficients, which are numbered like the nodes (Bernstein).
struct BernsteinOperators {
  explicit BernsteinOperators(const ReferenceElement& basis);

  Eigen::MatrixXd toNodal, toBernstein;       ///< [Np][Np] nodal values from coefficients, and back
  Eigen::MatrixXd faceToBernstein;            ///< [Nf][Nf] coefficients of a face from its nodal values
  std::array<Eigen::MatrixXd, 3> derivative;  ///< [i - 1][Np][Np] d_i = d/dlambda_i - d/dlambda_0
  std::array<Eigen::MatrixXd, 4> flux;        ///< [f][Np][Nf] 3/2 L_f
};

/// The entries of BernsteinOperators::flux by node of the element, [Np][4][Nf].
template <class Real>
std::vector<Real> liftRows(const BernsteinOperators& operators) {
  std::vector<Real> rows;
  for (Eigen::Index node = 0; node < operators.flux[0].rows(); ++node)
    for (const Eigen::MatrixXd& flux : operators.flux)
      for (Eigen::Index m = 0; m < flux.cols(); ++m) rows.push_back(static_cast<Real>(flux(node, m)));
  return rows;
}

}  // namespace fluxtet::dgtd::cuda
