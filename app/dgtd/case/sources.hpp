// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"
#include "lib/base/vec3.hpp"
#include "lib/physics/waveformSpec.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

/// `sources:` of a time-domain case. SI units.
namespace fluxtet {

/// Incident plane wave that enters through absorbing boundaries.
struct PlaneWaveSource {
  Vec3 direction{0, 0, 1};     ///< unit
  Vec3 polarization{1, 0, 0};  ///< unit, of E, perpendicular to direction
  double amplitude = 1;        ///< V/m
  /// m; the waveform's time 0 passes here at t = 0. Default: the point of its boundaries that the wave meets first.
  Vec3 origin{0, 0, 0};
  bool originGiven = false;
  WaveformSpec waveform;
  std::vector<std::string> boundaries;  ///< surface groups with `absorbing`, all different
  Mark mark;
};
/// Point current moment I dl.
struct DipoleSource {
  Vec3 at{0, 0, 0};      ///< m
  Vec3 moment{0, 0, 1};  ///< A m
  WaveformSpec waveform;
  Mark mark;
};
/// Uniform current density in a region.
struct CurrentSource {
  std::string region;
  Vec3 density{0, 0, 1};  ///< A/m^2
  WaveformSpec waveform;
  Mark mark;
};
/// A generator across the gap of an antenna: a region between two conductors that is L long along `direction` and has
/// the cross section A = volume / L. A current I(t) is the density I/A in the region; a voltage V(t) with its
/// resistance R in series is the current V/R beside the resistance R, which is the conductivity L / (R A) of the
/// region. The conductor at the end of `direction` is the positive one.
struct LumpedPortSource {
  std::string region;
  Vec3 direction{0, 0, 1};           ///< unit
  std::optional<double> voltage;     ///< V where the waveform is 1, without load
  std::optional<double> current;     ///< A where the waveform is 1; exactly one of the two
  std::optional<double> resistance;  ///< ohm; always there with a voltage
  WaveformSpec waveform;
  Mark mark;
};
using SourceSpec = std::variant<PlaneWaveSource, DipoleSource, CurrentSource, LumpedPortSource>;

}  // namespace fluxtet
