// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/timeStep.hpp"
#include "lib/base/constants.hpp"

namespace fluxtet::dgtd {

/// One step of leap-frog as its two half steps, E from n dt to (n + 1) dt with H at (n + 1/2) dt, then H from (n + 1/2)
/// dt to (n + 3/2) dt with the new E (Cabel, Charles, Lanteri 2011, eq. 6). Border elements wait for the other ranks'
/// traces of the field that drives them, and of the target where it has jump terms; they are the first to be sent on.
/// `jumpTerms`: by Field, FieldEngine::readsOuterTarget().
inline TimeStep leapFrogStep(double dt, const ElementList& elements, std::array<bool, 2> jumpTerms) {
  const double step = constants::c0 * dt;
  const Stage electric{
      .half = {Field::E, step, 0.0, 0.5 * dt}, .elements = elements, .waitsFor = {jumpTerms[0], true}, .sends = true};
  const Stage magnetic{
      .half = {Field::H, step, 0.5 * dt, dt}, .elements = elements, .waitsFor = {true, jumpTerms[1]}, .sends = true};
  return {dt, {electric, magnetic}};
}

/// Half a step back: H from dt / 2 to -dt / 2 with E at 0, for the energy at the beginning.
inline Stage halfStepBack(double dt, const ElementList& elements, std::array<bool, 2> jumpTerms) {
  return {.half = {Field::H, -constants::c0 * dt, 0.5 * dt, 0.0},
          .elements = elements,
          .waitsFor = {true, jumpTerms[1]},
          .sends = false};
}

}  // namespace fluxtet::dgtd
