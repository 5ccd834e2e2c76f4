// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Material and flux laws that all kernels of the time domain share, as pure functions: of the medium and a time step
// for the host, which makes tables of them, the others for host and device. Fields are E and Z0 H in V/m, time is c0 t
// in m (docs/theory.md, section 1). `step` is c0 dt in m throughout.
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "kernels/dgtd/tensorMedium.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/hostDevice.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace fluxtet::dgtd {

/// Relative permittivity and permeability of a linear medium, and Z0 times its conductivity, `sigma`, in 1/m. In a
/// dispersive medium epsilonR and muR are the limits at high frequency, and poles add to them. Where a medium has a
/// tensor, the number beside it is its largest principal value, from which the jump terms take their impedance.
struct MaterialValues {
  double epsilonR = 1, muR = 1, sigma = 0;
  std::vector<Pole> poles{}, magneticPoles{};
  std::optional<TensorMedium> tensors{};
  int level = 0;  ///< DgtdProblem::level of the elements
  bool operator==(const MaterialValues&) const = default;
  /// The poles of epsilonR for E, of muR for H.
  const std::vector<Pole>& polesOf(Field field) const { return field == Field::E ? poles : magneticPoles; }
  /// Whether a half step of `field` is a matrix, that of tensorStep().
  bool isMatrix(Field field) const { return tensors && tensors->actsOn(field); }
};

/// Returns the material coefficient before the time derivative of `field`: epsilonR for E, muR for H.
FLUXTET_HOST_DEVICE double inertia(const MaterialValues& m, Field field) {
  return field == Field::E ? m.epsilonR : m.muR;
}

/// Returns a = (sigma step / 2 + sum beta) / epsilonR for E and sum beta / muR for H (docs/theory.md, sections 3.1 and
/// 3.7): half the current that is proportional to the average of the old and the new value in a half step, of
/// conduction and of the poles. Dimensionless.
inline double loss(const MaterialValues& m, Field field, double step) {
  double ofPoles = 0;
  for (const Pole& pole : m.polesOf(field)) ofPoles += trapezoidalStep(pole, step).beta;
  const double ofField = ofPoles / inertia(m, field);
  return field == Field::E ? m.sigma * step / (2 * m.epsilonR) + ofField : ofField;
}

/// Returns the sign of the curl in the equation of `target`: +1 for E (Ampere), -1 for H (Faraday).
FLUXTET_HOST_DEVICE constexpr double curlSign(Field target) {
  return target == Field::E ? 1 : -1;
}

/// Leap-frog with these currents averaged over the old and the new value (docs/theory.md, section 3.1):
///   new = keep old + growth (curlSign rhs - currents),
/// where rhs is the curl with its fluxes, before the sign of the equation, and the currents include k x of the poles.
/// leapFrogGrowth() returns growth = step / (inertia (1 + loss)), in m. Where the half step is a matrix
/// (MaterialValues::isMatrix()), growth is `step` and keep is 0: what results is the increment of TensorStep.
inline double leapFrogGrowth(const MaterialValues& m, Field target, double step) {
  return m.isMatrix(target) ? step : step / (inertia(m, target) * (1 + loss(m, target, step)));
}
/// Returns keep = (1 - loss) / (1 + loss), dimensionless.
inline double leapFrogKeep(const MaterialValues& m, Field target, double step) {
  return m.isMatrix(target) ? 0 : (1 - loss(m, target, step)) / (1 + loss(m, target, step));
}
/// Returns keep - 1, computed without cancellation: the factor of the old value in the increment new - old. 0 where the
/// half step is a matrix, of which TensorStep::decay is this part.
inline double leapFrogDecay(const MaterialValues& m, Field target, double step) {
  return m.isMatrix(target) ? 0 : -2 * loss(m, target, step) / (1 + loss(m, target, step));
}

