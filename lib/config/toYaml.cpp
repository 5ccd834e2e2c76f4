// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/toYaml.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>

namespace fluxtet::config {

namespace {

/// Bare where YAML reads it as a text for certain, in double quotes otherwise (JSON's escapes are YAML's).
std::string quoted(const std::string& text) {
  bool bare = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front()));
  for (const char c : text) bare = bare && (std::isalnum(static_cast<unsigned char>(c)) || c == '_');
  for (const char* word :
       {"null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE", "yes", "Yes", "YES", "no",
        "No",   "NO",   "on",   "On",   "ON",   "off",  "Off",   "OFF",   "y",     "Y",   "n",   "N"})
    bare = bare && text != word;
  return bare ? text : nlohmann::json(text).dump();
}

std::string number(double value, const std::string& unit) {
  return unit.empty() ? fmt::format("{}", value) : fmt::format("{} {}", value, unit);
}

std::string vector(const Vec3& value, const Key& key) {
  std::string text;
  for (std::size_t i = 0; i < componentCount(key).most; ++i)
    text += (text.empty() ? "" : ", ") + number(value[i], key.unit);
  return "[" + text + "]";
}

std::string tensor(const SymmetricTensor& t, const Key& key) {
  std::string text;
  for (const double component : {t.xx, t.yy, t.zz, t.xy, t.xz, t.yz})
    text += (text.empty() ? "" : ", ") + number(component, key.unit);
  return "[" + text + "]";
}

std::string interval(const Interval& value) {
  if (value.seconds) return fmt::format("{} s", *value.seconds);
  return fmt::format("{} steps", value.steps.value_or(0));
}

std::string scalar(const Value& value, const Key& key) {
  if (const auto* text = value.get<std::string>()) return quoted(*text);
  if (const auto* truth = value.get<bool>()) return *truth ? "true" : "false";
  if (const auto* whole = value.get<std::int64_t>()) return fmt::format("{}", *whole);
  if (const auto* real = value.get<double>()) return number(*real, key.otherUnits.empty() ? key.unit : value.unit);
  if (const auto* every = value.get<Interval>()) return interval(*every);
  if (const auto* components = value.get<Vec3>()) return vector(*components, key);
  if (const auto* components = value.get<SymmetricTensor>()) return tensor(*components, key);
  return "~";
}

bool isNested(const Key& key) {
  return key.type == KeyType::section || key.type == KeyType::wordOrSection || key.type == KeyType::nameMap;
}

/// A list of scalars on one line.
std::string flowList(const Value& value, const Key& key) {
  std::string text;
  for (const Value& item : value.items) text += (text.empty() ? "" : ", ") + scalar(item, key.keys.front());
  return "[" + text + "]";
}

void emitMembers(const Value& value, const Key& key, const std::string& indent, std::string& out);

/// An element of a list of sections.
void emitItem(const Value& item, const Key& key, const std::string& indent, std::string& out) {
  const std::string dash = indent + "  - ";
  if (item.get<std::string>()) {
    out += dash + scalar(item, key) + "\n";
    return;
  }
  std::string element;
  emitMembers(item, key, indent + "    ", element);
  out += element.replace(0, dash.size(), dash);
}

/// What follows "name:".
void emitValue(const Value& value, const Key& key, const std::string& indent, std::string& out) {
  if (isNested(key) && !value.get<std::string>()) {
    out += value.members.empty() ? " {}\n" : "\n";
    emitMembers(value, key, indent + "  ", out);
  } else if (key.type == KeyType::list && !value.items.empty() && isNested(key.keys.front())) {
    out += "\n";
    for (const Value& item : value.items) emitItem(item, key.keys.front(), indent, out);
  } else {
    out += fmt::format(" {}\n", key.type == KeyType::list ? flowList(value, key) : scalar(value, key));
  }
}

void emitMembers(const Value& value, const Key& key, const std::string& indent, std::string& out) {
  const auto emit = [&](const std::string& name, const Value& member, const Key& memberKey) {
    out += indent + quoted(name) + ":";
    emitValue(member, memberKey, indent, out);
  };
  if (key.type == KeyType::nameMap) {
    for (const auto& [name, member] : value.members) emit(name, member, key.keys.front());
    return;
  }
  for (const Key& child : key.keys)
    if (const Value* member = value.find(child.name)) emit(child.name, *member, child);
}

}  // namespace

std::string toYaml(const Value& root, const Key& key) {
  std::string out;
  emitMembers(root, key, "", out);
  return out;
}

}  // namespace fluxtet::config
