// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/materialLibrary.hpp"

#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

namespace fluxtet {

namespace {

using config::Node;

Node readLibrary(config::Faults& faults) {
  Node document = config::readYaml(materialLibrary(), {}, faults);
  Node* materials = document.find("materials");
  return materials ? std::move(*materials) : Node{.members = {}};
}

/// Puts `mark` on a whole tree, so that messages about what comes from the library name the line that asks for it.
void markAll(Node& node, const Mark& mark) {
  node.mark = mark;
  for (Node& item : node.items) markAll(item, mark);
  for (Node::Member& member : node.members) {
    member.mark = mark;
    markAll(member.value, mark);
  }
}

/// Adds to `own` the members that `library` has besides.
void addMissing(Node& own, const Node& library) {
  for (const Node::Member& member : library.members) {
    Node* given = own.find(member.name);
    if (!given)
      own.members.push_back(member);
    else if (given->kind == Node::Kind::mapping && member.value.kind == Node::Kind::mapping)
      addMissing(*given, member.value);
  }
}

}  // namespace

void insertLibraryMaterials(Node& root, config::Faults& faults) {
  Node* materials = root.find("materials");
  if (!materials || materials->kind != Node::Kind::mapping) return;
  std::optional<Node> library;  // read when a material asks for it
  for (Node::Member& material : materials->members) {
    const Node* wanted = material.value.find("library");
    if (!wanted || wanted->reset || wanted->kind != Node::Kind::scalar) continue;
    if (!library) library = readLibrary(faults);
    const Node* found = library->find(wanted->scalar);
    if (!found) {
      std::vector<std::string> names;
      for (const Node::Member& member : library->members) names.push_back(member.name);
      faults.add(wanted->mark,
                 fmt::format("materials.{}.library: '{}' is not in the library{}: it has {}", material.name,
                             wanted->scalar, config::didYouMean(wanted->scalar, names), fmt::join(names, ", ")));
      continue;
    }
    Node keys = *found;
    markAll(keys, wanted->mark);
    addMissing(material.value, keys);
  }
}

}  // namespace fluxtet
