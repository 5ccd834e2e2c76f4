// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/store.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Tables of keys: each key is declared once, with what the case file says of it and the member that it fills.
namespace fluxtet::config {

/// One key of a section that fills a T.
template <class T>
struct Field {
  Key key;
  std::function<void(const Value&, T&)> bind;  ///< is called where the key has a value or a default
};
/// The keys of a section in the order of the documentation.
template <class T>
using Section = std::vector<Field<T>>;

template <class T>
std::vector<Key> keysOf(const Section<T>& fields) {
  std::vector<Key> keys;
  for (const Field<T>& field : fields) keys.push_back(field.key);
  return keys;
}

/// Fills the members of `target` from the keys that are there. Faulty values leave their members as they are.
template <class T>
void bindMembers(const Value& section, const Section<T>& fields, T& target) {
  for (const Field<T>& field : fields)
    if (const Value* value = section.find(field.key.name)) field.bind(*value, target);
}

/// The same for a struct of its own; its `mark`, if it has one, gets the section's place.
template <class T>
void bindSection(const Value& section, const Section<T>& fields, T& target) {
  if constexpr (requires { target.mark = section.mark; }) target.mark = section.mark;
  bindMembers(section, fields, target);
}

/// A number, text, vector, interval, choice, or a list of such. The type follows from the member where the key leaves
/// it out, and the choices are those of the enumeration.
template <class T, class M>
Field<T> value(M T::*member, Key key) {
  if (key.type == KeyType::section) key.type = MemberType<M>::type;
  if constexpr (Enumeration<M>)
    for (const Choice<M>& choice : choicesOf(M{})) key.choices.emplace_back(choice.name);
  return {std::move(key), [member](const Value& given, T& target) { store(given, target.*member); }};
}

/// A choice that stands for values which are no enumeration.
template <class T, class M>
Field<T> choice(M T::*member, std::vector<Choice<M>> choices, Key key) {
  key.type = KeyType::choice;
  for (const Choice<M>& each : choices) key.choices.emplace_back(each.name);
  return {std::move(key), [member, choices = std::move(choices)](const Value& given, T& target) {
            storeChoice<M>(given, choices, target.*member);
          }};
}

/// A section whose keys fill members of the T itself.
template <class T>
Field<T> group(Key key, Section<T> fields) {
  key.keys = keysOf(fields);
  return {std::move(key),
          [fields = std::move(fields)](const Value& given, T& target) { bindMembers(given, fields, target); }};
}

/// A section that fills a T: an element of a list or of a map of names.
template <class T>
Field<T> element(Key key, Section<T> fields) {
  key.keys = keysOf(fields);
  return {std::move(key),
          [fields = std::move(fields)](const Value& given, T& target) { bindSection(given, fields, target); }};
}

/// A section that fills a struct.
template <class T, class M>
Field<T> section(M T::*member, Key key, Section<M> fields) {
  Field<M> own = element<M>(std::move(key), std::move(fields));
  return {std::move(own.key),
          [member, bind = std::move(own.bind)](const Value& given, T& target) { bind(given, target.*member); }};
}

/// A section that may be absent.
template <class T, class M>
Field<T> section(std::optional<M> T::*member, Key key, Section<M> fields) {
  Field<M> own = element<M>(std::move(key), std::move(fields));
  return {std::move(own.key), [member, bind = std::move(own.bind)](const Value& given, T& target) {
            bind(given, (target.*member).emplace());
          }};
}

/// The key's place goes to `mark` too.
template <class T>
Field<T> marked(Mark T::*mark, Field<T> field) {
  return {std::move(field.key), [mark, bind = std::move(field.bind)](const Value& given, T& target) {
            target.*mark = given.mark;
            bind(given, target);
          }};
}

}  // namespace fluxtet::config
