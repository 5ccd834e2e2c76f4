// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/checkKeys.hpp"
#include "app/dgtd/case/readTable.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace fluxtet::dgtd {

using namespace config;

namespace {

void checkNotZero(const Value& source, const char* name, const std::string& path, Faults& faults) {
  const Vec3* vector = source.get<Vec3>(name);
  if (vector && largestComponent(*vector) == 0)
    faults.add(
        source.find(name)->mark,
        fmt::format("{}.{}: a zero vector drives nothing: remove the source, or give it a strength", path, name));
}

void checkWaveBoundaries(const Value& wave, const std::string& path, Faults& faults) {
  const Value* list = wave.find("boundaries");
  std::set<std::string> names;
  if (const std::string* name = wave.get<std::string>("boundary")) names.insert(*name);
  for (std::size_t i = 0; list && i < list->items.size(); ++i) {
    const std::string* name = list->items[i].get<std::string>();
    if (name && !names.insert(*name).second)
      faults.add(list->items[i].mark, fmt::format("{}.boundaries[{}]: '{}' is listed twice", path, i, *name));
  }
}

/// Keys of a plane wave that belong to the surface between total field and scattered field, and what goes with them.
void checkEntrance(const Value& value, const std::string& path, const PlaneWaveSource& wave, Faults& faults) {
  for (const char* name : {"inside", "halfSpace"}) {
    const Value* given = value.find(name);
    const bool isGiven = given && (!given->items.empty() || !given->members.empty());
    if (isGiven && !wave.entersInside())
      faults.add(given->mark, fmt::format("{}.{}: belongs to a wave that enters through a surface inside of the mesh: "
                                          "write 'surface: auto' instead of a boundary, or leave it out",
                                          path, name));
  }
  if (wave.focus && wave.halfSpace && !wave.halfSpace->layers.empty())
    faults.add(value.find("focus")->mark,
               fmt::format("{}.focus: does not go with halfSpace.layers: how far from its axis a beam is right is not "
                           "known in layers: leave one of them out",
                           path));
  const bool oscillates =
      std::holds_alternative<SineWaveform>(wave.waveform) || std::holds_alternative<GaussianWaveform>(wave.waveform);
  const auto* gaussian = std::get_if<GaussianWaveform>(&wave.waveform);
  if (wave.ellipticity && (!oscillates || (gaussian && gaussian->frequency == 0)))
    faults.add(value.find("ellipticity")->mark,
               fmt::format("{}.ellipticity: needs a waveform with a carrier, whose second component lags by a quarter "
                           "of a period: take sine, or gaussian with a frequency",
                           path));
}

/// One surface divides total field and scattered field: a face would else be on one side for one wave and on the other
/// for the next.
void checkOneSurface(const DgtdCase& theCase, Faults& faults) {
  const PlaneWaveSource* first = nullptr;
  for (const SourceSpec& source : theCase.sources) {
    const auto* wave = std::get_if<PlaneWaveSource>(&source);
    if (!wave || !wave->entersInside()) continue;
    if (!first) first = wave;
    if (wave->surface != first->surface || wave->inside != first->inside)
      faults.add(
          wave->mark,
          fmt::format("planeWave.surface: all waves that enter inside of the mesh do so through one surface, but "
                      "the first goes through {}: give both the same 'surface' and 'inside'",
                      first->surface));
  }
}

void checkPortCurrent(const Value& port, const std::string& path, Faults& faults) {
  const double* current = port.get<double>("current");
  if (current && *current == 0)
    faults.add(port.find("current")->mark,
               fmt::format("{}.current: a current of zero drives nothing: remove the source, or make it a load by "
                           "'voltage: 0 V' and a resistance",
                           path));
}

void checkSource(const std::string& kind, const Value& value, const std::string& path, SourceSpec& source,
                 Faults& faults) {
  if (kind == "dipole") checkNotZero(value, "moment", path, faults);
  if (kind == "current") checkNotZero(value, "density", path, faults);
  if (kind == "gap") {
    checkPortCurrent(value, path, faults);
    auto& gap = std::get<LumpedPortSource>(source);
    gap.key = path;
    gap.name = gap.region;
  }
  readWaveform(value, path, std::visit([](auto& each) -> WaveformSpec& { return each.waveform; }, source), faults);
  if (kind == "planeWave") {
    checkWaveBoundaries(value, path, faults);
    checkEntrance(value, path, std::get<PlaneWaveSource>(source), faults);
  }
}

/// Checks that no two lumped ports have one region: two generators in parallel are ambiguous.
void checkPortsDiffer(const Value& sources, Faults& faults) {
  std::map<std::string, std::size_t> firstIn;
  for (std::size_t i = 0; i < sources.items.size(); ++i) {
    const Value* port = sources.items[i].find("gap");
    const std::string* region = port ? port->get<std::string>("region") : nullptr;
    if (!region) continue;
    const auto [first, isNew] = firstIn.emplace(*region, i);
    if (!isNew)
      faults.add(port->find("region")->mark,
                 fmt::format("sources[{}].gap.region: '{}' is the gap of sources[{}] already: a gap has one generator",
                             i, *region, first->second));
  }
}

}  // namespace

void readWaveform(const Value& source, const std::string& path, WaveformSpec& waveform, Faults& faults) {
  auto* table = std::get_if<TableWaveform>(&waveform);
  if (table && !table->file.empty())
    readTable(*table, source.find("waveform")->find("table")->find("file")->mark, path + ".waveform.table.file",
              faults);
}

void checkSources(const Value& sources, DgtdCase& theCase, Faults& faults) {
  std::size_t source = 0;
  for (std::size_t i = 0; i < sources.items.size(); ++i)
    for (const auto& [kind, value] : sources.items[i].members)
      checkSource(kind, value, fmt::format("sources[{}].{}", i, kind), theCase.sources.at(source++), faults);
  checkPortsDiffer(sources, faults);
  checkOneSurface(theCase, faults);
}

}  // namespace fluxtet::dgtd
