// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/mark.hpp"

#include <fmt/format.h>

namespace fluxtet {

std::string toString(const Mark& mark) {
  return mark.line > 0 ? fmt::format("{}:{}:{}", mark.file, mark.line, mark.column) : mark.file;
}

}  // namespace fluxtet
