// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The laws of media, walls and fluxes that all kernels of the time domain share: pure functions of host and device,
// each stated once and tested alone. Fields are E and Z0 H in V/m, time is c0 t in m (docs/theory.md, section 1).
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/hostDevice.hpp"

#include <cmath>

namespace fluxtet::dgtd {

/// Parameters of a linear medium; sigma is Z0 sigma, 1/m.
struct MaterialValues {
  double epsilonR = 1, muR = 1, sigma = 0;
};

/// The coefficient of a medium that resists `field`: epsilonR for E, muR for H.
FLUXTET_HOST_DEVICE double inertia(const MaterialValues& m, Field field) {
  return field == Field::E ? m.epsilonR : m.muR;
}

/// sigma step / (2 epsilonR) for E, zero for H: the share that the average of the old and new E loses on either side in
/// a leap-frog half step of `step` = c0 dt, m.
FLUXTET_HOST_DEVICE double loss(const MaterialValues& m, Field field, double step) {
  return field == Field::E ? m.sigma * step / (2 * m.epsilonR) : 0;
}

/// The sign of the curl in the law of `target`: Ampere's +1, Faraday's -1.
FLUXTET_HOST_DEVICE constexpr double curlSign(Field target) {
  return target == Field::E ? 1 : -1;
}

/// Leap-frog with conduction by the average of the old and the new value (docs/theory.md, section 3.1):
/// new = keep old + growth (curlSign rhs - currents).
/// growth = step / (inertia (1 + loss)), m; keep = (1 - loss) / (1 + loss).
FLUXTET_HOST_DEVICE double leapFrogGrowth(const MaterialValues& m, Field target, double step) {
  return step / (inertia(m, target) * (1 + loss(m, target, step)));
}
FLUXTET_HOST_DEVICE double leapFrogKeep(const MaterialValues& m, Field target, double step) {
  return (1 - loss(m, target, step)) / (1 + loss(m, target, step));
}
/// keep - 1 without its cancellation: what the old value adds to itself.
FLUXTET_HOST_DEVICE double leapFrogDecay(const MaterialValues& m, Field target, double step) {
  return -2 * loss(m, target, step) / (1 + loss(m, target, step));
}

/// A step of `step` = c0 dt, m, without conduction or with it apart: new = old + growth (curlSign rhs - currents),
/// growth = step / inertia, m.
FLUXTET_HOST_DEVICE double explicitGrowth(const MaterialValues& m, Field target, double step) {
  return step / inertia(m, target);
}
/// What such a step adds to `field` by conduction, per value of it: -step sigma / epsilonR for E, nothing for H.
FLUXTET_HOST_DEVICE double conductionStep(const MaterialValues& m, Field field, double step) {
  return field == Field::E ? -step * m.sigma / m.epsilonR : 0;
}

/// The wave impedance over Z0, sqrt(muR / epsilonR), for target E, and its inverse for target H: q in the Riemann flux
/// (docs/theory.md, section 2.3).
FLUXTET_HOST_DEVICE double fluxImpedance(const MaterialValues& m, Field target) {
  return std::sqrt(target == Field::E ? m.muR / m.epsilonR : m.epsilonR / m.muR);
}
/// 1 / fluxImpedance.
FLUXTET_HOST_DEVICE double fluxAdmittance(const MaterialValues& m, Field target) {
  return std::sqrt(target == Field::E ? m.epsilonR / m.muR : m.muR / m.epsilonR);
}

/// Time that a plane wave needs for a metre, s/m: sqrt(epsilonR muR) / c0.
FLUXTET_HOST_DEVICE double slowness(const MaterialValues& m) {
  return std::sqrt(m.epsilonR * m.muR) / constants::c0;
}
/// What a plane wave of this direction and polarization adds to `field`, sum [xyz] in V/m, where its electric field has
/// the strength `strength`, V/m: Z0 H = admittance direction x E, admittance = fluxAdmittance(medium, E).
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

/// The sign with which terms of the target's own jump enter a right-hand side that has the sign of Ampere's law, so
/// that they lower the energy.
FLUXTET_HOST_DEVICE constexpr int dissipationSign(Field target) {
  return target == Field::E ? -1 : 1;
}

}  // namespace fluxtet::dgtd
