// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/case/checkKeys.hpp"

#include <fmt/format.h>

#include <map>

namespace fluxtet::statics {

using namespace config;

namespace {

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

void checkCoils(const Value& sources, Faults& faults) {
  CoilCheck coils(faults);
  for (std::size_t i = 0; i < sources.items.size(); ++i)
    if (const Value* coil = sources.items[i].find("coil")) coils.add(*coil, fmt::format("sources[{}].coil", i));
}

}  // namespace fluxtet::statics
