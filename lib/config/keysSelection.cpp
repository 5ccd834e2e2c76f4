// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that outputs share: which fields, and on which part of the mesh.
#include "lib/config/keys.hpp"

namespace fluxtet::config {

namespace {

Key namesKey(const std::string& name, const std::string& help, const std::string& example) {
  return {.name = name,
          .type = KeyType::list,
          .fallback = "[]",
          .help = help,
          .example = example,
          .keys = {{.name = "name", .type = KeyType::text}}};
}

}  // namespace

Key fieldsKey() {
  return {.name = "fields",
          .type = KeyType::list,
          .fallback = "[E, H]",
          .minSize = 1,
          .maxSize = 2,
          .help = "Which of E and H.",
          .example = "[E]",
          .keys = {{.name = "field", .type = KeyType::choice, .choices = {"E", "H"}}}};
}

std::vector<Key> selectionKeys() {
  return {
      namesKey("regions", "Only these physical volumes; empty: all.", "[Ball]"),
      namesKey("boundaries",
               "Fields on these physical surfaces, in files of their own; without regions or box only these.",
               "[Outer]"),
      {.name = "box",
       .type = KeyType::list,
       .minSize = 2,
       .maxSize = 2,
       .help = "Only elements whose centroid lies between these two corners, smallest coordinates first.",
       .example = "[[0, 0, 0], [1 m, 1 m, 10 cm]]",
       .keys = {{.name = "corner", .type = KeyType::vector, .unit = "m"}}},
  };
}

}  // namespace fluxtet::config
