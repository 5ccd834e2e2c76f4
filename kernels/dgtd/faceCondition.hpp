// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/field.hpp"

namespace fluxtet::dgtd {

/// The condition at a boundary face, by what stands for the element that is not there: an outer trace that mirrors the
/// own one, plus the trace of the waves that enter. `reflection` is the share of the electric field that comes back at
/// normal incidence, -1 to 1:
///   -1  perfect electric conductor,
///    0  Silver-Mueller: what leaves does not come back (docs/theory.md, section 2.3),
///    1  perfect magnetic conductor,
/// and between them a wall of surface resistance Zs in a medium of impedance Z: (Zs - Z) / (Zs + Z).
struct FaceCondition {
  double reflection = -1;
  bool operator==(const FaceCondition&) const = default;

  /// Factor of the own trace of `field` in the outer one; E and H have opposite signs.
  constexpr double mirror(Field field) const { return field == Field::E ? reflection : -reflection; }
  /// Whether the face takes energy out. Then its flux is the Riemann flux with the own impedance on both sides,
  /// whatever flux the elements have among themselves.
  constexpr bool dissipates() const { return reflection > -1 && reflection < 1; }
  /// Waves enter only where nothing is reflected.
  constexpr bool letsWavesIn() const { return reflection == 0; }
};
inline constexpr FaceCondition electricWall{-1}, magneticWall{1}, absorbingFace{0};

}  // namespace fluxtet::dgtd
