// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/static/case/staticCase.hpp"

#include <variant>

namespace fluxtet {

/// The typed form of a case file: a case of one of the solvers.
using Case = std::variant<dgtd::DgtdCase, statics::StaticCase>;

inline SolverKind solverOf(const Case& theCase) {
  return std::holds_alternative<statics::StaticCase>(theCase) ? SolverKind::statics : SolverKind::dgtd;
}
inline const CommonCase& commonPart(const Case& theCase) {
  return std::visit([](const CommonCase& common) -> const CommonCase& { return common; }, theCase);
}

}  // namespace fluxtet
