// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/checkCommon.hpp"
#include "app/static/case/checkKeys.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace fluxtet::statics {

using namespace config;

namespace {

void checkLines(const Value& lines, const std::vector<StaticLine>& bound, Faults& faults) {
  for (std::size_t i = 0; i < lines.items.size(); ++i) {
    const Value& line = lines.items[i];
    if (line.get<Vec3>("from") && line.get<Vec3>("to") && bound.at(i).from == bound.at(i).to)
      faults.add(line.mark,
                 fmt::format("output.lines[{}]: the line ends where it begins: give two different points", i));
  }
}

/// A word, the force or the torque on a region: each is asked for once.
class QuantityCheck {
 public:
  explicit QuantityCheck(Faults& faults) : faults_(faults) {}

  void add(const Value& item, const std::string& path) {
    if (const std::string* region = item.get<std::string>("force"))
      once(item.mark, path, fmt::format("the force on '{}'", *region));
    const Value* torque = item.find("torque");
    if (const std::string* region = torque ? torque->get<std::string>("region") : nullptr)
      once(item.mark, path, fmt::format("the torque on '{}'", *region));
    if (const std::string* word = item.get<std::string>()) once(item.mark, path, *word);
  }

 private:
  void once(const Mark& mark, const std::string& path, const std::string& what) {
    if (!listed_.insert(what).second) faults_.add(mark, fmt::format("{}: {} is listed twice", path, what));
  }

  std::set<std::string> listed_;
  Faults& faults_;
};

}  // namespace

void checkStaticOutput(const Value& output, const StaticOutput& settings, Faults& faults) {
  checkDirectory(output, settings.directory, faults);
  if (const Value* points = output.find("points")) checkNamesDiffer(*points, "output.points", faults);
  if (const Value* lines = output.find("lines")) {
    checkLines(*lines, settings.lines, faults);
    checkNamesDiffer(*lines, "output.lines", faults);
  }
  if (const Value* quantities = output.find("quantities")) {
    QuantityCheck check(faults);
    for (std::size_t i = 0; i < quantities->items.size(); ++i)
      check.add(quantities->items[i], fmt::format("output.quantities[{}]", i));
  }
}

}  // namespace fluxtet::statics
