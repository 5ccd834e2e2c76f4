// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/bind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fluxtet::config {

namespace {

StaticPoint bindPoint(const Value& value) {
  StaticPoint point;
  point.mark = value.mark;
  read(value, "name", point.name);
  read(value, "at", point.at);
  return point;
}

StaticLine bindLine(const Value& value, const std::string& path, Faults& faults) {
  StaticLine line;
  line.mark = value.mark;
  read(value, "name", line.name);
  read(value, "from", line.from);
  read(value, "to", line.to);
  read(value, "points", line.points);
  if (value.get<Vec3>("from") && value.get<Vec3>("to") && line.from == line.to)
    faults.add(line.mark, fmt::format("{}: the line ends where it begins: give two different points", path));
  return line;
}

/// One entry for each region on which force or torque is asked for; torque brings the force along.
class ForceList {
 public:
  ForceList(std::vector<ForceQuantity>& forces, Faults& faults) : forces_(forces), faults_(faults) {}

  void add(const Value& item, const std::string& path) {
    if (const std::string* region = item.get<std::string>("force")) {
      if (!forceAsked_.insert(*region).second) twice(item.mark, path, "the force", *region);
      entryOf(*region, item.mark);
    }
    const Value* torque = item.find("torque");
    const std::string* region = torque ? torque->get<std::string>("region") : nullptr;
    if (!region) return;
    ForceQuantity& entry = entryOf(*region, item.mark);
    if (entry.torqueAbout) twice(item.mark, path, "the torque", *region);
    entry.torqueAbout = Vec3{};
    readAs<Vec3>(*torque, "about", entry.torqueAbout);
  }

 private:
  ForceQuantity& entryOf(const std::string& region, const Mark& mark) {
    const auto found =
        std::find_if(forces_.begin(), forces_.end(), [&](const ForceQuantity& f) { return f.region == region; });
    if (found != forces_.end()) return *found;
    return forces_.emplace_back(ForceQuantity{.region = region, .mark = mark});
  }

  void twice(const Mark& mark, const std::string& path, const char* what, const std::string& region) {
    faults_.add(mark, fmt::format("{}: {} on '{}' is listed twice", path, what, region));
  }

  std::vector<ForceQuantity>& forces_;
  std::set<std::string> forceAsked_;
  Faults& faults_;
};

void bindQuantities(const Value& list, StaticOutput& output, Faults& faults) {
  ForceList forces(output.forces, faults);
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const Value& item = list.items[i];
    const std::string path = fmt::format("output.quantities[{}]", i);
    forces.add(item, path);
    const std::string* word = item.get<std::string>();
    if (!word) continue;
    bool& asked = *word == "energy" ? output.energy : *word == "capacitance" ? output.capacitance : output.inductance;
    if (asked) faults.add(item.mark, fmt::format("{}: {} is listed twice", path, *word));
    asked = true;
  }
}

}  // namespace

StaticOutput bindStaticOutput(const Value& value, Faults& faults) {
  StaticOutput output;
  bindDirectory(value, output.directory, faults);
  read(value, "fields", output.fields);
  if (const Value* points = value.find("points")) {
    for (const Value& point : points->items) output.points.push_back(bindPoint(point));
    checkNamesDiffer(*points, "output.points", faults);
  }
  if (const Value* lines = value.find("lines")) {
    for (std::size_t i = 0; i < lines->items.size(); ++i)
      output.lines.push_back(bindLine(lines->items[i], fmt::format("output.lines[{}]", i), faults));
    checkNamesDiffer(*lines, "output.lines", faults);
  }
  if (const Value* quantities = value.find("quantities")) bindQuantities(*quantities, output, faults);
  return output;
}

}  // namespace fluxtet::config
