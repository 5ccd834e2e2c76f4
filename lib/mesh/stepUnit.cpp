// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/stepUnit.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>

namespace fluxtet {
namespace {

/// The entities of the file by their numbers, such as "LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.)", without
/// blanks outside of strings, of those that hold one of two words.
std::map<std::string, std::string> entitiesOfUnits(const std::string& text) {
  std::map<std::string, std::string> entities;
  std::string entity;
  bool isInString = false;
  for (const char c : text) {
    if (c == '\'') isInString = !isInString;
    if (isInString || std::isspace(static_cast<unsigned char>(c)) == 0) entity += c;
    if (c != ';' || isInString) continue;
    const std::size_t equals = entity.find('=');
    if (entity[0] == '#' && equals != std::string::npos &&
        (entity.find("LENGTH_UNIT(") != std::string::npos ||
         entity.find("GLOBAL_UNIT_ASSIGNED_CONTEXT(") != std::string::npos))
      entities[entity.substr(0, equals)] = entity.substr(equals + 1);
    entity.clear();
  }
  return entities;
}

/// What stands between two marks, the first of which is looked for.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + begin.size());
  return text.substr(0, text.find(end));
}

/// A unit of length by its entity, "mm" of ".MILLI.,.METRE."; of a converted one the name that the file gives it.
std::string nameOf(std::string_view entity) {
  const std::string_view converted = between(entity, "CONVERSION_BASED_UNIT('", "'");
  if (!converted.empty()) return std::string(converted);
  static const std::map<std::string_view, std::string> prefixes{{"$", ""},       {".KILO.", "k"},  {".CENTI.", "c"},
                                                                {".DECI.", "d"}, {".MILLI.", "m"}, {".MICRO.", "u"},
                                                                {".NANO.", "n"}};
  const auto prefix = prefixes.find(between(entity, "SI_UNIT(", ","));
  return prefix == prefixes.end() ? std::string() : prefix->second + "m";
}

}  // namespace

std::string stepUnit(const std::string& text) {
  const auto entities = entitiesOfUnits(text);
  std::set<std::string> units;
  for (const auto& [unused, entity] : entities) {
    std::string_view list = between(entity, "GLOBAL_UNIT_ASSIGNED_CONTEXT((", ")");
    while (!list.empty()) {
      const std::string_view number = list.substr(0, list.find(','));
      list.remove_prefix(std::min(list.size(), number.size() + 1));
      const auto unit = entities.find(std::string(number));
      if (unit != entities.end()) units.insert(nameOf(unit->second));
    }
  }
  units.erase("");
  std::string joined;
  for (const std::string& unit : units) joined += (joined.empty() ? "" : ", ") + unit;
  return joined;
}

}  // namespace fluxtet
