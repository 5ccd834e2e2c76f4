// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/physics/cavityMode.hpp"
#include "lib/physics/standingWave.hpp"

#include <memory>

namespace fluxtet {

/// A solution of Maxwell's equations known in closed form. E in V/m, H in A/m, position in m, time in s.
class ExactSolution {
 public:
  virtual ~ExactSolution() = default;
  /// E and Z0 H at a point, m, and a time, s, in V/m.
  virtual Vec3 E(const Vec3& x, double time) const = 0;
  virtual Vec3 H(const Vec3& x, double time) const = 0;
  /// The whole fields at a `time`, s: E and Z0 H, both in V/m.
  virtual StandingWave electric(double time) const = 0;
  virtual StandingWave magnetic(double time) const = 0;
};

/// Standing wave TM/TE mnp (to z) of a PEC box [origin, origin + size], m, filled with one material (epsilonR, muR).
/// Throws InputError for indices that give no mode (TM: m, n >= 1; TE: m + n >= 1, p >= 1).
std::unique_ptr<ExactSolution> makeCavityMode(const CavityMode& mode, const Vec3& origin, const Vec3& size,
                                              double epsilonR, double muR);
/// Resonance frequency of the mode, Hz, in a box of the given size, m.
double cavityFrequency(const CavityMode& mode, const Vec3& size, double epsilonR, double muR);

}  // namespace fluxtet
