// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/checkReferences.hpp"
#include "app/static/case/checkKeys.hpp"

#include <fmt/format.h>

namespace fluxtet::statics {

using namespace config;

namespace {

void checkSource(const Value& source, const std::string& path, const Assignments& regions, Faults& faults) {
  for (const char* kind : {"charge", "current"})
    if (const Value* value = source.find(kind))
      checkAssigned(value->find("region"), fmt::format("{}.{}.region", path, kind), regions, faults);
  for (const char* side : {"plus", "minus"})
    if (const Value* coil = source.find("coil"))
      checkAssignedList(coil->find(side), fmt::format("{}.coil.{}", path, side), regions, faults);
}

}  // namespace

void checkStaticReferences(const Value& root, Faults& faults) {
  const Assignments regions{root.find("regions"), "regions"};
  if (const Value* sources = root.find("sources"))
    for (std::size_t i = 0; i < sources->items.size(); ++i)
      checkSource(sources->items[i], fmt::format("sources[{}]", i), regions, faults);
  const Value* output = root.find("output");
  const Value* quantities = output ? output->find("quantities") : nullptr;
  if (!quantities) return;
  for (std::size_t i = 0; i < quantities->items.size(); ++i) {
    const Value& quantity = quantities->items[i];
    const std::string path = fmt::format("output.quantities[{}]", i);
    checkAssigned(quantity.find("force"), path + ".force", regions, faults);
    if (const Value* torque = quantity.find("torque"))
      checkAssigned(torque->find("region"), path + ".torque.region", regions, faults);
  }
}

}  // namespace fluxtet::statics
