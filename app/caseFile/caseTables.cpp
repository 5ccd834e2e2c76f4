// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/caseFile/caseTables.hpp"

#include "app/case/commonKeys.hpp"
#include "app/dgtd/case/dgtdKeys.hpp"
#include "app/static/case/staticKeys.hpp"

#include <utility>

namespace fluxtet {

using namespace config;

namespace {

template <class SolverCase>
SolverTable makeTable(SolverKind solver, const Section<SolverCase>& ownKeys) {
  Key root{.name = "", .help = "The whole case file.", .keys = keysOf(commonKeys())};
  for (Key& key : keysOf(ownKeys)) root.keys.push_back(std::move(key));
  return {toString(solver), restrictedTo(toString(solver), std::move(root))};
}

}  // namespace

std::span<const SolverTable> caseTables() {
  static const SolverTable tables[] = {makeTable(SolverKind::dgtd, dgtd::dgtdKeys()),
                                       makeTable(SolverKind::statics, statics::staticKeys())};
  return tables;
}

const SolverTable& caseTable(SolverKind solver) {
  return caseTables()[solver == SolverKind::dgtd ? 0 : 1];
}

}  // namespace fluxtet
