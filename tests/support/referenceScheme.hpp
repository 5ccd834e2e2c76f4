// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/basis/referenceElement.hpp"

#include <Eigen/Dense>

#include <vector>

namespace fluxtet::test {

/// The semi-discrete scheme of one piece without halo faces, straight from the formulas, element by element in double:
/// rate_E = curl H + M^-1 boundary integral of n x (H* - H), and the like for H, with the numerical traces E*, H*
/// written as states.
class ReferenceScheme {
 public:
  using Nodal = Eigen::Matrix<double, Eigen::Dynamic, 3>;
  using Fields = std::vector<Nodal>;  ///< by element

  explicit ReferenceScheme(const dgtd::DgtdProblem& problem) : problem_(problem), basis_(problem.order) {}

  /// curl and numerical flux (without conductivity, currents, 1 / epsilonR): the rate of E, or that of H including its
  /// sign.
  Fields rate(dgtd::Field target, const Fields& targetField, const Fields& sourceField, double targetTime,
              double sourceTime, bool withWaves = true) const;
  /// The target after a leap-frog half step.
  Fields halfStep(const dgtd::HalfStep& half, const Fields& targetField, const Fields& sourceField) const;
  /// dE/dt or dH/dt with everything, for Runge-Kutta.
  Fields fullRate(dgtd::Field target, const Fields& E, const Fields& H, double time) const;
  /// See FieldEngine::stabilityOperator.
  Fields stabilityOperator(dgtd::Field target, bool withSigma, const Fields& E, const Fields& H) const;
  /// 1/2 sum |K| c_K F^T M G.
  double innerProduct(dgtd::Field field, const Fields& f, const Fields& g) const;

 private:
  Eigen::Vector3d incident(dgtd::Field field, int boundaryFace, int node, double time) const;
  Nodal current(int element, double time) const;

  const dgtd::DgtdProblem& problem_;
  ReferenceElement basis_;
};

}  // namespace fluxtet::test
