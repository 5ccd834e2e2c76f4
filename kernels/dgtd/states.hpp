// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/problem.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Which part of an engine keeps a state.
enum class StateKind {
  field,   ///< E or H
  pole,    ///< z of a pole of the permittivity (E) or of the permeability (H), PoleStep; index: number among those
  plasma,  ///< of magnetised plasmas
  layer,   ///< psi of absorbing layers that stretches a field; index: the direction, 0 x, 1 y, 2 z
  /// Of the laws of faces; index: the local face, part: the state of the law. Each local face of the elements has its
  /// own, so that faces of one element with nodes in common do not share values. Of its nodal vectors only those at the
  /// nodes of the face count, and of these the tangential part.
  faceLaw
};

/// A state of an engine: an array of nodal vectors, [element][node][xyz], that a run needs in order to continue.
struct StateInfo {
  std::string name;  ///< unique among the states of a problem, the same on all ranks
  StateKind kind{};
  Field field = Field::E;  ///< of fields, poles and layers
  int index = 0, part = 0;
  /// The elements of this rank that have it, ascending; none: all elements, of E and H alone.
  std::optional<std::vector<std::int32_t>> elements{};

  /// Number of these elements on a rank of `numElements` elements.
  std::int64_t count(std::int32_t numElements) const {
    return elements ? static_cast<std::int64_t>(elements->size()) : numElements;
  }
};

/// Number of a state in the list of statesOf(). E is 0 and H is 1.
using StateId = int;
constexpr StateId stateOf(Field field) {
  return static_cast<StateId>(field);
}

/// Sizes of the poles of a problem by position, those of the permittivity (E) or of the permeability (H). The pole at
/// position p of any medium has the states of index first[p] to first[p + 1] - 1 (StateInfo); a medium whose pole there
/// is smaller uses the first of them.
struct PolePositions {
  std::vector<int> first{0};  ///< [numPoles + 1]
  int numPoles() const { return static_cast<int>(first.size()) - 1; }
  int numStates() const { return first.back(); }
  int size(int pole) const { return first[static_cast<std::size_t>(pole) + 1] - first[static_cast<std::size_t>(pole)]; }
};
PolePositions polePositions(const DgtdProblem& problem, Field field = Field::E);

/// Returns the coefficients of a medium's poles for half steps of size `step` = c0 dt, m, by position, [numPoles]; zero
/// where the medium has no pole.
template <class Real>
std::vector<PoleCoefficients<Real>> coefficientsOf(const std::vector<Pole>& poles, const PolePositions& positions,
                                                   double step) {
  std::vector<PoleCoefficients<Real>> coefficients;
  for (std::size_t p = 0; p < static_cast<std::size_t>(positions.numPoles()); ++p)
    coefficients.push_back(coefficientsOf<Real>(p < poles.size() ? trapezoidalStep(poles[p], step) : PoleStep{}));
  return coefficients;
}

/// Returns the number of elements for which the engines keep states of poles of a field: those of the clusters in which
/// some element has such poles. The CPU engine, whose blocks are smaller, keeps no more.
std::int64_t elementsWithPoleStates(const DgtdProblem& problem, Field field = Field::E);

/// Elements of the clusters in which some element has tensors, tensors that act on a field, or a magnetised plasma: for
/// these the engines keep values.
struct TensorSize {
  std::int64_t elements = 0;
  std::array<std::int64_t, 2> ofField{};  ///< [field]
  std::int64_t ofPlasma = 0;
};
TensorSize tensorSize(const DgtdProblem& problem);

/// Returns the states of a problem: E, H; the states z of the poles of the permittivity (PoleStep), named "pole0a",
/// "pole0b", "pole1a" and so on by position; that of magnetised plasmas, "plasma"; those of the poles of the
/// permeability, "magneticPole0a" and so on; the states psi of its absorbing layers, named "layerEx" to "layerHz" by
/// field and direction; and those of the laws of faces, named "face0law0" and so on by local face and number.
std::vector<StateInfo> statesOf(const DgtdProblem& problem);

/// Returns the number of the state of this kind, field, index and part in a list of statesOf(). Throws
/// std::out_of_range if there is none.
StateId findState(const std::vector<StateInfo>& states, StateKind kind, Field field = Field::E, int index = 0,
                  int part = 0);

/// Returns the directions in which absorbing layers of the problem absorb, ascending: 0 x, 1 y, 2 z.
std::vector<int> layerDirections(const DgtdProblem& problem);

/// Returns the number of states of the law of a face that has most.
int statesPerLaw(const DgtdProblem& problem);

/// Elements for which the engines keep values of absorbing layers: those of the clusters in which some element is in a
/// layer; and those of the states of one field, summed over the directions. The CPU engine, whose blocks are smaller,
/// keeps no more.
struct LayerSize {
  std::int64_t elements = 0, ofStates = 0;
  bool driveMedia = false;  ///< hasDrivenMediaInLayers()
};
LayerSize layerSize(const DgtdProblem& problem);
/// Returns whether the layer drives more than a number in some element: one with poles, or with tensors and currents of
/// conduction or of a plasma.
bool hasDrivenMediaInLayers(const DgtdProblem& problem);

}  // namespace fluxtet::dgtd
