// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/sourceTraits.hpp"

#include <fmt/format.h>

namespace fluxtet::dgtd {
namespace {

/// Answers for each kind; role, strength and places. `key`: that of the source's entry.
struct Answers {
  std::string key{};

  SourceTraits operator()(const PlaneWaveSource& wave) const {
    SourceTraits traits{.role = SourceRole::wave, .strength = wave.amplitude};
    traits.actsLate = wave.originGiven;
    traits.entersInside = wave.entersInside();
    for (const std::string& name : wave.boundaries) traits.openSurfaces.push_back({name, key + ".planeWave.boundary"});
    if (wave.hasNamedSurface()) traits.innerSurfaces.push_back({wave.surface, key + ".planeWave.surface"});
    for (const std::string& name : wave.inside) traits.innerRegions.push_back({name, key + ".planeWave.inside"});
    return traits;
  }
  SourceTraits operator()(const DipoleSource& dipole) const {
    SourceTraits traits{.role = SourceRole::current, .strength = norm(dipole.moment)};
    traits.at = dipole.at;
    return traits;
  }
  SourceTraits operator()(const CurrentSource& current) const {
    SourceTraits traits{.role = SourceRole::current, .strength = norm(current.density)};
    traits.currentRegions.push_back({current.region, key + ".current.region"});
    return traits;
  }
  SourceTraits operator()(const LumpedPortSource& port) const {
    SourceTraits traits{.role = SourceRole::port, .strength = port.current ? *port.current : port.voltage.value_or(1)};
    if (port.surface.empty()) traits.currentRegions.push_back({port.region, port.key + ".region"});
    return traits;
  }
  SourceTraits operator()(const WavePortSource& port) const {
    return {.role = SourceRole::port, .strength = port.amplitude};
  }
};

}  // namespace

SourceTraits traitsOf(const DgtdCase& theCase, std::size_t source) {
  const SourceSpec& spec = theCase.sources[source];
  SourceTraits traits = std::visit(Answers{keyOfSource(theCase, source)}, spec);
  traits.waveform = &waveformOf(spec);
  traits.mark = std::visit([](const auto& kind) { return kind.mark; }, spec);
  return traits;
}

std::vector<SourceTraits> traitsOfSources(const DgtdCase& theCase) {
  std::vector<SourceTraits> traits;
  for (std::size_t i = 0; i < theCase.sources.size(); ++i) traits.push_back(traitsOf(theCase, i));
  return traits;
}

double strengthOf(const SourceSpec& source) {
  return std::visit(Answers{}, source).strength;
}

const WaveformSpec& waveformOf(const SourceSpec& source) {
  return std::visit([](const auto& kind) -> const WaveformSpec& { return kind.waveform; }, source);
}

std::size_t firstPortSource(const DgtdCase& theCase) {
  return theCase.sources.size() - theCase.ports.size();
}

std::string keyOfSource(const DgtdCase& theCase, std::size_t source) {
  const std::size_t own = firstPortSource(theCase);
  return source < own ? fmt::format("sources[{}]", source) : fmt::format("ports[{}]", source - own);
}

}  // namespace fluxtet::dgtd
