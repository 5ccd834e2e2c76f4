// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace fluxtet {

/// A value that can be chosen, and its name in case files, on the command line and in results.
template <class T>
struct Choice {
  const char* name;
  T value;
};

/// The name of a value; "" if its table lacks it. An enumeration has one table of its names, in the order in which they
/// are listed to people: choicesOf(value), declared beside the enumeration, returns it.
template <class Enum>
requires requires(Enum value) {
  choicesOf(value);
}
constexpr const char* toString(Enum value) {
  for (const Choice<Enum>& choice : choicesOf(value))
    if (choice.value == value) return choice.name;
  return "";
}

}  // namespace fluxtet
