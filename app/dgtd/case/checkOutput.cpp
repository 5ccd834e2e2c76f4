// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/checkCommon.hpp"
#include "app/dgtd/case/checkKeys.hpp"

#include <fmt/format.h>

#include <set>

namespace fluxtet::dgtd {

using namespace config;

namespace {

void checkPlane(const Value& value, const SliceGrid& slice, const std::string& path, Faults& faults) {
  if (!value.get<Vec3>("u") || !value.get<Vec3>("v")) return;
  constexpr double tolerance = 1e-9;
  const bool zero = largestComponent(slice.u) == 0 || largestComponent(slice.v) == 0;
  if (zero || norm(cross(normalised(slice.u), normalised(slice.v))) <= tolerance)
    faults.add(slice.mark, fmt::format("{}: the edges u and v span no plane: they must not be zero or parallel", path));
}

void checkLine(const Value& value, const LineGrid& line, const std::string& path, Faults& faults) {
  if (value.get<Vec3>("from") && value.get<Vec3>("to") && line.from == line.to)
    faults.add(line.mark, fmt::format("{}: the line ends where it begins: give two different points", path));
}

}  // namespace

void checkPlaces(const Value& section, const DftOutput& dft, Faults& faults) {
  if (const Value* points = section.find("points")) checkNamesDiffer(*points, "output.dft.points", faults);
  if (const Value* lines = section.find("lines")) {
    for (std::size_t i = 0; i < lines->items.size(); ++i)
      checkLine(lines->items[i], dft.lines.at(i), fmt::format("output.dft.lines[{}]", i), faults);
    checkNamesDiffer(*lines, "output.dft.lines", faults);
  }
  if (const Value* slices = section.find("slices")) {
    for (std::size_t i = 0; i < slices->items.size(); ++i)
      checkPlane(slices->items[i], dft.slices.at(i), fmt::format("output.dft.slices[{}]", i), faults);
    checkNamesDiffer(*slices, "output.dft.slices", faults);
  }
}

void checkFields(const Value& section, const std::string& path, Faults& faults) {
  const Value* list = section.find("fields");
  if (!list) return;
  std::set<std::string> names;
  for (const Value& item : list->items)
    if (const std::string* name = item.get<std::string>(); name && !names.insert(*name).second)
      faults.add(item.mark, fmt::format("{}.fields: {} is listed twice", path, *name));
}

void checkBox(const Value& section, const std::string& path, Faults& faults) {
  const Value* list = section.find("box");
  if (!list || list->items.size() != 2) return;
  const Vec3* low = list->items[0].get<Vec3>();
  const Vec3* high = list->items[1].get<Vec3>();
  if (!low || !high) return;
  for (std::size_t i = 0; i < 3; ++i)
    if ((*low)[i] >= (*high)[i])
      faults.add(list->mark, fmt::format("{}.box: along {} the first corner ({} m) is not below the second ({} m)",
                                         path, "xyz"[i], (*low)[i], (*high)[i]));
}

void checkOutput(const Value& output, const OutputSettings& settings, Faults& faults) {
  checkDirectory(output, settings.directory, faults);
  if (const Value* snapshots = output.find("snapshots")) {
    checkFields(*snapshots, "output.snapshots", faults);
    checkBox(*snapshots, "output.snapshots", faults);
  }
  if (const Value* slices = output.find("slices")) {
    for (std::size_t i = 0; i < slices->items.size(); ++i) {
      const std::string path = fmt::format("output.slices[{}]", i);
      checkFields(slices->items[i], path, faults);
      checkPlane(slices->items[i], settings.slices.at(i), path, faults);
    }
    checkNamesDiffer(*slices, "output.slices", faults);
  }
  if (const Value* probes = output.find("probes")) {
    for (std::size_t i = 0; i < probes->items.size(); ++i)
      checkFields(probes->items[i], fmt::format("output.probes[{}]", i), faults);
    checkNamesDiffer(*probes, "output.probes", faults);
  }
}

}  // namespace fluxtet::dgtd
