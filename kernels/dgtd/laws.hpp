// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The laws of media, walls and fluxes that all kernels of the time domain share: pure functions of host and device,
// each stated once and tested alone. Fields are E and Z0 H in V/m, time is c0 t in m (docs/theory.md, section 1).
#pragma once

#include "kernels/dgtd/problem.hpp"
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
/// new = keep old + growth (curlSign rate - currents).
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

/// What an explicit step of `step` = c0 dt, m, adds to `field` by conduction, per value of it: -step sigma / epsilonR
/// for E, nothing for H.
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

/// The factor that turns the own trace of `field` into the outer one at a perfect electric or magnetic conductor: what
/// the wall forces to zero in the mean changes its sign.
FLUXTET_HOST_DEVICE constexpr int mirrorAtPec(Field field) {
  return field == Field::E ? -1 : 1;
}
FLUXTET_HOST_DEVICE constexpr int mirrorAtPmc(Field field) {
  return field == Field::E ? 1 : -1;
}

/// The sign with which terms of the target's own jump enter a rate that has the sign of Ampere's law, so that they
/// lower the energy.
FLUXTET_HOST_DEVICE constexpr int dissipationSign(Field target) {
  return target == Field::E ? -1 : 1;
}

}  // namespace fluxtet::dgtd
