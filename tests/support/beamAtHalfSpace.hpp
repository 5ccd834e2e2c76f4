// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The field of a Gaussian beam that meets a half space, as an integral over all its directions.
#pragma once

#include "lib/base/vec3.hpp"
#include "tests/support/beamIntegral.hpp"

#include <array>
#include <cmath>
#include <complex>

namespace fluxtet::test {

/// A Gaussian beam, and a plane behind which the medium is another one.
struct BeamAtHalfSpace {
  Vec3 axis, polarization;  ///< unit
  Vec3 focus;               ///< m, without the half space
  double divergence = 0;    ///< of BeamLattice
  double wavenumber = 0;    ///< before the plane, 1/m
  Vec3 at, normal;          ///< m, a point of the plane; unit, into the half space
  double index = 1;         ///< refractive index behind the plane over that before it
  double impedance = 1;     ///< the same of the wave impedances; 0: a conductor

  /// Phasor of E, with exp(+i w t), relative to that of the beam without the half space at its focus: of each direction
  /// by Fresnel's coefficients of the tangential components of E (Born and Wolf, Principles of Optics, section 1.5.2).
  std::array<std::complex<double>, 3> fieldAt(const Vec3& x) const {
    const Vec3 across = cross(axis, polarization);
    const auto global = [&](const std::array<double, 3>& v) {
      return v[0] * polarization + v[1] * across + v[2] * axis;
    };
    const double depth = dot(x - at, normal);
    const auto local = beamIntegralOf(divergence, [&](const std::array<double, 3>& d, const std::array<double, 3>& E) {
      std::array<std::complex<double>, 3> sum{};
      const auto add = [&](const Vec3& field, double phase) {
        for (std::size_t k = 0; k < 3; ++k) {
          const Vec3& base = k == 0 ? polarization : k == 1 ? across : axis;
          sum[k] += dot(field, base) * std::polar(1.0, -phase);
        }
      };
      const Vec3 incident = global(d), amplitude = global(E);
      const double cosine = dot(incident, normal), toPlane = wavenumber * dot(incident, at - focus);
      const Vec3 tangential = (1 / index) * (incident - cosine * normal);
      const double cosineBehind = std::sqrt(1 - dot(tangential, tangential));
      const Vec3 beside = cross(incident, normal), s = norm(beside) > 1e-9 ? normalised(beside) : across;
      const double perpendicular = dot(amplitude, s), parallel = dot(amplitude, cross(s, incident));
      const double ofS = (impedance * cosine - cosineBehind) / (impedance * cosine + cosineBehind);
      const double ofP = (impedance * cosineBehind - cosine) / (impedance * cosineBehind + cosine);
      if (depth < 0) {
        const Vec3 reflected = incident - 2 * cosine * normal;
        add(amplitude, wavenumber * dot(incident, x - focus));
        add(ofS * perpendicular * s - ofP * parallel * cross(s, reflected),
            toPlane + wavenumber * dot(reflected, x - at));
      } else {
        const Vec3 behind = tangential + cosineBehind * normal;
        add((1 + ofS) * perpendicular * s + (1 + ofP) * parallel * (cosine / cosineBehind) * cross(s, behind),
            toPlane + wavenumber * index * dot(behind, x - at));
      }
      return sum;
    });
    std::array<std::complex<double>, 3> field{};
    for (std::size_t k = 0; k < 3; ++k)
      field[k] = local[0] * polarization[k] + local[1] * across[k] + local[2] * axis[k];
    return field;
  }
};

}  // namespace fluxtet::test
