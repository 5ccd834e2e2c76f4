// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/farField/radiation.hpp"
#include "lib/base/vec3.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace fluxtet::farField {

/// The far field in given directions, one amplitude each; zero where there is no field, as behind a ground.
using Pattern = std::function<std::vector<Amplitude>(std::span<const Direction>)>;

/// What a pattern refers to.
struct PatternFrame {
  double wavenumber = 0;  ///< of the medium, 1/m
  Vec3 origin{};          ///< to which the phases refer, m
  Vec3 middle{};          ///< of what radiates, m
  double radius = 0;      ///< all that radiates lies within it of the middle, m
};

/// The pattern on the great circle through the direction of the main beam in one plane.
struct BeamCut {
  std::optional<double> width;     ///< between the two half-power directions, rad; none if all round is stronger
  std::optional<double> sideLobe;  ///< power of the strongest other lobe over that of the beam; none if there is none
};

/// The point from which the beam's waves seem to come.
struct PhaseCentre {
  Vec3 at{};             ///< m
  double deviation = 0;  ///< of the phase from that of a spherical wave about the point, rms, rad
};

/// The direction into which most is radiated, and the beam round it.
struct MainBeam {
  Direction direction;
  double square = 0;   ///< |rE|^2 there, V^2 (V^2 s^2)
  BeamCut majorPlane;  ///< along the major axis of the polarisation: the E plane of a linearly polarised antenna
  BeamCut minorPlane;  ///< across it: the H plane
  double back = 0;     ///< power in the opposite direction over that of the beam
  std::optional<PhaseCentre> phaseCentre;
};

/// Finds the main beam of a pattern: from the strongest of the directions `known` with the amplitudes `field`, among
/// which the beam must be found up to half its width, on to the maximum. The planes of the cuts are those of the
/// polarisation there; where its axial ratio is below 3 dB they contain theta and phi. The phase centre is the point d
/// for which the phase of the component that is polarised like the beam (Ludwig's third definition about the beam's
/// axis) is closest to k d . r, in the squares weighted by power, over the directions within 90 degrees where the power
/// is above a tenth of the beam's. None if there is no field. Calls `pattern` equally often on all ranks if all ranks
/// get the same amplitudes.
std::optional<MainBeam> findMainBeam(const Pattern& pattern, const PatternFrame& frame,
                                     std::span<const Direction> known, std::span<const Amplitude> field);

}  // namespace fluxtet::farField
