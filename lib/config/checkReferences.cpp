// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/bind.hpp"
#include "lib/config/nearest.hpp"

#include <fmt/format.h>

namespace fluxtet::config {

namespace {

/// A section that assigns something to names of the mesh.
struct Assignments {
  const Value* section;
  const char* name;
};

std::vector<std::string> namesOf(const Value* section) {
  std::vector<std::string> names;
  if (section)
    for (const auto& [name, value] : section->members) names.push_back(name);
  return names;
}

/// `reference` is a text that names one of the assigned volumes or surfaces.
void checkAssigned(const Value* reference, const std::string& path, const Assignments& assignments, Faults& faults) {
  const std::string* name = reference ? reference->get<std::string>() : nullptr;
  if (!name || (assignments.section && assignments.section->find(*name))) return;
  const std::vector<std::string> names = namesOf(assignments.section);
  faults.add(reference->mark, fmt::format("{}: '{}' is not in {}{}; these are {}", path, *name, assignments.name,
                                          didYouMean(*name, names), listOf(names)));
}

/// `reference` is a surface through which a plane wave enters.
void checkAbsorbing(const Value* reference, const std::string& path, const Assignments& boundaries, Faults& faults) {
  checkAssigned(reference, path, boundaries, faults);
  const std::string* name = reference ? reference->get<std::string>() : nullptr;
  const std::string* kind = name && boundaries.section ? boundaries.section->get<std::string>(*name) : nullptr;
  if (kind && *kind != "absorbing")
    faults.add(reference->mark,
               fmt::format("{}: '{}' is {}, but a plane wave enters through an absorbing surface: set boundaries.{} "
                           "to absorbing",
                           path, *name, *kind, *name));
}

void checkPlaneWave(const Value& wave, const std::string& path, const Assignments& boundaries, Faults& faults) {
  checkAbsorbing(wave.find("boundary"), path + ".boundary", boundaries, faults);
  const Value* list = wave.find("boundaries");
  for (std::size_t i = 0; list && i < list->items.size(); ++i)
    checkAbsorbing(&list->items[i], fmt::format("{}.boundaries[{}]", path, i), boundaries, faults);
}

void checkList(const Value* list, const std::string& path, const Assignments& assignments, Faults& faults) {
  if (!list) return;
  for (std::size_t i = 0; i < list->items.size(); ++i)
    checkAssigned(&list->items[i], fmt::format("{}[{}]", path, i), assignments, faults);
}

void checkStaticSource(const Value& source, const std::string& path, const Assignments& regions, Faults& faults) {
  for (const char* kind : {"charge", "current"})
    if (const Value* value = source.find(kind))
      checkAssigned(value->find("region"), fmt::format("{}.{}.region", path, kind), regions, faults);
  for (const char* side : {"plus", "minus"})
    if (const Value* coil = source.find("coil"))
      checkList(coil->find(side), fmt::format("{}.coil.{}", path, side), regions, faults);
}

}  // namespace

void checkReferences(const Value& root, Faults& faults) {
  const Assignments regions{root.find("regions"), "regions"};
  const Assignments boundaries{root.find("boundaries"), "boundaries"};
  if (const Value* sources = root.find("sources")) {
    for (std::size_t i = 0; i < sources->items.size(); ++i) {
      const Value& source = sources->items[i];
      if (const Value* wave = source.find("planeWave"))
        checkPlaneWave(*wave, fmt::format("sources[{}].planeWave", i), boundaries, faults);
      for (const char* kind : {"current", "gap"})
        if (const Value* value = source.find(kind))
          checkAssigned(value->find("region"), fmt::format("sources[{}].{}.region", i, kind), regions, faults);
    }
  }
  const Value* output = root.find("output");
  // The surfaces of an output may lie inside the volume and have no condition: only the mesh knows them.
  for (const char* name : {"snapshots", "dft", "sar"})
    if (const Value* written = output ? output->find(name) : nullptr)
      checkList(written->find("regions"), fmt::format("output.{}.regions", name), regions, faults);
}

void checkStaticReferences(const Value& root, Faults& faults) {
  const Assignments regions{root.find("regions"), "regions"};
  if (const Value* sources = root.find("sources"))
    for (std::size_t i = 0; i < sources->items.size(); ++i)
      checkStaticSource(sources->items[i], fmt::format("sources[{}]", i), regions, faults);
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

}  // namespace fluxtet::config
