// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/field.hpp"

namespace fluxtet::dgtd {

/// Boundary condition at a boundary face, stated as an outer trace: the own trace times mirror(), plus the trace of the
/// incident waves that enter. `reflection` is the reflection coefficient of the electric field at normal incidence, -1
/// to 1:
///   -1  perfect electric conductor,
///    0  Silver-Mueller absorbing condition (docs/theory.md, section 2.4),
///    1  perfect magnetic conductor.
/// A wall of surface resistance Zs next to a medium of wave impedance Z has the coefficient (Zs - Z) / (Zs + Z).
struct FaceCondition {
  double reflection = -1;
  bool operator==(const FaceCondition&) const = default;

  /// Returns the factor by which the own trace of `field` is multiplied to give the outer one. E and H have opposite
  /// signs.
  constexpr double mirror(Field field) const { return field == Field::E ? reflection : -reflection; }
  /// Tells whether the face takes energy out of the element. The flux of such a face is the Riemann flux with the
  /// element's own impedance on both sides, whatever the flux between elements is.
  constexpr bool dissipates() const { return reflection > -1 && reflection < 1; }
  /// Tells whether incident waves may enter: only where nothing is reflected.
  constexpr bool letsWavesIn() const { return reflection == 0; }
};
inline constexpr FaceCondition electricWall{-1}, magneticWall{1}, absorbingBoundary{0};

}  // namespace fluxtet::dgtd
