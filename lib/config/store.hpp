// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"
#include "lib/base/interval.hpp"
#include "lib/base/vec3.hpp"
#include "lib/config/key.hpp"
#include "lib/config/value.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace fluxtet::config {

/// An enumeration that has a table of its names.
template <class T>
concept Enumeration = std::is_enum_v<T> && requires(T value) {
  choicesOf(value);
};

/// Type of the key that fills a member of type T; `section` where it does not follow from T.
template <class T>
struct MemberType {
  static constexpr KeyType type = std::is_same_v<T, bool>          ? KeyType::boolean
                                  : std::integral<T>               ? KeyType::integer
                                  : std::floating_point<T>         ? KeyType::number
                                  : std::is_same_v<T, std::string> ? KeyType::text
                                  : std::is_same_v<T, Interval>    ? KeyType::interval
                                  : Enumeration<T>                 ? KeyType::choice
                                                                   : KeyType::section;
};
template <class T>
struct MemberType<std::optional<T>> : MemberType<T> {};
template <class T>
struct MemberType<std::vector<T>> {
  static constexpr KeyType type = KeyType::list;
};
template <class T, std::size_t n>
struct MemberType<std::array<T, n>> {
  static constexpr KeyType type = std::is_same_v<T, double> ? KeyType::vector : KeyType::list;
};

/// Writes the choice that the text names to `target`; returns false, and leaves it as it is, if it names none.
template <class T>
bool storeChoice(const Value& value, std::span<const Choice<T>> choices, T& target) {
  const std::string* name = value.get<std::string>();
  for (const Choice<T>& choice : choices)
    if (name && *name == choice.name) {
      target = choice.value;
      return true;
    }
  return false;
}

template <class T>
bool store(const Value& value, T& target);

template <class T>
bool store(const Value& value, std::optional<T>& target) {
  T stored{};
  if (!store(value, stored)) return false;
  target = std::move(stored);
  return true;
}

template <class T>
bool store(const Value& value, std::vector<T>& target) {
  target.clear();
  for (const Value& item : value.items)
    if (T stored{}; store(item, stored)) target.push_back(std::move(stored));
  return true;
}

/// Writes the first `n` components of a vector, in the SI unit of its key.
template <std::size_t n>
bool store(const Value& value, std::array<double, n>& target) {
  const Vec3* vector = value.get<Vec3>();
  for (std::size_t i = 0; vector && i < n; ++i) target[i] = (*vector)[i];
  return vector != nullptr;
}

template <class T, std::size_t n>
bool store(const Value& value, std::array<T, n>& target) {
  bool complete = value.items.size() == n;
  for (std::size_t i = 0; i < n && value.items.size() == n; ++i)
    complete = store(value.items[i], target[i]) && complete;
  return complete;
}

/// Writes a checked value to a member. Returns false where the value is faulty; the member then stays as it is, except
/// that a list keeps its valid elements.
template <class T>
bool store(const Value& value, T& target) {
  if constexpr (Enumeration<T>) {
    return storeChoice(value, choicesOf(target), target);
  } else {
    using Stored = std::conditional_t<std::integral<T> && !std::is_same_v<T, bool>, std::int64_t, T>;
    const Stored* stored = value.get<Stored>();
    if (stored) target = static_cast<T>(*stored);
    return stored != nullptr;
  }
}

}  // namespace fluxtet::config
