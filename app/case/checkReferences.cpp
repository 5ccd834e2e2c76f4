// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/checkReferences.hpp"

#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <vector>

namespace fluxtet {

using namespace config;

namespace {

std::vector<std::string> namesOf(const Value* section) {
  std::vector<std::string> names;
  if (section)
    for (const auto& [name, value] : section->members) names.push_back(name);
  return names;
}

}  // namespace

void checkAssigned(const Value* reference, const std::string& path, const Assignments& assignments, Faults& faults) {
  const std::string* name = reference ? reference->get<std::string>() : nullptr;
  if (!name || (assignments.section && assignments.section->find(*name))) return;
  const std::vector<std::string> names = namesOf(assignments.section);
  faults.add(reference->mark, fmt::format("{}: '{}' is not in {}{}; these are {}", path, *name, assignments.name,
                                          didYouMean(*name, names), listOf(names)));
}

void checkAssignedList(const Value* list, const std::string& path, const Assignments& assignments, Faults& faults) {
  if (!list) return;
  for (std::size_t i = 0; i < list->items.size(); ++i)
    checkAssigned(&list->items[i], fmt::format("{}[{}]", path, i), assignments, faults);
}

}  // namespace fluxtet
