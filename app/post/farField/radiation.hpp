// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <mpi.h>

#include <array>
#include <complex>
#include <span>
#include <vector>

namespace fluxtet::farField {

/// Equivalent currents of one frequency at the points of a surface, times the weights of the points, V m.
struct SurfaceCurrents {
  std::vector<std::array<std::complex<double>, 3>> electric;  ///< eta n x H, eta being the impedance of the medium
  std::vector<std::array<std::complex<double>, 3>> magnetic;  ///< -n x E
};

/// A direction in spherical coordinates, rad.
struct Direction {
  double theta = 0, phi = 0;
  /// Unit vectors.
  Vec3 radial() const;
  Vec3 thetaAxis() const;
  Vec3 phiAxis() const;
};

/// r E exp(i k r) far away in the direction, V: its components along theta and phi.
struct Amplitude {
  std::complex<double> theta, phi;
  /// Square of its length, V^2.
  double square() const { return std::norm(theta) + std::norm(phi); }
};

/// The far field of the currents of all ranks in the given directions, for the time dependence exp(+i omega t)
/// (docs/theory.md, section 5.4). `wavenumber`: of the medium, 1/m. `origin`: the point to which phases refer, m.
/// Collective; all ranks get the same result, bit for bit.
std::vector<Amplitude> radiate(std::span<const Vec3> position, const SurfaceCurrents& currents, double wavenumber,
                               const Vec3& origin, std::span<const Direction> directions, MPI_Comm comm);

/// Directions and weights of a rule on the unit sphere that integrates the far field's power exactly, up to 1e-10,
/// if all currents lie within `radius` of one point, m: Gauss-Legendre in cos(theta) times equidistant phi. The weights
/// sum to 4 pi.
struct SphereRule {
  std::vector<Direction> directions;
  std::vector<double> weights;
};
/// The rule for what radiates within `radius`, m, at a wave number, 1/m.
SphereRule sphereRule(double wavenumber, double radius);

}  // namespace fluxtet::farField
