// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/bind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fluxtet::config {

namespace {

GaussianWaveform bindGaussian(const Value& value) {
  GaussianWaveform waveform;
  read(value, "frequency", waveform.frequency);
  read(value, "bandwidth", waveform.bandwidth);
  read(value, "delay", waveform.delay);
  return waveform;
}

RickerWaveform bindRicker(const Value& value) {
  RickerWaveform waveform;
  read(value, "frequency", waveform.frequency);
  read(value, "delay", waveform.delay);
  return waveform;
}

SineWaveform bindSine(const Value& value) {
  SineWaveform waveform;
  read(value, "frequency", waveform.frequency);
  read(value, "ramp", waveform.ramp);
  read(value, "phase", waveform.phase);
  return waveform;
}

WaveformSpec bindWaveform(const Value& source, const std::string& path, Faults& faults) {
  const Value* value = source.find("waveform");
  if (!value) return {};
  if (const Value* gaussian = value->find("gaussian")) return bindGaussian(*gaussian);
  if (const Value* ricker = value->find("ricker")) return bindRicker(*ricker);
  if (const Value* sine = value->find("sine")) return bindSine(*sine);
  const Value* table = value->find("table");
  const std::string* file = table ? table->get<std::string>("file") : nullptr;
  if (!file) return {};
  return readTable(*file, {table->find("file")->mark, path + ".waveform.table.file"}, faults);
}

void checkNotZero(const Value& source, const char* name, const std::string& path, Faults& faults) {
  const Vec3* vector = source.get<Vec3>(name);
  if (vector && largestComponent(*vector) == 0)
    faults.add(
        source.find(name)->mark,
        fmt::format("{}.{}: a zero vector drives nothing: remove the source, or give it a strength", path, name));
}

/// `boundary` is a list of one.
void bindWaveBoundaries(const Value& value, const std::string& path, PlaneWaveSource& wave, Faults& faults) {
  if (const std::string* name = value.get<std::string>("boundary")) wave.boundaries = {*name};
  const Value* list = value.find("boundaries");
  for (std::size_t i = 0; list && i < list->items.size(); ++i) {
    const std::string* name = list->items[i].get<std::string>();
    if (!name) continue;
    if (std::find(wave.boundaries.begin(), wave.boundaries.end(), *name) != wave.boundaries.end())
      faults.add(list->items[i].mark, fmt::format("{}.boundaries[{}]: '{}' is listed twice", path, i, *name));
    wave.boundaries.push_back(*name);
  }
}

PlaneWaveSource bindPlaneWave(const Value& value, const std::string& path, Faults& faults) {
  PlaneWaveSource wave;
  wave.mark = value.mark;
  read(value, "direction", wave.direction);
  read(value, "polarization", wave.polarization);
  read(value, "amplitude", wave.amplitude);
  read(value, "origin", wave.origin);
  wave.originGiven = value.get<Vec3>("origin") != nullptr;
  wave.waveform = bindWaveform(value, path, faults);
  bindWaveBoundaries(value, path, wave, faults);
  return wave;
}

DipoleSource bindDipole(const Value& value, const std::string& path, Faults& faults) {
  DipoleSource dipole;
  dipole.mark = value.mark;
  read(value, "at", dipole.at);
  read(value, "moment", dipole.moment);
  checkNotZero(value, "moment", path, faults);
  dipole.waveform = bindWaveform(value, path, faults);
  return dipole;
}

CurrentSource bindCurrent(const Value& value, const std::string& path, Faults& faults) {
  CurrentSource current;
  current.mark = value.mark;
  read(value, "region", current.region);
  read(value, "density", current.density);
  checkNotZero(value, "density", path, faults);
  current.waveform = bindWaveform(value, path, faults);
  return current;
}

GapSource bindGap(const Value& value, const std::string& path, Faults& faults) {
  GapSource gap;
  gap.mark = value.mark;
  read(value, "region", gap.region);
  read(value, "direction", gap.direction);
  read(value, "voltage", gap.voltage);
  read(value, "current", gap.current);
  read(value, "resistance", gap.resistance);
  if (gap.current && *gap.current == 0)
    faults.add(value.find("current")->mark,
               fmt::format("{}.current: a current of zero drives nothing: remove the source, or make it a load by "
                           "'voltage: 0 V' and a resistance",
                           path));
  gap.waveform = bindWaveform(value, path, faults);
  return gap;
}

/// One generator a gap: which of two would hold the other's voltage is not defined.
void checkGapsDiffer(const Value& sources, Faults& faults) {
  std::map<std::string, std::size_t> firstIn;
  for (std::size_t i = 0; i < sources.items.size(); ++i) {
    const Value* gap = sources.items[i].find("gap");
    const std::string* region = gap ? gap->get<std::string>("region") : nullptr;
    if (!region) continue;
    const auto [first, isNew] = firstIn.emplace(*region, i);
    if (!isNew)
      faults.add(gap->find("region")->mark,
                 fmt::format("sources[{}].gap.region: '{}' is the gap of sources[{}] already: a gap has one generator",
                             i, *region, first->second));
  }
}

}  // namespace

std::vector<SourceSpec> bindSources(const Value& sources, Faults& faults) {
  std::vector<SourceSpec> result;
  for (std::size_t i = 0; i < sources.items.size(); ++i) {
    for (const auto& [kind, value] : sources.items[i].members) {
      const std::string path = fmt::format("sources[{}].{}", i, kind);
      if (kind == "planeWave") result.emplace_back(bindPlaneWave(value, path, faults));
      if (kind == "dipole") result.emplace_back(bindDipole(value, path, faults));
      if (kind == "current") result.emplace_back(bindCurrent(value, path, faults));
      if (kind == "gap") result.emplace_back(bindGap(value, path, faults));
    }
  }
  checkGapsDiffer(sources, faults);
  return result;
}

}  // namespace fluxtet::config
