// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>

namespace fluxtet {
namespace {

bool isContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Whether these first two bytes of a character write one that needs fewer bytes, which UTF-8 forbids.
bool isOverlong(unsigned char first, unsigned char second) {
  return first == 0xC0 || first == 0xC1 || (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
}

/// Bytes of the character that `text` begins with, 0 if they are no UTF-8.
std::size_t characterLength(std::string_view text) {
  const int ones = std::countl_one(static_cast<unsigned char>(text[0]));
  const std::size_t length = ones == 0 ? 1 : static_cast<std::size_t>(ones);
  if (ones == 1 || length > 4 || text.size() < length) return 0;
  if (length > 1 && isOverlong(static_cast<unsigned char>(text[0]), static_cast<unsigned char>(text[1]))) return 0;
  return std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), isContinuation) ? length : 0;
}

/// The control characters of ASCII, and those of Unicode, which are C2 80 to C2 9F.
bool isControl(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return (first < 0x20 && first != '\n' && first != '\t') || first == 0x7F;
  return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = characterLength(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (length > 0 && !isControl(character)) {
      result += character;
    } else {
      for (const char c : character)
        fmt::format_to(std::back_inserter(result), "\\x{:02x}", static_cast<unsigned char>(c));
    }
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace fluxtet
