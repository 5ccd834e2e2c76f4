// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/store.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
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

/// The same for a struct of its own, which notes the section's place if it has a `mark`.
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

/// A list of sections.
template <class T, class M>
Field<T> listOf(std::vector<M> T::*member, Key key, Field<M> item) {
  key.type = KeyType::list;
  key.keys = {std::move(item.key)};
  return {std::move(key), [member, bind = std::move(item.bind)](const Value& given, T& target) {
            for (const Value& each : given.items) bind(each, (target.*member).emplace_back());
          }};
}

/// A list each of whose items adds to the same M.
template <class T, class M>
Field<T> collect(M T::*member, Key key, Field<M> item) {
  key.type = KeyType::list;
  key.keys = {std::move(item.key)};
  return {std::move(key), [member, bind = std::move(item.bind)](const Value& given, T& target) {
            for (const Value& each : given.items) bind(each, target.*member);
          }};
}

/// A map of names; `name` takes the name of each element, and `mark` its place.
template <class T, class M>
Field<T> mapOf(std::vector<M> T::*member, std::string M::*name, Key key, Field<M> item) {
  key.type = KeyType::nameMap;
  key.keys = {std::move(item.key)};
  return {std::move(key), [member, name, bind = std::move(item.bind)](const Value& given, T& target) {
            for (const auto& [each, inner] : given.members) {
              M& made = (target.*member).emplace_back();
              bind(inner, made);
              made.*name = each;
              made.mark = inner.nameMark;
            }
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

/// One alternative of a variant, for oneOf().
template <class Alternative, class V>
Field<V> alternative(Key key, Section<Alternative> fields) {
  key.keys = keysOf(fields);
  return {std::move(key), [fields = std::move(fields)](const Value& given, V& target) {
            bindSection(given, fields, target.template emplace<Alternative>());
          }};
}

/// One kind of the items of a list of variants, for collect().
template <class Alternative, class V>
Field<std::vector<V>> itemOfKind(Key key, Section<Alternative> fields) {
  key.keys = keysOf(fields);
  return {std::move(key), [fields = std::move(fields)](const Value& given, std::vector<V>& target) {
            bindSection(given, fields, std::get<Alternative>(target.emplace_back(Alternative{})));
          }};
}

/// One kind of the items of a list, which has a list of its own in T, for collect().
template <class T, class M>
Field<T> itemOf(std::vector<M> T::*member, Key key, Section<M> fields) {
  key.keys = keysOf(fields);
  return {std::move(key), [member, fields = std::move(fields)](const Value& given, T& target) {
            bindSection(given, fields, (target.*member).emplace_back());
          }};
}

/// A section of which exactly one key is given; if a faulty case gives several, the first counts.
template <class T, class V>
Field<T> oneOf(V T::*member, Key key, Section<V> alternatives) {
  key.keys = keysOf(alternatives);
  key.exactlyOneOf.emplace_back();
  for (const Key& each : key.keys) key.exactlyOneOf.back().push_back(each.name);
  return {std::move(key), [member, alternatives = std::move(alternatives)](const Value& given, T& target) {
            for (const Field<V>& each : alternatives)
              if (const Value* inner = given.find(each.key.name)) return each.bind(*inner, target.*member);
          }};
}

}  // namespace fluxtet::config
