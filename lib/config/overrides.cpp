// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/node.hpp"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace fluxtet::config {

namespace {

/// One step of a path: a key, or the index of a list's element.
struct Step {
  std::string name{};
  std::size_t index = 0;
  bool isIndex = false;
};

std::invalid_argument notAPath(const std::string& path) {
  return std::invalid_argument(
      fmt::format("'{}' is not a path of keys: write for example dgtd.order, sources[0].planeWave.amplitude or "
                  "materials.\"glass 1.5\".epsilon_r",
                  path));
}

/// Reads a name from `at`: up to '.' or '[', or between double quotes.
std::string readName(const std::string& path, std::size_t& at) {
  const bool quoted = at < path.size() && path[at] == '"';
  const std::size_t begin = quoted ? at + 1 : at;
  const std::size_t end = quoted ? path.find('"', begin) : std::min(path.find_first_of(".[", begin), path.size());
  if (end == std::string::npos || end == begin) throw notAPath(path);
  at = quoted ? end + 1 : end;
  return path.substr(begin, end - begin);
}

std::size_t readIndex(const std::string& path, std::size_t& at) {
  std::size_t index = 0;
  const char* last = path.data() + path.size();
  const auto [end, error] = std::from_chars(path.data() + at + 1, last, index);
  if (error != std::errc() || end == last || *end != ']') throw notAPath(path);
  at = static_cast<std::size_t>(end - path.data()) + 1;
  return index;
}

std::vector<Step> parsePath(const std::string& path) {
  std::size_t at = 0;
  std::vector<Step> steps{{.name = readName(path, at)}};
  while (at < path.size()) {
    if (path[at] == '[') {
      steps.push_back({.index = readIndex(path, at), .isIndex = true});
    } else if (path[at] == '.') {
      steps.push_back({.name = readName(path, ++at)});
    } else {
      throw notAPath(path);
    }
  }
  return steps;
}

/// The element of a list; one past the end appends.
Node& enterItem(Node& node, const Step& step, const Mark& mark) {
  if (node.kind == Node::Kind::null) node.kind = Node::Kind::sequence;
  if (node.kind != Node::Kind::sequence)
    throw std::invalid_argument(
        fmt::format("[{}] needs a list, but the case has {} there", step.index, describe(node)));
  if (step.index > node.items.size())
    throw std::invalid_argument(
        fmt::format("[{}] does not exist: the list has {} elements, counted from 0", step.index, node.items.size()));
  if (step.index == node.items.size()) node.items.push_back({.mark = mark, .members = {}});
  return node.items[step.index];
}

/// The value of a key, made if absent.
Node& enterMember(Node& node, const Step& step, const Mark& mark) {
  if (node.kind == Node::Kind::null) node.kind = Node::Kind::mapping;
  if (node.kind != Node::Kind::mapping)
    throw std::invalid_argument(
        fmt::format("'{}' needs a section, but the case has {} there", step.name, describe(node)));
  if (Node* found = node.find(step.name)) return *found;
  node.members.push_back({step.name, mark, {.mark = mark, .members = {}}});
  return node.members.back().value;
}

Node& enter(Node& node, const Step& step, const Mark& mark) {
  return step.isIndex ? enterItem(node, step, mark) : enterMember(node, step, mark);
}

}  // namespace

void applyOverride(Node& root, const std::string& setting, Faults& faults) {
  const Mark mark{.file = "--set " + setting};
  const auto equals = setting.find('=');
  if (equals == std::string::npos) {
    faults.add(mark, "no '=': write --set key.path=value, for example --set dgtd.order=3");
    return;
  }
  const Node value = readYaml(setting.substr(equals + 1), mark, faults);
  try {
    const std::vector<Step> steps = parsePath(setting.substr(0, equals));
    Node* node = &root;
    for (const Step& step : steps) node = &enter(*node, step, mark);
    *node = value;
    node->reset = value.kind == Node::Kind::null;
  } catch (const std::invalid_argument& error) {
    faults.add(mark, error.what());
  }
}

}  // namespace fluxtet::config
