// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/places.hpp"
#include "kernels/dgtd/states.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// The absorbing layers, as a term of the half steps of both fields (docs/theory.md, section 3.8). The blocks that hold
/// an element which absorbs in a direction have the states of that direction; all other blocks cost nothing.
template <class Real>
class AbsorbingLayers {
 public:
  AbsorbingLayers(const DgtdProblem& problem, const CpuFields<Real>& fields);

  bool none() const { return blocks_.count == 0; }
  std::int64_t bytes() const;

  /// The coefficients of half steps of one size: [profile][direction], and leapFrogDecay() [material word].
  struct Coefficients {
    std::vector<std::array<LayerFactors<Real>, 3>> ofProfile;
    MaterialTable<Real> decay;
  };
  /// `step` is c0 dt, m.
  Coefficients coefficients(Field target, double step) const;
  /// Keeps the field in `blocks` as it is before its update; in dispersive and anisotropic media also what drives their
  /// currents.
  void keep(BlockRange blocks, Field target);
  /// Returns what drives the poles of a block in place of the field, [node][xyz][lane], V/m, as keep() found it: the
  /// stretched field, and the field in elements outside of layers. Null if the block has no element in a layer.
  const Real* driveOfMedia(std::int32_t block) const {
    const std::int32_t place = drive_.empty() ? -1 : blocks_.of[static_cast<std::size_t>(block)];
    return place < 0 ? nullptr : drive_.data() + place * fields_.blockSize();
  }
  /// Turns `out`, [block][node][xyz][lane], which keep() and the update of the medium have made, into the field after
  /// the half step, and advances the states.
  void apply(BlockRange blocks, Field target, const Coefficients& coefficients, Real* out);

  /// Sets a state from nodal values [element of the state][node][xyz], and writes it to such values.
  void upload(const StateInfo& state, std::span<const Real> values);
  void download(const StateInfo& state, std::span<Real> values) const;

 private:
  struct State {
    std::array<AlignedArray<Real>, 2> ofField;  ///< [field][place][node][xyz][lane] psi, V
    Places places;                              ///< of the blocks that have it
  };
  /// Returns where the block's states of a direction begin; null if it has none.
  Real* statesOf(Field field, int direction, std::int32_t block);
  void stretch(std::int32_t block, Field target, Real* result);
  void applyToBlock(std::int32_t block, Field target, const Coefficients& coefficients, Real* out);

  const CpuFields<Real>& fields_;
  std::vector<int> directions_;  ///< layerDirections()
  std::vector<LayerProfile> profiles_;
  std::vector<std::int32_t> profileOfSlot_;  ///< [place of blocks_][lane] index into profiles_, or -1
  Places blocks_;                            ///< blocks with an element in a layer
  std::array<State, 3> states_;              ///< by direction
  AlignedArray<Real> old_;                   ///< [place of blocks_][node][xyz][lane] the field of keep(), V/m
  AlignedArray<Real> drive_;                 ///< the same stretched; empty without hasDrivenMediaInLayers()
};

extern template class AbsorbingLayers<float>;
extern template class AbsorbingLayers<double>;

}  // namespace fluxtet::dgtd::cpu
