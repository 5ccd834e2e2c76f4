// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/bind.hpp"

#include <fmt/format.h>

#include <map>

namespace fluxtet::config {

namespace {

RegionCharge bindCharge(const Value& value) {
  RegionCharge charge;
  charge.mark = value.mark;
  read(value, "region", charge.region);
  read(value, "density", charge.density);
  return charge;
}

RegionCurrent bindCurrent(const Value& value) {
  RegionCurrent current;
  current.mark = value.mark;
  read(value, "region", current.region);
  read(value, "density", current.density);
  read(value, "total", current.total);
  return current;
}

Coil bindCoil(const Value& value) {
  Coil coil;
  coil.mark = value.mark;
  read(value, "name", coil.name);
  coil.plus = readTexts(value, "plus");
  coil.minus = readTexts(value, "minus");
  read(value, "turns", coil.turns);
  read(value, "current", coil.current);
  return coil;
}

/// Names and sides of all coils: neither may occur twice.
class CoilCheck {
 public:
  explicit CoilCheck(Faults& faults) : faults_(faults) {}

  void add(const Value& coil, const std::string& path) {
    const std::string* name = coil.get<std::string>("name");
    if (name && !names_.emplace(*name, path).second)
      faults_.add(coil.find("name")->mark,
                  fmt::format("{}.name: '{}' is already taken: each coil needs a name of its own", path, *name));
    for (const char* side : {"plus", "minus"})
      if (const Value* list = coil.find(side))
        for (const Value& region : list->items) addRegion(region, fmt::format("{}.{}", path, side));
  }

 private:
  void addRegion(const Value& region, const std::string& path) {
    const std::string* name = region.get<std::string>();
    if (!name) return;
    const auto [place, isNew] = sides_.emplace(*name, path);
    if (!isNew)
      faults_.add(region.mark, fmt::format("{}: region '{}' already belongs to {}: a region is one side of one coil",
                                           path, *name, place->second));
  }

  Faults& faults_;
  std::map<std::string, std::string> names_, sides_;  ///< to the path where each was first
};

}  // namespace

StaticSources bindStaticSources(const Value& list, Faults& faults) {
  StaticSources sources;
  CoilCheck coils(faults);
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    for (const auto& [kind, value] : list.items[i].members) {
      if (kind == "charge") sources.charges.push_back(bindCharge(value));
      if (kind == "current") sources.currents.push_back(bindCurrent(value));
      if (kind != "coil") continue;
      sources.coils.push_back(bindCoil(value));
      coils.add(value, fmt::format("sources[{}].coil", i));
    }
  }
  return sources;
}

}  // namespace fluxtet::config
