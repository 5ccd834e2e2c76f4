// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Media whose law is a matrix in each point: anisotropic permittivity, permeability and conductivity, and magnetised
// plasma (docs/theory.md, section 3.12). Time is tau = c0 t in m.
#pragma once

#include "kernels/dgtd/field.hpp"
#include "lib/base/symmetricTensor.hpp"
#include "lib/base/vec3.hpp"

#include <optional>

namespace fluxtet::dgtd {

/// A cold plasma in a constant magnetic field. Its current J, V/m^2 (Z0 times the current density), is a state:
///   dJ/dtau = plasma^2 E - collision J + gyration x J.
struct MagnetisedPlasma {
  double plasma = 0, collision = 0;  ///< angular frequencies over c0, 1/m
  Vec3 gyration{};  ///< e B / (m c0) of particles of the charge -e and the mass m in the flux density B, 1/m
  bool operator==(const MagnetisedPlasma&) const = default;
};

/// A step of the trapezoidal rule: J' = phi J + gamma (E + E'), and the current at the middle of the step is k J +
/// (beta / step) (E + E'). The matrices stand for those of PoleStep.
struct PlasmaStep {
  Matrix3 phi, gamma, k, beta;
};
/// `step` is c0 dt, m.
PlasmaStep trapezoidalStep(const MagnetisedPlasma& plasma, double step);

/// What a medium has as tensors. Where one is absent, the number of MaterialValues holds.
struct TensorMedium {
  std::optional<SymmetricTensor> epsilonR{}, muR{};  ///< positive definite
  std::optional<SymmetricTensor> sigma{};            ///< Z0 times the conductivity, 1/m; not negative
  std::optional<MagnetisedPlasma> plasma{};
  bool operator==(const TensorMedium&) const = default;

  /// Whether the law of a field is a matrix.
  bool actsOn(Field field) const { return field == Field::E ? epsilonR || sigma || plasma : muR.has_value(); }
};

/// A half step in such a medium: F' = keep F + growth i, where the increment i, V/m, is c0 dt times the curl less the
/// currents that do not contain F'. `decay` is keep - 1, computed without cancellation. Dimensionless.
struct TensorStep {
  Matrix3 keep, growth, decay;
};

}  // namespace fluxtet::dgtd
