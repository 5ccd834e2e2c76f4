// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/absorbingLayers.hpp"
#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/places.hpp"
#include "kernels/dgtd/states.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// The polarisation currents of media whose permittivity (field E) or permeability (H) has poles, as a term of the half
/// step of this field (docs/theory.md, section 3.7).
/// The blocks that hold a dispersive element have the states of the poles; all other blocks cost nothing.
template <class Real>
class Polarisation {
 public:
  Polarisation(const DgtdProblem& problem, const CpuFields<Real>& fields, Field field);

  bool none() const { return positions_.numPoles() == 0; }
  std::int64_t bytes() const;

  /// The poles' coefficients for half steps of one size, [material word][pole].
  using Coefficients = std::vector<PoleCoefficients<Real>>;
  /// `step` is c0 dt, m.
  Coefficients coefficients(double step) const;
  /// Advances the states of `blocks` by a half step and computes its currents, before the field has been updated. In
  /// absorbing layers the stretched field drives them, of which AbsorbingLayers::keep() has taken note.
  void advance(BlockRange blocks, const Coefficients& coefficients, const AbsorbingLayers<Real>& layers);
  /// Subtracts scale[material word] times the currents of advance() from `out`, [block][node][xyz][lane]; `scale` is
  /// leapFrogGrowth(), m.
  void subtract(BlockRange blocks, const Real* scale, Real* out) const;

  /// Sets a state of these poles from nodal values [element of the state][node][xyz], and writes it to such values.
  void upload(const StateInfo& state, std::span<const Real> values);
  void download(const StateInfo& state, std::span<Real> values) const;

 private:
  /// Returns the index of a block among those with states, or -1.
  std::int32_t placeOf(std::int32_t block) const { return places_.of[static_cast<std::size_t>(block)]; }

  const CpuFields<Real>& fields_;
  Field field_;
  PolePositions positions_;
  Places places_;                           ///< by block
  std::vector<AlignedArray<Real>> states_;  ///< [state][place][node][xyz][lane]
  AlignedArray<Real> current_;              ///< [place][node][xyz][lane] k x of the half step under way, V/m^2
};

extern template class Polarisation<float>;
extern template class Polarisation<double>;

}  // namespace fluxtet::dgtd::cpu
