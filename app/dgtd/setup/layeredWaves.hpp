// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/sources.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/base/vec3.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// A plane wave at plane interfaces (docs/theory.md, section 2.4).
namespace fluxtet::dgtd {

/// A lossless medium, relative to vacuum.
struct Medium {
  double epsilonR = 1, muR = 1;
};

/// Returns how deep the planes of a half space lie behind its point `at`, m, in the order in which the wave meets them.
std::vector<double> depthsOfPlanes(const HalfSpace& halfSpace);
/// Returns how deep a point lies behind that point as a wave along `direction` sees it, m; negative before it.
double depthBehind(const HalfSpace& halfSpace, const Vec3& direction, const Vec3& x);
/// Throws InputError, which begins with `key`, for a wave along the plane. `direction`: unit.
void requireMeeting(const Vec3& direction, const HalfSpace& halfSpace, const std::string& key);

/// Returns the direction of a wave behind a plane by Snell's law, or nothing where it is totally reflected. All vectors
/// are unit vectors; normal: of either sense. ratio: the refractive index before the plane over that behind it.
std::optional<Vec3> refracted(const Vec3& direction, const Vec3& normal, double ratio);

/// What the waves in layers lack together, relative to the incident wave, and the most that there may be.
inline constexpr double layerTolerance = 1e-5;
inline constexpr std::size_t mostWavesInLayers = 1000;

/// Returns the waves of each medium, in the order in which the wave meets them, of a plane wave that meets a half
/// space, before which there may be layers (Born and Wolf, Principles of Optics, 7th ed., section 1.5): in the first
/// medium the incident wave and, unless they vanish, those that come back; none in a conductor. In time, each is the
/// waveform of the incident one: a wave is reflected to and fro in a layer, and each time what leaves it is a wave of
/// its own. media: of each layer that `halfSpace` has, between the one in which the wave arrives and, unless it is a
/// conductor, the one behind. Throws InputError, which begins with `key`, for a wave along the plane, one that is
/// totally reflected, and more waves than mostWavesInLayers.
std::vector<std::vector<IncidentWave>> wavesAtHalfSpace(const IncidentWave& incident, const HalfSpace& halfSpace,
                                                        const std::vector<Medium>& media, const std::string& key);

}  // namespace fluxtet::dgtd
