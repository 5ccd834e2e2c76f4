// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/materialLibrary.hpp"

#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace fluxtet {

namespace {

using config::Node;

/// The library as a tree, whose marks are all `where`.
Node readLibrary(const Mark& where, config::Faults& faults) {
  Mark everywhere = where;
  everywhere.line = 0;
  Node document = config::readYaml(materialLibrary(), everywhere, faults);
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
  for (Node::Member& material : materials->members) {
    const Node* wanted = material.value.find("library");
    if (!wanted || wanted->reset || wanted->kind != Node::Kind::scalar) continue;
    Node library = readLibrary(wanted->mark, faults);
    Node* found = library.find(wanted->scalar);
    if (!found) {
      std::vector<std::string> names;
      for (const Node::Member& member : library.members) names.push_back(member.name);
      faults.add(wanted->mark,
                 fmt::format("materials.{}.library: '{}' is not in the library{}: it has {}", material.name,
                             wanted->scalar, config::didYouMean(wanted->scalar, names), fmt::join(names, ", ")));
      continue;
    }
    markAll(*found, wanted->mark);
    addMissing(material.value, *found);
  }
}

}  // namespace fluxtet
