// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/field.hpp"
#include "lib/output/fieldOutputs.hpp"

#include <string>

/// Keys of all outputs of fields: which fields, and on which part of the mesh.
namespace fluxtet::dgtd {

inline void bindFields(const config::Value& given, FieldSelection& fields) {
  if (given.items.empty()) return;
  fields = {.E = false, .H = false};
  for (const config::Value& item : given.items)
    if (const std::string* name = item.get<std::string>()) (*name == "E" ? fields.E : fields.H) = true;
}

template <class Output>
config::Field<Output> fieldsKey() {
  return {{.name = "fields",
           .type = config::KeyType::list,
           .fallback = "[E, H]",
           .minSize = 1,
           .maxSize = 2,
           .help = "Which of E and H.",
           .example = "[E]",
           .keys = {{.name = "field", .type = config::KeyType::choice, .choices = {"E", "H"}}}},
          [](const config::Value& given, Output& output) { bindFields(given, output.fields); }};
}

template <class Output>
config::Field<Output> namesKey(std::vector<std::string> Output::*names, const std::string& name,
                               const std::string& help, const std::string& example) {
  return config::value(names, {.name = name,
                               .fallback = "[]",
                               .help = help,
                               .example = example,
                               .keys = {{.name = "name", .type = config::KeyType::text}}});
}

/// `keys` followed by regions, boundaries and box.
template <class Output>
config::Section<Output> withSelection(config::Section<Output> keys) {
  keys.push_back(namesKey(&Output::regions, "regions", "Only these physical volumes; empty: all.", "[Ball]"));
  keys.push_back(namesKey(
      &Output::boundaries, "boundaries",
      "Fields on these physical surfaces, in files of their own; without regions or box only these.", "[Outer]"));
  keys.push_back(
      config::value(&Output::box, {.name = "box",
                                   .minSize = 2,
                                   .maxSize = 2,
                                   .help = "Only elements whose centroid lies between these two corners, smallest "
                                           "coordinates first.",
                                   .example = "[[0, 0, 0], [1 m, 1 m, 10 cm]]",
                                   .keys = {{.name = "corner", .type = config::KeyType::vector, .unit = "m"}}}));
  return keys;
}

}  // namespace fluxtet::dgtd
