// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A time step as a value: the list of its half steps. It is built in one place (app/dgtd/step) and executed by any
// engine.
#pragma once

#include "kernels/dgtd/problem.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace fluxtet::dgtd {

/// Consecutive elements of a rank in computing order; `end` is excluded.
struct ElementRange {
  std::int32_t begin = 0, end = 0;
  bool operator==(const ElementRange&) const = default;
};

/// Number of a state: an array of nodal vectors per element that an engine keeps. E is 0 and H is 1; further ones are
/// numbered by FieldEngine::addState().
using StateId = int;
constexpr StateId stateOf(Field field) {
  return static_cast<StateId>(field);
}

/// Turns a half step into its curl alone: out += step / epsilonR curl(source) for a target E, out -= step / muR
/// curl(source) for a target H, with the fluxes between elements and at conductors, but without losses, currents,
/// incident waves, absorbing faces' and jump terms of the target. Its stage is of interior elements only.
struct CurlOnly {
  StateId source = 0, out = 0;
  bool fromZero = false;  ///< `out` starts from zero
  bool operator==(const CurlOnly&) const = default;
};

/// One leap-frog half step: `target` goes from its time to its time + step, driven by the other field, which is
/// centred. E^{n+1} = E^n + step (1/epsilonR) [S H^{n+1/2} - C E^n - Z0 J(t^{n+1/2})], conductivity by the average of
/// E^n and E^{n+1}; H likewise with the signs of Faraday's law (docs/theory.md, section 3; Cabel, Charles, Lanteri
/// 2011, eq. 6: the Silver-Mueller term C takes the target's own field at the start of its step).
struct HalfStep {
  Field target = Field::E;
  double step = 0;                 ///< c0 dt, m
  double targetTime = 0;           ///< s, of the target before the half step
  double sourceTime = 0;           ///< s, of the other field
  std::optional<CurlOnly> curl{};  ///< an auxiliary half step
  bool operator==(const HalfStep&) const = default;

  /// The same with times that are counted from `time`, s, earlier.
  HalfStep at(double time) const { return {target, step, time + targetTime, time + sourceTime, curl}; }
};

/// Elements that are computed together: clusters of `elementsPerCluster` that touch no other rank, and border clusters,
/// which have a face in common with one. Ranges are ascending and begin and end between clusters.
struct ElementList {
  std::vector<ElementRange> interior, border;
  bool operator==(const ElementList&) const = default;

  /// All elements of a rank whose first `numInterior` are the interior.
  static ElementList all(std::int32_t numElements, std::int32_t numInterior) {
    ElementList list;
    if (numInterior > 0) list.interior = {{0, numInterior}};
    if (numElements > numInterior) list.border = {{numInterior, numElements}};
    return list;
  }
};

/// A half step of a time step, and how it takes part in the exchange of traces with the other ranks.
struct Stage {
  HalfStep half;  ///< its times count from the beginning of the time step
  ElementList elements;
  /// By Field: the border elements wait until the other ranks' traces of this field, as it stands now, have come.
  std::array<bool, 2> waitsFor{};
  bool sends =
      false;  ///< the target's traces leave for the other ranks as soon as the border elements have been computed
  bool keeps = false;  ///< a copy of the target is kept before it is updated (FieldEngine::keep)
  bool operator==(const Stage&) const = default;
};

/// A time step: its stages are carried out in this order.
struct TimeStep {
  double dt = 0;  ///< s
  std::vector<Stage> stages;
  bool operator==(const TimeStep&) const = default;
};

}  // namespace fluxtet::dgtd
