// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/nearest.hpp"
#include "lib/config/scalars.hpp"
#include "lib/config/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fluxtet::config {

namespace {

std::string childPath(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

/// Paths of all keys called `name`, for a key that stands in the wrong section.
void collectPaths(const Key& key, const std::string& path, const std::string& name, std::vector<std::string>& found) {
  for (const Key& child : key.keys) {
    if (key.type == KeyType::list) {
      collectPaths(child, path + "[]", name, found);
      continue;
    }
    const std::string here = childPath(path, child.name);
    if (child.name == name && key.type != KeyType::nameMap) found.push_back(here);
    collectPaths(child, here, name, found);
  }
}

/// Names that others have for the losses of a dielectric.
bool isLossTangent(const std::string& name) {
  const std::vector<std::string> spellings{"tan_delta", "tandelta",     "tanD",        "tand",
                                           "tan_d",     "loss_tangent", "losstangent", "dissipation_factor",
                                           "tg_delta"};
  return std::find(spellings.begin(), spellings.end(), name) != spellings.end();
}

class Validator {
 public:
  Validator(const Key& table, std::span<const SolverTable> tables, Faults& faults)
      : table_(table), tables_(tables), faults_(faults) {}

  Value check(const Node& node, const Key& key, const std::string& path) {
    switch (key.type) {
      case KeyType::section:
        return checkSection(node, key, path);
      case KeyType::wordOrSection:
        return node.kind == Node::Kind::scalar ? validateScalar(node, key, path, faults_)
                                               : checkSection(node, key, path);
      case KeyType::nameMap:
        return checkNameMap(node, key, path);
      case KeyType::list:
        return checkList(node, key, path);
      default:
        return validateScalar(node, key, path, faults_);
    }
  }

 private:
  void fault(const Mark& mark, const std::string& path, const std::string& message) {
    faults_.add(mark, path.empty() ? message : fmt::format("{}: {}", path, message));
  }

  bool hasKind(const Node& node, Node::Kind kind, const Key& key, const std::string& path) {
    // An empty value ("vacuum:") is an empty section, map or list.
    if (node.kind == kind || node.kind == Node::Kind::null) return true;
    fault(node.mark, path, fmt::format("{} is given, but expected is {}", describe(node), expectation(key)));
    return false;
  }

  Value checkSection(const Node& node, const Key& key, const std::string& path) {
    Value section;
    section.mark = node.mark;
    if (!hasKind(node, Node::Kind::mapping, key, path)) return section;
    const std::set<std::string> meant = reportUnknownKeys(node, key, path);
    checkAlternatives(node, key, path, meant);
    for (const Key& child : key.keys) {
      const Node* given = findGiven(node, child.name);
      if (given) {
        if (!child.onlyWith.empty() && !findGiven(node, child.onlyWith) && !meant.contains(child.onlyWith))
          fault(given->mark, childPath(path, child.name),
                fmt::format("has a meaning only with '{}', which is not given: give that too, or remove this",
                            childPath(path, child.onlyWith)));
        section.members.emplace_back(child.name, check(*given, child, childPath(path, child.name)));
      } else if (child.required && !meant.contains(child.name)) {
        fault(node.mark, path, fmt::format("the key '{}' is missing: it takes {}", child.name, expectation(child)));
      } else if (!child.fallback.empty() && (child.onlyWith.empty() || findGiven(node, child.onlyWith))) {
        section.members.emplace_back(child.name, checkFallback(child, childPath(path, child.name), node.mark));
      }
    }
    return section;
  }

  static const Node* findGiven(const Node& node, const std::string& name) {
    for (const Node::Member& member : node.members)
      if (member.name == name) return member.value.reset ? nullptr : &member.value;
    return nullptr;
  }

  /// Returns the valid keys that misspelt ones probably mean, so that these are not reported as missing too.
  std::set<std::string> reportUnknownKeys(const Node& node, const Key& key, const std::string& path) {
    std::set<std::string> meant;
    std::vector<std::string> names;
    for (const Key& child : key.keys) names.push_back(child.name);
    for (const Node::Member& member : node.members) {
      if (key.find(member.name)) continue;
      const std::string near = nearest(member.name, names);
      meant.insert(near);
      fault(member.mark, path, unknownKey(member.name, near, names));
    }
    return meant;
  }

  std::string unknownKey(const std::string& name, const std::string& near,
                         const std::vector<std::string>& names) const {
    std::string hint = near.empty() ? whereItIs(name) : fmt::format(" (did you mean '{}'?)", near);
    if (isLossTangent(name) && std::find(names.begin(), names.end(), "sigma") != names.end())
      hint = " (write 'lossTangent: {value: 0.02, at: 10 GHz}', or with 'from' and 'to' for a band)";
    return fmt::format("unknown key '{}'{}; valid are {}", name, hint, listOf(names));
  }

  /// " ('dgtd.order' is one)", " ('time' belongs to solver: dgtd)" or nothing.
  std::string whereItIs(const std::string& name) const {
    std::vector<std::string> paths;
    collectPaths(table_, "", name, paths);
    if (!paths.empty()) return fmt::format(" ('{}' is one)", paths.front());
    for (const SolverTable& other : tables_) {
      collectPaths(other.root, "", name, paths);
      if (!paths.empty()) return fmt::format(" ('{}' belongs to solver: {})", paths.front(), other.solver);
    }
    return "";
  }

  void checkAlternatives(const Node& node, const Key& key, const std::string& path,
                         const std::set<std::string>& meant) {
    for (const std::vector<std::string>& group : key.exactlyOneOf) {
      std::vector<std::string> given;
      Mark last = node.mark;
      for (const std::string& name : group)
        if (const auto* member = findGiven(node, name)) {
          given.push_back(name);
          if (last.line == node.mark.line || member->mark.line > last.line) last = member->mark;
        }
      const bool misspelt =
          std::any_of(group.begin(), group.end(), [&](const auto& name) { return meant.contains(name); });
      if (given.empty() && !misspelt)
        fault(node.mark, path, fmt::format("one of {} is missing: give exactly one", listOf(group)));
      if (given.size() > 1)
        fault(last, path, fmt::format("{} exclude each other: give exactly one of {}", listOf(given), listOf(group)));
    }
  }

  Value checkFallback(const Key& key, const std::string& path, const Mark& mark) {
    Faults ownFaults;  // the table's own defaults are right: a test validates each of them
    Node node = readYaml(key.fallback, {.file = mark.file}, ownFaults);
    Value value = Validator(table_, tables_, ownFaults).check(node, key, path);
    value.mark = mark;
    return value;
  }

  Value checkNameMap(const Node& node, const Key& key, const std::string& path) {
    Value map;
    map.mark = node.mark;
    if (!hasKind(node, Node::Kind::mapping, key, path)) return map;
    for (const Node::Member& member : node.members) {
      if (member.value.reset) continue;
      if (member.name.empty()) fault(member.mark, path, "an empty name");
      Value value = check(member.value, key.keys.front(), childPath(path, member.name));
      value.nameMark = member.mark;
      map.members.emplace_back(member.name, std::move(value));
    }
    checkSize(map.members.size(), node, key, path);
    return map;
  }

  Value checkList(const Node& node, const Key& key, const std::string& path) {
    Value list;
    list.mark = node.mark;
    if (!hasKind(node, Node::Kind::sequence, key, path)) return list;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      if (node.items[i].reset) continue;
      list.items.push_back(check(node.items[i], key.keys.front(), fmt::format("{}[{}]", path, i)));
    }
    checkSize(list.items.size(), node, key, path);
    return list;
  }

  void checkSize(std::size_t size, const Node& node, const Key& key, const std::string& path) {
    if (size >= key.minSize && size <= key.maxSize) return;
    const std::string wanted = key.minSize == key.maxSize ? fmt::format("{}", key.minSize)
                               : size < key.minSize       ? fmt::format("at least {}", key.minSize)
                                                          : fmt::format("at most {}", key.maxSize);
    fault(node.mark, path, fmt::format("has {} entries instead of {}: expected is {}", size, wanted, expectation(key)));
  }

  const Key& table_;  ///< the whole table, for keys that stand in the wrong place
  std::span<const SolverTable> tables_;
  Faults& faults_;
};

}  // namespace

Value validate(const Node& node, const Key& key, std::span<const SolverTable> tables, Faults& faults) {
  return Validator(key, tables, faults).check(node, key, "");
}

}  // namespace fluxtet::config
