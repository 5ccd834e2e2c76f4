// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/basis/referenceElement.hpp"

#include <Eigen/Dense>

#include <array>
#include <map>
#include <vector>

namespace fluxtet::test {

/// The scheme of docs/theory.md, sections 2 and 3.1, for one piece without halo faces, straight from the formulas,
/// element by element in double precision: rhs_E = curl H + M^-1 (boundary integral of n x (H* - H)), and the like for
/// H, with the numerical traces E*, H* as states on the face. Fields are nodal, E and Z0 H in V/m. A rate here is a
/// right-hand side.
class ReferenceScheme {
 public:
  using Nodal = Eigen::Matrix<double, Eigen::Dynamic, 3>;  ///< [Np][xyz]
  using Fields = std::vector<Nodal>;                       ///< [element]

  explicit ReferenceScheme(const dgtd::DgtdProblem& problem)
      : problem_(problem), basis_(problem.order), waveFaceOf_(problem.waveFaceOfBoundary()) {
    for (std::size_t i = 0; i < problem.injectedFace.size(); ++i)
      injectedOf_[problem.injectedFace[i]] = static_cast<int>(i);
  }

  /// Returns the right-hand side of `target`, V/m^2: curl and numerical flux, with the sign of its equation, but
  /// without conductivity, currents and 1 / epsilonR or 1 / muR. `sourceField` is the other field. Times are in s;
  /// incident waves enter only if `withWaves`.
  Fields rhs(dgtd::Field target, const Fields& targetField, const Fields& sourceField, double targetTime,
             double sourceTime, bool withWaves = true) const;
  /// The states x of the poles of dispersive media, [element][pole][state]; of a plasma, after the poles of the
  /// permittivity, one more entry whose first state is its current.
  using PoleStates = std::vector<std::vector<std::array<Nodal, 2>>>;

  /// The states psi of the absorbing layers of one field, [element][direction].
  using LayerStates = std::vector<std::array<Nodal, 3>>;

  /// Returns the target after a leap-frog half step (docs/theory.md, sections 3.1, 3.7 and 3.8), V/m. In a dispersive
  /// medium it also advances `states`, those of the target; in an absorbing layer, a half step also advances the
  /// layer's states `psi` of the target. Either may be null where there is no such element.
  Fields halfStep(const dgtd::HalfStep& half, const Fields& targetField, const Fields& sourceField,
                  PoleStates* states = nullptr, LayerStates* psi = nullptr) const;
  /// Returns the stretched field of absorbing layers, which in them drives poles and conduction; elsewhere the field.
  Fields stretched(const Fields& field, const LayerStates& psi) const;
  /// Returns dE/dtau or dH/dtau, tau = c0 t, with all terms, V/m^2: what Runge-Kutta takes; `time` is in s.
  Fields timeDerivative(dgtd::Field target, const Fields& E, const Fields& H, double time) const;
  /// Returns the part on `target` of B (E, H), V/m^2; see KrylovVectors::apply().
  Fields stabilityOperator(dgtd::Field target, bool withSigma, const Fields& E, const Fields& H) const;
  /// Returns 1/2 sum_K |K| c_K f^T M g, (V/m)^2 m^3, with c_K = epsilonR for E and muR for H, or
  /// their tensors.
  double innerProduct(dgtd::Field field, const Fields& f, const Fields& g) const;

 private:
  /// The incident waves at a node of face `index` of DgtdProblem::incidentFace(), V/m; 0 if `index` is negative.
  Eigen::Vector3d incident(dgtd::Field field, int index, int node, double time) const;
  /// Returns the target, or D in a layer, after a half step of the medium. `rhs`: of the element, V/m^2.
  Nodal inMedium(int element, const dgtd::HalfStep& half, const Nodal& old, const Nodal& rhs, PoleStates* states) const;
  /// Returns the field whose time derivative is in the equation of `half`, D = s_a s_b / s_c F in a layer, at the
  /// beginning of a half step.
  Nodal inLayer(int element, const Nodal& F, const std::array<Nodal, 3>& psi) const;
  /// Returns F' from F and D' by the trapezoidal rule in a layer, and advances psi.
  Nodal leaveLayer(int element, double step, const Nodal& F, const Nodal& newD, std::array<Nodal, 3>& psi) const;
  /// epsilonR for E and muR for H of an element, as a matrix; and Z0 sigma, 1/m.
  Eigen::Matrix3d inertia(int element, dgtd::Field field) const;
  Eigen::Matrix3d conductivity(int element) const;
  /// Z0 J in an element, V/m^2.
  Nodal current(int element, double time) const;

  const dgtd::DgtdProblem& problem_;
  ReferenceElement basis_;
  std::vector<std::int32_t> waveFaceOf_;    ///< [boundary face] DgtdProblem::waveFaceOfBoundary()
  std::map<std::int32_t, int> injectedOf_;  ///< index of each injected face, by 4 * element + local face
};

}  // namespace fluxtet::test
