// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/checkReferences.hpp"
#include "app/dgtd/case/checkKeys.hpp"

#include <fmt/format.h>

namespace fluxtet::dgtd {

using namespace config;

namespace {

/// Checks a surface through which a plane wave enters.
void checkAbsorbing(const Value* reference, const std::string& path, const Assignments& boundaries, Faults& faults) {
  checkAssigned(reference, path, boundaries, faults);
  const std::string* name = reference ? reference->get<std::string>() : nullptr;
  const std::string* kind = name && boundaries.section ? boundaries.section->get<std::string>(*name) : nullptr;
  if (kind && *kind != "absorbing")
    faults.add(reference->mark,
               fmt::format("{}: '{}' is {}, but a plane wave enters through an absorbing surface: set boundaries.{} "
                           "to absorbing, or let it enter inside of the mesh by 'surface: auto'",
                           path, *name, *kind, *name));
}

void checkPlaneWave(const Value& wave, const std::string& path, const Assignments& regions,
                    const Assignments& boundaries, Faults& faults) {
  checkAssignedList(wave.find("inside"), path + ".inside", regions, faults);
  checkAbsorbing(wave.find("boundary"), path + ".boundary", boundaries, faults);
  const Value* list = wave.find("boundaries");
  for (std::size_t i = 0; list && i < list->items.size(); ++i)
    checkAbsorbing(&list->items[i], fmt::format("{}.boundaries[{}]", path, i), boundaries, faults);
}

}  // namespace

void checkDgtdReferences(const Value& root, Faults& faults) {
  const Assignments regions{root.find("regions"), "regions"};
  const Assignments boundaries{root.find("boundaries"), "boundaries"};
  if (const Value* sources = root.find("sources")) {
    for (std::size_t i = 0; i < sources->items.size(); ++i) {
      const Value& source = sources->items[i];
      if (const Value* wave = source.find("planeWave"))
        checkPlaneWave(*wave, fmt::format("sources[{}].planeWave", i), regions, boundaries, faults);
      for (const char* kind : {"current", "gap"})
        if (const Value* value = source.find(kind))
          checkAssigned(value->find("region"), fmt::format("sources[{}].{}.region", i, kind), regions, faults);
    }
  }
  for (const char* name : {"ports", "loads"})
    if (const Value* list = root.find(name))
      for (std::size_t i = 0; i < list->items.size(); ++i)
        checkAssigned(list->items[i].find("region"), fmt::format("{}[{}].region", name, i), regions, faults);
  if (const Value* layers = root.find("absorbingLayers"))
    for (const auto& [side, layer] : layers->members)
      checkAssignedList(layer.find("regions"), fmt::format("absorbingLayers.{}.regions", side), regions, faults);
  const Value* output = root.find("output");
  // Surfaces of an output may be inside the volume, without a boundary condition; checkCaseAgainstMesh() checks them.
  for (const char* name : {"snapshots", "dft", "sar"})
    if (const Value* written = output ? output->find(name) : nullptr)
      checkAssignedList(written->find("regions"), fmt::format("output.{}.regions", name), regions, faults);
}

}  // namespace fluxtet::dgtd