/// Explicit step without conduction, or with conduction added by conductionStep(): new = old + growth (curlSign rhs -
/// currents). Returns growth = step / inertia, in m; `step` where the inertia is a matrix.
inline double explicitGrowth(const MaterialValues& m, Field target, double step) {
  return m.isMatrix(target) ? step : step / inertia(m, target);
}
/// Returns growth = step / (epsilonR (1 + loss)), m, of DampingOnly. `stepOfLoss`: c0 dt, m, of the half step of E
/// whose loss it is; 0: no loss.
inline double dampingGrowth(const MaterialValues& m, double step, double stepOfLoss) {
  return step / (m.epsilonR * (1 + (stepOfLoss == 0 ? 0 : loss(m, Field::E, stepOfLoss))));
}

/// Returns the half step of a medium in which it is a matrix (docs/theory.md, section 3.12).
TensorStep tensorStep(const MaterialValues& m, Field target, double step);
/// Returns the material coefficient before the time derivative of `field` as a matrix; and R with R R^T its inverse,
/// which turns random numbers into those of randomVector.hpp.
Matrix3 inertiaMatrix(const MaterialValues& m, Field field);
Matrix3 inverseRootOfInertia(const MaterialValues& m, Field field);

/// Returns what conduction adds to `field` in an explicit step, as a factor of the field: -step sigma / epsilonR for E,
/// 0 for H. Dimensionless.
FLUXTET_HOST_DEVICE double conductionStep(const MaterialValues& m, Field field, double step) {
  return field == Field::E ? -step * m.sigma / m.epsilonR : 0;
}

/// Returns the relative wave impedance Z = sqrt(muR / epsilonR) for target E, and Y = 1 / Z for target H: the weight of
/// a medium in the upwind flux (docs/theory.md, section 2.5).
FLUXTET_HOST_DEVICE double fluxImpedance(const MaterialValues& m, Field target) {
  return std::sqrt(target == Field::E ? m.muR / m.epsilonR : m.epsilonR / m.muR);
}
/// Returns 1 / fluxImpedance(m, target).
FLUXTET_HOST_DEVICE double fluxAdmittance(const MaterialValues& m, Field target) {
  return std::sqrt(target == Field::E ? m.epsilonR / m.muR : m.muR / m.epsilonR);
}

/// Returns the inverse of the speed of light in the medium, sqrt(epsilonR muR) / c0, in s/m.
FLUXTET_HOST_DEVICE double slowness(const MaterialValues& m) {
  return std::sqrt(m.epsilonR * m.muR) / constants::c0;
}
/// Adds the plane wave with the electric field strength * polarization to `sum`, [xyz], V/m: that E for Field::E, else
/// Z0 H = admittance direction x E. `direction` and `polarization` are unit vectors, `strength` is in V/m, and
/// `admittance` is fluxAdmittance(medium, Field::E).
FLUXTET_HOST_DEVICE void addPlaneWave(Field field, const double* direction, const double* polarization, double strength,
                                      double admittance, double* sum) {
  for (int c = 0; c < 3; ++c) {
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    sum[c] +=
        field == Field::E
            ? strength * polarization[c]
            : admittance * (direction[a] * (strength * polarization[b]) - direction[b] * (strength * polarization[a]));
  }
}

/// Adds the wave of a port to `sum`, [xyz], V/m. profile: of the field at the node, [xyz], 1/m; `strength` is in V.
FLUXTET_HOST_DEVICE void addPortWave(const double* profile, double strength, double* sum) {
  for (int c = 0; c < 3; ++c) sum[c] += strength * profile[c];
}

/// Returns the sign of the terms with the target's own jump in a right-hand side that is multiplied by curlSign()
/// afterwards: -1 for E, +1 for H. With it these terms lower the energy of either field.
FLUXTET_HOST_DEVICE constexpr int dissipationSign(Field target) {
  return target == Field::E ? -1 : 1;
}

}  // namespace fluxtet::dgtd
