// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/timeStep.hpp"
#include "lib/base/constants.hpp"

namespace fluxtet::dgtd {

/// One step of leap-frog (Cabel, Charles, Lanteri 2011, eq. 6) as two half steps: E from n dt to (n + 1) dt with H at
/// (n + 1/2) dt, then H from (n + 1/2) dt to (n + 3/2) dt with the new E. Elements of the border wait for the other
/// ranks' traces of the field on the right-hand side, and of the field that is updated where it has jump terms. `dt`:
/// s. `jumpTerms` [Field]: FieldEngine::readsOuterTarget().
inline TimeStep leapFrogStep(double dt, const ElementList& elements, std::array<bool, 2> jumpTerms) {
  const double step = constants::c0 * dt;
  const Stage electric{
      .half = {Field::E, step, 0.0, 0.5 * dt}, .elements = elements, .waitsFor = {jumpTerms[0], true}, .sends = true};
  const Stage magnetic{
      .half = {Field::H, step, 0.5 * dt, dt}, .elements = elements, .waitsFor = {true, jumpTerms[1]}, .sends = true};
  return {dt, {electric, magnetic}};
}

/// The half step of H from dt / 2 back to -dt / 2 with E at time 0, for the initial energy. `dt`: s.
inline Stage halfStepBack(double dt, const ElementList& elements, std::array<bool, 2> jumpTerms) {
  return {.half = {Field::H, -constants::c0 * dt, 0.5 * dt, 0.0},
          .elements = elements,
          .waitsFor = {true, jumpTerms[1]},
          .sends = false};
}

}  // namespace fluxtet::dgtd
