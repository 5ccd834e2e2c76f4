// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the program asks of a source whatever its kind. A further kind of source answers in traitsOf(); only what sets
// it up on the mesh, checks its own keys or writes it down (sourcesText) knows the kinds apart.
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// How a source gives its power.
enum class SourceRole {
  wave,    ///< by a wave that comes from outside of the model
  port,    ///< at terminals or at the end of a line, where the power that the model accepts is known
  current  ///< by a current that is impressed on the fields
};

/// A name of a group of the mesh in a source, and the key that gives it: "sources[0].current.region".
struct GroupOfSource {
  std::string name, key;
};

struct SourceTraits {
  SourceRole role{};
  /// Amplitude where the waveform is 1: V/m (plane wave), A m (dipole), A/m^2 (current), V or A (port).
  double strength = 0;
  const WaveformSpec* waveform = nullptr;
  Mark mark{};
  /// Whether it may begin to act long after its waveform does.
  bool actsLate = false;
  /// Whether waves enter through a surface inside of the mesh, so that none of their power comes through its boundary.
  bool entersInside = false;
  std::vector<GroupOfSource> currentRegions{};  ///< volumes in all of which it has a current
  std::vector<GroupOfSource> openSurfaces{};    ///< open boundaries through which its wave enters
  std::vector<GroupOfSource> innerSurfaces{};   ///< surfaces inside of the mesh through which its wave enters
  std::vector<GroupOfSource> innerRegions{};    ///< volumes that such a surface is round
  std::optional<Vec3> at{};                     ///< m, of a source at a point
};

/// `source`: index into DgtdCase::sources. Its waveform stays that of the case.
SourceTraits traitsOf(const DgtdCase& theCase, std::size_t source);
/// Those of all sources of a case, in their order.
std::vector<SourceTraits> traitsOfSources(const DgtdCase& theCase);

/// SourceTraits::strength, in the unit that belongs to the kind of source.
double strengthOf(const SourceSpec& source);

/// The waveform of a source.
const WaveformSpec& waveformOf(const SourceSpec& source);

/// Index of the first port among the sources, which end with the ports.
std::size_t firstPortSource(const DgtdCase& theCase);

/// Key of a source, for messages: "sources[1]" or "ports[0]".
std::string keyOfSource(const DgtdCase& theCase, std::size_t source);

}  // namespace fluxtet::dgtd
