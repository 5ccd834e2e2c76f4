// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

/// Output of commands on standard output.
namespace fluxtet {

/// Writes `text`, made printable (base/printable.hpp). A failure is kept for requirePrinted(): the command goes on.
void printText(std::string_view text);

template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  printText(fmt::format(format, std::forward<Args>(args)...));
}

/// Throws RunError with the system's reason if something could not be written.
void requirePrinted();

}  // namespace fluxtet
