// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"
#include "lib/config/faults.hpp"

#include <string>
#include <vector>

namespace fluxtet::config {

/// YAML as it was written: every key with its place, repeated keys included.
struct Node {
  enum class Kind { null, scalar, sequence, mapping };
  struct Member;

  Kind kind = Kind::null;
  bool reset = false;    ///< taken back by --set with an empty value: as if absent, but its key must be known
  Mark mark;             ///< of a scalar or element; for the value of a key that is no scalar: of the key
  std::string scalar{};  ///< text without quotes
  std::vector<Node> items{};
  std::vector<Member> members;  ///< no initialiser here: clang wants Member complete for it

  Node* find(const std::string& name);
};

struct Node::Member {
  std::string name;
  Mark mark;  ///< of the key
  Node value;
};

/// "a mapping", "a list", "'text'", "nothing".
std::string describe(const Node& node);

/// Reads one YAML document. `where.file` names it in marks; with `where.line` 0 all marks are `where` (text that is not
/// from a file). Syntax errors and repeated keys go to `faults`; after a syntax error the result is a null node.
Node readYaml(const std::string& text, const Mark& where, Faults& faults);

/// Applies `--set key.path=value`. An empty value removes the key, so that its default holds again.
void applyOverride(Node& root, const std::string& setting, Faults& faults);

}  // namespace fluxtet::config
