// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/commonCase.hpp"
#include "lib/config/key.hpp"

#include <span>

namespace fluxtet {

/// The tables of all solvers: the common keys as far as they belong to each, and its own.
std::span<const config::SolverTable> caseTables();
/// The table of one of them.
const config::SolverTable& caseTable(SolverKind solver);

}  // namespace fluxtet
