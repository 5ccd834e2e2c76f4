// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/caseFile/loadCase.hpp"

#include "app/case/checkCommon.hpp"
#include "app/case/commonKeys.hpp"
#include "app/case/materialLibrary.hpp"
#include "app/caseFile/caseTables.hpp"
#include "app/dgtd/case/dgtdKeys.hpp"
#include "app/static/case/staticKeys.hpp"
#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "lib/base/version.hpp"
#include "lib/config/node.hpp"
#include "lib/config/scalars.hpp"
#include "lib/config/toYaml.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace fluxtet {

using namespace config;

namespace {

/// The file's own tree with the overrides applied and materials of the library inserted. Throws if the text is no
/// mapping of keys, since all else would follow from that.
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
  insertLibraryMaterials(root, faults);
  return root;
}

/// The solver, which says what table of keys holds. Throws if it is none, since all else would follow from that.
SolverKind solverIn(config::Node& root, config::Faults& faults) {
  const config::Key& key = *caseTable(SolverKind::dgtd).root.find("solver");
  const config::Node* given = root.find(key.name);
  SolverKind solver = SolverKind::dgtd;
  if (!given || given->reset) return solver;
  if (!store(config::validateScalar(*given, key, key.name, faults), solver)) faults.throwIfAny();
  return solver;
}

void derive(config::Value& root, const dgtd::DgtdCase&, config::Faults& faults) {
  dgtd::deriveDgtd(root, faults);
}
void derive(config::Value& root, const statics::StaticCase&, config::Faults&) {
  statics::deriveStatic(root);
}

void check(const config::Value& root, dgtd::DgtdCase& theCase, config::Faults& faults) {
  dgtd::checkDgtdKeys(root, theCase, faults);
}
void check(const config::Value& root, statics::StaticCase& theCase, config::Faults& faults) {
  statics::checkStaticKeys(root, theCase, faults);
}

/// The case of a solver from its tree and the keys that it alone has.
template <class SolverCase>
SolverCase makeCase(const config::Node& root, const std::string& file, const config::Key& table,
                    const config::Section<SolverCase>& ownKeys, config::Faults& faults) {
  config::Value value = config::validate(root, table, caseTables(), faults);
  config::makePathsAbsolute(value, table, std::filesystem::path(file).parent_path());
  SolverCase theCase;
  theCase.file = file;
  derive(value, theCase, faults);
  config::bindMembers<CommonCase>(value, commonKeys(), theCase);
  config::bindMembers(value, ownKeys, theCase);
  checkCommon(value, theCase, faults);
  check(value, theCase, faults);
  faults.throwIfAny();
  theCase.warnings = faults.warnings();
  theCase.resolvedYaml = fmt::format("# All keys with their values, as fluxtet {} (commit {}) understood the case.\n{}",
                                     version(), commit(), config::toYaml(value, table));
  return theCase;
}

}  // namespace

Case parseCase(const std::string& text, const std::string& file, std::span<const Override> overrides) {
  config::Faults faults;
  config::Node root = readTree(text, {.file = file, .line = 1, .column = 1}, overrides, faults);
  const SolverKind solver = solverIn(root, faults);
  const config::Key& table = caseTable(solver).root;
  if (solver == SolverKind::statics) return makeCase(root, file, table, statics::staticKeys(), faults);
  return makeCase(root, file, table, dgtd::dgtdKeys(), faults);
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
