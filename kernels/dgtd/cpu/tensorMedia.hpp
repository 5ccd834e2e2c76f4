// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/absorbingLayers.hpp"
#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/places.hpp"
#include "kernels/dgtd/states.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// Anisotropic media and magnetised plasmas, as a term of the half steps of both fields (docs/theory.md, section 3.12).
/// The kernels compute the increment of such an element as if its material coefficient were 1 and its old value 0
/// (laws.hpp); this term makes the new value of it. The blocks without such an element cost nothing.
template <class Real>
class TensorMedia {
 public:
  TensorMedia(const DgtdProblem& problem, const CpuFields<Real>& fields);

  bool none() const { return places_.count == 0; }
  /// Whether an element's half step of `field` is a matrix.
  bool actsOn(Field field) const { return actsOn_[static_cast<std::size_t>(field)]; }
  std::int64_t bytes() const;

  /// What a pass does in one medium: F' = keep F + growth i. `active`: whether the medium is one of these. With
  /// `plasma`, the state is advanced: phi, gamma and k of PlasmaStep, the current being subtracted step times. In an
  /// absorbing layer the currents of the medium are driven by the stretched field D: F' = F + decay D + growth i.
  using Matrix = std::array<Real, 9>;
  struct OfMedium {
    bool active = false, plasma = false;
    Matrix keep{}, growth{}, decay{}, phi{}, gamma{}, k{};
  };
  using Coefficients = std::vector<OfMedium>;  ///< [material]
  /// Of half steps of size `step` = c0 dt, m.
  Coefficients coefficients(Field target, double step) const;
  /// Of passes that compute F' = a F + (inertia)^-1 i, without losses and plasma.
  Coefficients explicitCoefficients(Field target, double a) const;

  /// Keeps `from`, [block][node][xyz][lane], in `blocks` as it is before a pass.
  void keep(BlockRange blocks, const Real* from);
  /// Turns `out`, which a pass has left with the increments of the media with tensors, into the new values. `layers`
  /// have kept the field before a half step, too; null in other passes.
  void apply(BlockRange blocks, const Coefficients& coefficients, const AbsorbingLayers<Real>* layers, Real* out);

  /// Sets the state of plasmas from nodal values [element of the state][node][xyz], and writes it to such values.
  void upload(const StateInfo& plasma, std::span<const Real> values);
  void download(const StateInfo& plasma, std::span<Real> values) const;

 private:
  /// drive [node][xyz][lane]: the field with that of layers stretched; null: no element of the block needs it.
  void applyToBlock(std::int32_t block, const Coefficients& coefficients, const Real* drive, Real* out);
  /// Returns the place of a block among those of `places`, or -1.
  static std::int64_t placeIn(const Places& places, std::int32_t block) {
    return places.of.empty() ? -1 : places.of[static_cast<std::size_t>(block)];
  }

  const CpuFields<Real>& fields_;
  std::array<bool, 2> actsOn_{};
  Places places_;             ///< blocks with a medium that has tensors
  Places plasmaPlaces_;       ///< blocks with a plasma
  AlignedArray<Real> old_;    ///< [place][node][xyz][lane] the values of keep()
  AlignedArray<Real> state_;  ///< [plasma place][node][xyz][lane] z of the plasma's current, V/m^2
};

extern template class TensorMedia<float>;
extern template class TensorMedia<double>;

}  // namespace fluxtet::dgtd::cpu
