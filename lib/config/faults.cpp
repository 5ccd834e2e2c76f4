// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/faults.hpp"

#include "lib/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace fluxtet::config {

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

}  // namespace fluxtet::config
