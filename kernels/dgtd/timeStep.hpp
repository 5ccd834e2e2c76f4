// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A time step as data: the list of its half steps. app/dgtd/step builds the list, and every engine can execute it.
#pragma once

#include "kernels/dgtd/problem.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace fluxtet::dgtd {

/// Elements [begin, end) of a rank in computing order.
struct ElementRange {
  std::int32_t begin = 0, end = 0;
  bool operator==(const ElementRange&) const = default;
};

/// Number of an array of nodal vectors of all elements: E is 0 and H is 1; FieldEngine::addWorkArray() numbers further
/// ones.
using ArrayId = int;
constexpr ArrayId arrayOf(Field field) {
  return static_cast<ArrayId>(field);
}

/// Makes a half step add only a curl: out += step / epsilonR curl(source) for target E, out -= step / muR curl(source)
/// for target H. The curl includes the fluxes between elements and at conductors. Losses, currents, incident waves,
/// absorbing terms and jump terms of the target are left out.
struct CurlOnly {
  ArrayId source = 0, out = 0;
  bool fromZero = false;  ///< `out` is overwritten, not added to
  /// Elements of a lower level of refinement in time (DgtdProblem::level) take zero for the curl.
  int level = 0;
  /// Traces of other ranks are not exchanged and count as zero: either the source is zero at faces to other ranks, on
  /// both sides, or what the curl has at elements with such faces is not read.
  bool withoutHalo = false;
  bool operator==(const CurlOnly&) const = default;
};

/// Makes a half step of E add only the penalty at damped faces (DgtdProblem::dampedPenaltyOfFace): with C its jump
/// terms,
///   out = base - step / (epsilonR (1 + loss)) C source,
/// where `loss` belongs to the whole step `stepOfLoss` as in a half step of E (kernels/dgtd/laws.hpp); 0: no loss.
/// `source` is another array than `out`; elements below `level` copy `base`.
struct DampingOnly {
  ArrayId source = 0, base = 0, out = 0;
  double stepOfLoss = 0;  ///< c0 dt, m
  int level = 0;
  bool operator==(const DampingOnly&) const = default;
};

/// Makes a half step of H also write -(step / muR) S^T E, its increment by the curl, to another array, on the clusters
/// of two ranges (of interior and of border elements).
struct CurlKept {
  ArrayId out = 0;
  ElementRange interior, border;
  bool operator==(const CurlKept&) const = default;
};

/// Stands for E as it was before its last half step, where half steps of E read its outer traces
/// (FieldEngine::readsOuterTarget()); only as the array that a sum takes away.
inline constexpr ArrayId previousE = -1;

/// A sum of arrays of one field: out += weight * source, or out = weight * source if `fromZero`. `less`, if set, is
/// taken away from the source first.
struct ArraySum {
  ArrayId source = 0, out = 0;
  double weight = 1;
  bool fromZero = false;
  std::optional<ArrayId> less{};
  bool operator==(const ArraySum&) const = default;
};

/// One leap-frog half step: `target` advances by `step`, driven by the other field at the midpoint in time. For E:
///   E^{n+1} = E^n + step (1/epsilonR) [S H^{n+1/2} - C E^n - Z0 J(t^{n+1/2})],
/// with the conduction current averaged over E^n and E^{n+1}; for H likewise with the signs of Faraday's law. The
/// dissipative term C takes the target's own field at the start of its step (docs/theory.md, section 3.1; Cabel,
/// Charles, Lanteri 2011, eq. 6).
struct HalfStep {
  Field target = Field::E;
  double step = 0;        ///< c0 dt, m
  double targetTime = 0;  ///< time of the target before the half step, s
  double sourceTime = 0;  ///< time of the other field, s
  // One of these set: an auxiliary half step.
  std::optional<CurlOnly> curl{};
  std::optional<DampingOnly> damping{};
  std::optional<CurlKept> kept{};
  bool operator==(const HalfStep&) const = default;

  bool isAuxiliary() const { return curl || damping; }
  /// Returns the same half step with both times later by `time`, s: relative times become absolute ones.
  HalfStep at(double time) const { return {target, step, time + targetTime, time + sourceTime, curl, damping, kept}; }
};

/// Elements that a half step updates, by clusters of elementsPerCluster: interior clusters, and border clusters, those
/// with a halo face. Ranges are ascending, and begin and end at cluster boundaries.
struct ElementList {
  std::vector<ElementRange> interior, border;
  bool operator==(const ElementList&) const = default;

  /// Returns all elements of a rank, of which the first `numInterior` are interior elements.
  static ElementList all(std::int32_t numElements, std::int32_t numInterior) {
    ElementList list;
    if (numInterior > 0) list.interior = {{0, numInterior}};
    if (numElements > numInterior) list.border = {{numInterior, numElements}};
    return list;
  }
};

/// A half step within a time step, with the communication before and after it; or a sum of arrays.
struct Stage {
  HalfStep half;                  ///< with times relative to the beginning of the time step
  std::optional<ArraySum> sum{};  ///< set: the stage is this sum, and `half` says nothing
  ElementList elements;
  /// [field] the border elements wait for the other ranks' traces of this field as it stands at this stage
  std::array<bool, 2> waitsFor{};
  /// The target's traces are sent to the other ranks as soon as the border elements have been computed.
  bool sends = false;
  bool keeps = false;  ///< the target is copied before its update (FieldEnergies::keep)
  /// Of an auxiliary half step: the ranks first exchange the traces of its source, at least at faces whose
  /// DgtdProblem::haloLevel is `exchangedLevel` or higher; at the others they are right, or zero.
  bool exchangesSource = false;
  int exchangedLevel = 0;
  /// Of an auxiliary half step and of a sum: the traces at faces to other ranks change with the array, so that those
  /// received are no longer valid.
  bool changesTraces = true;
  /// Of a stage that needs no traces of other ranks: an engine may carry it out, in order with the others that are
  /// aside, at the same time as the stages that are not. A step ends with none aside.
  bool aside = false;
  bool joins = false;  ///< it begins when all stages aside before it have ended; or, if it is aside, all that are not
  bool operator==(const Stage&) const = default;

  /// Whether it advances a field, or a part of it: it is neither a sum nor an auxiliary half step.
  bool isHalfStep() const { return !sum && !half.isAuxiliary(); }
};

/// Which stages on small elements are aside (Stage::aside): those of the finer levels before the half step of H; also
/// those behind it; or besides the half step of E on refined elements and their neighbours and the damping that
/// follows.
enum class StagesAside { none, beforeHalfStep, all, withHalfStepOfE };

/// A time step: stages in the order in which they are carried out.
struct TimeStep {
  double dt = 0;  ///< s
  std::vector<Stage> stages;
  std::vector<int> records{};  ///< handles of the points that are recorded at its end (PointSamples::record())
  bool operator==(const TimeStep&) const = default;
};

}  // namespace fluxtet::dgtd
