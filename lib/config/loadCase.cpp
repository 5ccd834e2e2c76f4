// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/loadCase.hpp"

#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "lib/base/version.hpp"
#include "lib/config/bind.hpp"
#include "lib/config/derive.hpp"
#include "lib/config/faults.hpp"
#include "lib/config/keys.hpp"
#include "lib/config/node.hpp"
#include "lib/config/scalars.hpp"
#include "lib/config/toYaml.hpp"
#include "lib/config/value.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace fluxtet {

namespace {

/// The file's own tree with the overrides applied. Throws if the text is no mapping of keys, since all else would
/// follow from that.
config::Node readTree(const std::string& text, const Mark& start, std::span<const Override> overrides,
                      config::Faults& faults) {
  config::Node root = config::readYaml(text, start, faults);
  if (root.kind != config::Node::Kind::mapping) {
    if (root.kind != config::Node::Kind::null)
      faults.add(root.mark,
                 fmt::format("{} is given, but a case is a mapping of keys such as 'mesh: ...'", describe(root)));
    else if (faults.empty())
      faults.add(start, "the file is empty: a case needs at least mesh, materials and regions, and time or static");
    faults.throwIfAny();
  }
  for (const Override& setting : overrides) config::applyOverride(root, setting, faults);
  return root;
}

/// The solver, which says what table of keys holds. Throws if it is none, since all else would follow from that.
SolverKind solverOf(config::Node& root, config::Faults& faults) {
  const config::Key& key = *config::caseKey(SolverKind::dgtd).find("solver");
  const config::Node* given = root.find(key.name);
  if (!given || given->reset) return SolverKind::dgtd;
  const config::Value value = config::validateScalar(*given, key, key.name, faults);
  const std::string* name = value.get<std::string>();
  if (!name) faults.throwIfAny();
  return *name == toString(SolverKind::statics) ? SolverKind::statics : SolverKind::dgtd;
}

}  // namespace

Case parseCase(const std::string& text, const std::string& file, std::span<const Override> overrides) {
  config::Faults faults;
  config::Node root = readTree(text, {.file = file, .line = 1, .column = 1}, overrides, faults);
  Case theCase;
  theCase.file = file;
  theCase.solver = solverOf(root, faults);
  const config::Key& table = config::caseKey(theCase.solver);
  config::Value value = config::validate(root, table, faults);
  config::derive(value, std::filesystem::path(file).parent_path(), faults);
  config::bindCase(value, theCase, faults);
  faults.throwIfAny();
  theCase.warnings = faults.warnings();
  theCase.resolvedYaml = fmt::format("# All keys with their values, as fluxtet {} (commit {}) understood the case.\n{}",
                                     version(), commit(), config::toYaml(value, table));
  return theCase;
}

Case loadCase(const std::string& file, std::span<const Override> overrides) {
  requireReadable("the case file", file);
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  require(!stream.bad(), "cannot read the case file {}: its disk or network fails", file);
  return parseCase(text.str(), file, overrides);
}

}  // namespace fluxtet
