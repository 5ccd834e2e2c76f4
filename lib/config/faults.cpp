// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/faults.hpp"

#include "lib/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace fluxtet {

std::string toString(const Mark& mark) {
  return mark.line > 0 ? fmt::format("{}:{}:{}", mark.file, mark.line, mark.column) : mark.file;
}

const char* toString(SolverKind solver) {
  return solver == SolverKind::statics ? "static" : "dgtd";
}

const char* toString(ExchangeWay way) {
  switch (way) {
    case ExchangeWay::automatic:
      return "auto";
    case ExchangeWay::pinned:
      return "pinned";
    case ExchangeWay::staged:
      return "staged";
    case ExchangeWay::gpuAware:
      return "gpuAware";
    case ExchangeWay::peer:
      return "peer";
  }
  return "";
}

const char* toString(Flux flux) {
  switch (flux) {
    case Flux::centred:
      return "centred";
    case Flux::penalised:
      return "penalised";
    case Flux::upwind:
      return "upwind";
  }
  return "";
}

const char* toString(BoundaryKind kind) {
  switch (kind) {
    case BoundaryKind::pec:
      return "pec";
    case BoundaryKind::pmc:
      return "pmc";
    case BoundaryKind::absorbing:
      return "absorbing";
  }
  return "?";
}

namespace config {

void Faults::throwIfAny() const {
  if (faults_.empty()) return;
  auto sorted = faults_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first.line, a.first.column) < std::tie(b.first.line, b.first.column);
  });
  std::string text;
  for (const auto& [mark, message] : sorted) {
    if (!text.empty()) text += '\n';
    text += fmt::format("{}: {}", toString(mark), message);
  }
  throw InputError(text);
}

}  // namespace config
}  // namespace fluxtet
