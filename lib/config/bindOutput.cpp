// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/bind.hpp"

#include <fmt/format.h>

#include <set>

namespace fluxtet::config {

namespace {

SnapshotOutput bindSnapshots(const Value& value, Faults& faults) {
  SnapshotOutput snapshots;
  snapshots.mark = value.mark;
  read(value, "every", snapshots.every);
  snapshots.fields = bindFields(value, "output.snapshots", faults);
  snapshots.regions = readTexts(value, "regions");
  snapshots.boundaries = readTexts(value, "boundaries");
  snapshots.box = bindBox(value, "output.snapshots", faults);
  return snapshots;
}

void checkPlane(const Value& value, const SliceOutput& slice, const std::string& path, Faults& faults) {
  if (!value.get<Vec3>("u") || !value.get<Vec3>("v")) return;
  constexpr double tolerance = 1e-9;
  const bool zero = largestComponent(slice.u) == 0 || largestComponent(slice.v) == 0;
  if (zero || norm(cross(normalised(slice.u), normalised(slice.v))) <= tolerance)
    faults.add(slice.mark, fmt::format("{}: the edges u and v span no plane: they must not be zero or parallel", path));
}

SliceOutput bindSlice(const Value& value, const std::string& path, Faults& faults) {
  SliceOutput slice;
  slice.mark = value.mark;
  read(value, "name", slice.name);
  read(value, "origin", slice.origin);
  read(value, "u", slice.u);
  read(value, "v", slice.v);
  read(value, "every", slice.every);
  if (const Value* points = value.find("points"); points && points->items.size() == 2)
    for (std::size_t i = 0; i < 2; ++i)
      if (const auto* count = points->items[i].get<std::int64_t>()) slice.points[i] = static_cast<int>(*count);
  slice.fields = bindFields(value, path, faults);
  read(value, "csv", slice.csv);
  checkPlane(value, slice, path, faults);
  return slice;
}

ProbeOutput bindProbe(const Value& value, const std::string& path, Faults& faults) {
  ProbeOutput probe;
  probe.mark = value.mark;
  read(value, "name", probe.name);
  read(value, "at", probe.at);
  read(value, "every", probe.every);
  probe.fields = bindFields(value, path, faults);
  return probe;
}

CheckpointOutput bindCheckpoint(const Value& value) {
  CheckpointOutput checkpoint;
  read(value, "every", checkpoint.every);
  read(value, "keep", checkpoint.keep);
  return checkpoint;
}

}  // namespace

FieldSelection bindFields(const Value& section, const std::string& path, Faults& faults) {
  const Value* list = section.find("fields");
  if (!list || list->items.empty()) return {};
  FieldSelection fields{.E = false, .H = false};
  for (const Value& item : list->items) {
    const std::string* name = item.get<std::string>();
    if (!name) continue;
    bool& selected = *name == "E" ? fields.E : fields.H;
    if (selected) faults.add(item.mark, fmt::format("{}.fields: {} is listed twice", path, *name));
    selected = true;
  }
  return fields;
}

std::optional<std::array<Vec3, 2>> bindBox(const Value& section, const std::string& path, Faults& faults) {
  const Value* list = section.find("box");
  if (!list || list->items.size() != 2) return std::nullopt;
  const Vec3* low = list->items[0].get<Vec3>();
  const Vec3* high = list->items[1].get<Vec3>();
  if (!low || !high) return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i)
    if ((*low)[i] >= (*high)[i])
      faults.add(list->mark, fmt::format("{}.box: along {} the first corner ({} m) is not below the second ({} m)",
                                         path, "xyz"[i], (*low)[i], (*high)[i]));
  return std::array<Vec3, 2>{*low, *high};
}

void bindDirectory(const Value& output, std::string& directory, Faults& faults) {
  read(output, "directory", directory);
  if (directory.empty())
    faults.add(output.find("directory")->mark,
               "output.directory: the name of the folder is empty: write . for the working directory");
}

void checkNamesDiffer(const Value& list, const std::string& path, Faults& faults) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string* name = list.items[i].get<std::string>("name");
    if (name && !names.insert(*name).second)
      faults.add(list.items[i].find("name")->mark,
                 fmt::format("{}[{}].name: '{}' is already taken: each needs a name of its own", path, i, *name));
  }
}

OutputSettings bindOutput(const Value& value, Faults& faults) {
  OutputSettings output;
  bindDirectory(value, output.directory, faults);
  if (const Value* snapshots = value.find("snapshots")) output.snapshots = bindSnapshots(*snapshots, faults);
  if (const Value* slices = value.find("slices")) {
    for (std::size_t i = 0; i < slices->items.size(); ++i)
      output.slices.push_back(bindSlice(slices->items[i], fmt::format("output.slices[{}]", i), faults));
    checkNamesDiffer(*slices, "output.slices", faults);
  }
  if (const Value* probes = value.find("probes")) {
    for (std::size_t i = 0; i < probes->items.size(); ++i)
      output.probes.push_back(bindProbe(probes->items[i], fmt::format("output.probes[{}]", i), faults));
    checkNamesDiffer(*probes, "output.probes", faults);
  }
  if (const Value* energy = value.find("energy")) read(*energy, "every", output.energyEvery);
  if (const Value* checkpoint = value.find("checkpoint")) output.checkpoint = bindCheckpoint(*checkpoint);
  return output;
}

}  // namespace fluxtet::config
