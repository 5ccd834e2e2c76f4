// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/checkKeys.hpp"
#include "app/dgtd/case/sourceTraits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>

namespace fluxtet::dgtd {

using namespace config;

namespace {

/// Region -> key of the gap, port or load that lies there.
using TakenRegions = std::map<std::string, std::string>;

TakenRegions regionsOfGaps(const DgtdCase& theCase) {
  TakenRegions taken;
  for (const SourceSpec& source : theCase.sources)
    if (const auto* gap = std::get_if<LumpedPortSource>(&source)) taken.emplace(gap->region, gap->key);
  return taken;
}

/// Checks that names differ, and that no region is that of two ports or gaps. Adds the regions of the ports to `taken`.
void checkNamesAndRegions(const Value& root, const DgtdCase& theCase, TakenRegions& taken, Faults& faults) {
  std::map<std::string, std::size_t> nameOf;
  for (std::size_t i = 0; i < theCase.ports.size(); ++i) {
    const PortSettings& port = theCase.ports[i];
    const Value& value = root.find("ports")->items[i];
    for (int mode = 0; mode < port.numModes() && !port.name.empty(); ++mode) {
      const auto [first, isNew] = nameOf.emplace(nameOfMode(port, mode), i);
      if (!isNew)
        faults.add(value.find("name")->mark, fmt::format("ports[{}].name: '{}' is the name of ports[{}] already", i,
                                                         nameOfMode(port, mode), first->second));
    }
    if (port.isWave() || port.region.empty()) continue;
    const auto [other, isAlone] = taken.emplace(port.region, fmt::format("ports[{}]", i));
    if (!isAlone)
      faults.add(value.find("region")->mark, fmt::format("ports[{}].region: '{}' is the region of {} already: two "
                                                         "ports in one place are ambiguous",
                                                         i, port.region, other->second));
  }
}

/// Checks that a port has the keys of its kind, and no others.
void checkKeysOfKinds(const Value& root, const DgtdCase& theCase, Faults& faults) {
  for (std::size_t i = 0; i < theCase.ports.size(); ++i) {
    const PortSettings& port = theCase.ports[i];
    const Value& value = root.find("ports")->items[i];
    const auto wants = [&](std::initializer_list<const char*> keys, const char* why) {
      for (const char* key : keys)
        if (!value.find(key)) faults.add(value.mark, fmt::format("ports[{}].{}: missing: {}", i, key, why));
    };
    // A default has the place of the port itself.
    const auto refuses = [&](std::initializer_list<const char*> keys, const char* kind, const char* other) {
      for (const char* key : keys)
        if (const Value* found = value.find(key); found && toString(found->mark) != toString(value.mark))
          faults.add(found->mark,
                     fmt::format("ports[{}].{}: belongs to a {} port, and this one is a {} port: leave it out, or "
                                 "change its kind",
                                 i, key, other, kind));
    };
    if (port.isWave()) {
      wants({"surface"}, "a wave port is the physical surface at which a waveguide ends, such as 'surface: Feed'");
      refuses({"region", "direction", "impedance"}, "wave", "lumped");
    } else {
      if (!value.find("region") && !value.find("surface"))
        faults.add(value.mark,
                   fmt::format("ports[{}].region: missing: a lumped port is the physical volume between two "
                               "conductors, such as 'region: Feed', or a strip between them, such as "
                               "'surface: Feed'",
                               i));
      if (value.find("region") && value.find("surface"))
        faults.add(value.find("surface")->mark,
                   fmt::format("ports[{}]: a lumped port is a region or a surface, not both: leave one out", i));
      wants({"direction"}, "it leads from one conductor of a lumped port to the other, such as [0, 0, 1]");
      refuses({"modes", "deembed", "layer"}, "lumped", "wave");
    }
  }
}

/// Adds the condition of a strip, a sheet. `key`: of the entry that it belongs to; `mark`: of its surface.
void addStrip(const std::string& surface, const std::string& key, const Mark& mark, DgtdCase& theCase, Faults& faults) {
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    if (boundary.surface != surface) continue;
    const std::string other = boundary.port >= 0 ? fmt::format("ports[{}]", boundary.port) : boundary.strip;
    faults.add(mark, other.empty()
                         ? fmt::format("{}.surface: '{}' has a condition in 'boundaries' too, but a lumped "
                                       "element brings its own: remove that",
                                       key, surface)
                         : fmt::format("{}.surface: '{}' is the surface of {} already: give each a surface of "
                                       "its own",
                                       key, surface, other));
  }
  for (const auto& pair : theCase.periodic)
    if (pair.surface == surface || pair.partner == surface)
      faults.add(mark, fmt::format("{}.surface: '{}' is a periodic surface in 'boundaries': give the lumped element a "
                                   "surface of its own",
                                   key, surface));
  if (theCase.dgtd.flux == Flux::upwind || theCase.dgtd.scheme == TimeScheme::rungeKutta)
    faults.add(mark, key +
                         ".surface: an element on a surface needs scheme leapFrog: use flux penalised or centred with "
                         "it, or give it a region");
  BoundaryAssignment strip{.surface = surface, .kind = BoundaryKind::sheet, .layer = {}, .mark = mark};
  strip.strip = key;
  theCase.boundaries.push_back(std::move(strip));
}
void addStripsOfPorts(const Value& root, DgtdCase& theCase, Faults& faults) {
  for (std::size_t i = 0; i < theCase.ports.size(); ++i)
    if (const PortSettings& port = theCase.ports[i]; !port.isWave() && !port.surface.empty())
      addStrip(port.surface, fmt::format("ports[{}]", i), root.find("ports")->items[i].find("surface")->mark, theCase,
               faults);
}

/// What goes with wave ports. Adds the condition of their surfaces, an absorbing layer, to the boundaries.
void addWavePortBoundaries(const Value& root, DgtdCase& theCase, Faults& faults) {
  for (std::size_t i = 0; i < theCase.ports.size(); ++i) {
    const PortSettings& port = theCase.ports[i];
    if (!port.isWave() || port.surface.empty()) continue;
    const Mark& mark = root.find("ports")->items[i].find("surface")->mark;
    for (const BoundaryAssignment& boundary : theCase.boundaries) {
      if (boundary.surface != port.surface) continue;
      faults.add(mark, boundary.port >= 0
                           ? fmt::format("ports[{}].surface: '{}' is the surface of ports[{}] already: give each port "
                                         "a surface of its own",
                                         i, port.surface, boundary.port)
                           : fmt::format("ports[{}].surface: '{}' has a condition in 'boundaries' too, but a wave port "
                                         "brings its own: remove that",
                                         i, port.surface));
    }
    BoundaryAssignment layer{.surface = port.surface, .kind = BoundaryKind::pml, .layer = port.layer, .mark = mark};
    layer.port = static_cast<int>(i);
    theCase.boundaries.push_back(std::move(layer));
  }
  if (theCase.output.sParameters && theCase.output.sParameters->reference &&
      std::any_of(theCase.ports.begin(), theCase.ports.end(), [](const auto& port) { return port.isWave(); }))
    faults.add(root.find("output")->find("sParameters")->find("reference")->mark,
               "output.sParameters.reference: S-parameters of wave ports are those of power waves of their modes, "
               "whose impedance changes with the frequency: leave it out");
}

void checkWaveforms(const Value& root, DgtdCase& theCase, Faults& faults) {
  for (std::size_t i = 0; i < theCase.ports.size(); ++i) {
    PortSettings& port = theCase.ports[i];
    const Value& value = root.find("ports")->items[i];
    const std::string path = fmt::format("ports[{}]", i);
    if (value.find("waveform")) readWaveform(value, path, port.waveform, faults);
    if (!port.excited) continue;
    if (!value.find("waveform"))
      faults.add(value.mark, fmt::format("{}.waveform: an excited port needs one, such as 'waveform: {{gaussian: "
                                         "{{frequency: 1 GHz, bandwidth: 1 GHz}}}}'; with a band of "
                                         "output.sParameters it may be left out",
                                         path));
    else if (theCase.output.sParameters && std::holds_alternative<SineWaveform>(port.waveform))
      faults.add(value.find("waveform")->mark,
                 fmt::format("{}.waveform: S-parameters follow from the Fourier integrals of a pulse, and a sine never "
                             "ends: take gaussian",
                             path));
  }
}

/// Checks what the loads are made of, and what goes with them. Adds their regions to `taken`.
void checkLoads(DgtdCase& theCase, TakenRegions& taken, Faults& faults) {
  for (std::size_t i = 0; i < theCase.loads.size(); ++i) {
    const LoadSettings& load = theCase.loads[i];
    const std::string key = fmt::format("loads[{}]", i);
    if (!load.resistance && !load.inductance && !load.capacitance)
      faults.add(load.mark, key + ": a load has a resistance, an inductance or a capacitance: give one at least");
    if (!load.surface.empty()) addStrip(load.surface, key, load.mark, theCase, faults);
    const auto [other, isAlone] = taken.emplace(load.region, key);
    if (!isAlone && !load.region.empty())
      faults.add(load.mark, fmt::format("{}.region: '{}' is the region of {} already: give each a volume of its own, "
                                        "side by side",
                                        key, load.region, other->second));
    if (load.hasMemory() && (theCase.dgtd.scheme == TimeScheme::rungeKutta || theCase.dgtd.flux == Flux::upwind))
      faults.add(load.mark, key +
                                ": an inductance, and a capacitance in series with a resistance, need scheme "
                                "leapFrog: use flux penalised or centred with it");
    if (theCase.cavityMode)
      faults.add(load.mark, key +
                                ": initial.cavityMode is exact in an empty box only: remove the loads, or excite by "
                                "sources");
  }
}

/// S-parameters are ratios of waves at ports: one port drives at a time, and nothing else.
void checkSParameters(const Value& root, const DgtdCase& theCase, Faults& faults) {
  if (!theCase.output.sParameters) return;
  const Value& value = *root.find("output")->find("sParameters");
  if (theCase.ports.empty()) {
    faults.add(value.mark, "output.sParameters: there are no ports: name them in 'ports:'");
    return;
  }
  if (std::none_of(theCase.ports.begin(), theCase.ports.end(), [](const PortSettings& port) { return port.excited; }))
    faults.add(value.mark, "output.sParameters: no port is excited: give one or all of them 'excite: true'");
  for (std::size_t i = 0; i < theCase.sources.size(); ++i)
    if (strengthOf(theCase.sources[i]) != 0)
      faults.add(value.mark, fmt::format("output.sParameters: sources[{}] drives the fields too, but S-parameters are "
                                         "what one port alone does to all: remove that source, or make it a port",
                                         i));
}

/// The waveform of ports that are not excited, which nothing multiplies: one that is there in any case.
WaveformSpec waveformOfLoads(const DgtdCase& theCase) {
  for (const PortSettings& port : theCase.ports)
    if (port.excited) return port.waveform;
  const TableWaveform zero{.file = {}, .time = {0, 1e-9}, .value = {0, 0}};
  return theCase.sources.empty() ? WaveformSpec{zero} : waveformOf(theCase.sources.front());
}

/// Appends the ports to the sources.
void appendPorts(const Value& root, DgtdCase& theCase, Faults& faults) {
  if (theCase.ports.empty()) return;
  const WaveformSpec ofLoads = waveformOfLoads(theCase);
  if (theCase.sources.empty() && !theCase.cavityMode &&
      std::none_of(theCase.ports.begin(), theCase.ports.end(), [](const auto& port) { return port.excited; }))
    faults.add(root.find("ports")->mark,
               "ports: nothing drives the fields: give a port 'excite: true' and a waveform, or add a source");
  for (std::size_t i = 0; i < theCase.ports.size(); ++i) {
    const PortSettings& port = theCase.ports[i];
    if (port.isWave()) {
      theCase.sources.push_back(WavePortSource{.key = fmt::format("ports[{}]", i),
                                               .name = port.name,
                                               .surface = port.surface,
                                               .mode = 0,
                                               .amplitude = port.excited ? port.voltage : 0,
                                               .waveform = port.excited ? port.waveform : ofLoads,
                                               .mark = port.mark});
      continue;
    }
    theCase.sources.push_back(LumpedPortSource{.key = fmt::format("ports[{}]", i),
                                               .name = port.name,
                                               .region = port.region,
                                               .surface = port.surface,
                                               .direction = port.direction,
                                               .voltage = port.excited ? port.voltage : 0,
                                               .current = {},
                                               .resistance = port.impedance,
                                               .waveform = port.excited ? port.waveform : ofLoads,
                                               .mark = port.mark});
  }
}

}  // namespace

void checkPorts(const Value& root, DgtdCase& theCase, Faults& faults) {
  TakenRegions taken = regionsOfGaps(theCase);
  checkNamesAndRegions(root, theCase, taken, faults);
  checkKeysOfKinds(root, theCase, faults);
  addWavePortBoundaries(root, theCase, faults);
  addStripsOfPorts(root, theCase, faults);
  checkWaveforms(root, theCase, faults);
  checkSParameters(root, theCase, faults);
  appendPorts(root, theCase, faults);
  checkLoads(theCase, taken, faults);
}

}  // namespace fluxtet::dgtd
