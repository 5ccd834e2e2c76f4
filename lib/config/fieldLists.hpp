// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/field.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Keys of tables that hold several values or alternatives.
namespace fluxtet::config {

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
