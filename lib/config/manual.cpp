// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/manual.hpp"

#include <fmt/format.h>

#include <cctype>

namespace fluxtet::config {

namespace {

std::string childPath(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

/// The section that a key opens: its own, or that of the elements of a list or map; nullptr for a plain value.
const Key* opensSection(const Key& key) {
  const auto isSection = [](KeyType type) { return type == KeyType::section || type == KeyType::wordOrSection; };
  if (isSection(key.type)) return &key;
  if (key.type != KeyType::list && key.type != KeyType::nameMap) return nullptr;
  return isSection(key.keys.front().type) ? &key.keys.front() : nullptr;
}

std::string sectionPath(const Key& key, const std::string& path) {
  if (key.type == KeyType::list) return path + "[]";
  if (key.type == KeyType::nameMap) return path + "." + key.keys.front().name;
  return key.definition.empty() ? path : key.definition;
}

/// GitHub's anchor of a heading: small letters, hyphens for blanks, other signs left out.
std::string anchor(const std::string& heading) {
  std::string text;
  for (const unsigned char c : heading) {
    if (std::isalnum(c) || c == '_') text += static_cast<char>(std::tolower(c));
    if (c == ' ') text += '-';
  }
  return text;
}

std::string range(const Key& key) {
  if (key.range.unlimited()) return "";
  return fmt::format(", {}", toString(key.range));
}

std::string choices(const std::vector<std::string>& names) {
  return fmt::format("`{}`", fmt::join(names, "` `"));
}

std::string vectorText(const Key& key) {
  const ComponentCount count = componentCount(key);
  const std::string components =
      count.least == count.most ? fmt::format("{}", count.most) : fmt::format("{} or {}", count.least, count.most);
  return fmt::format("vector{}{}{}", count.least == 3 ? "" : " of " + components,
                     key.unit.empty() ? "" : ", " + key.unit, range(key));
}

/// A value that is no section, nor made of sections.
std::string valueText(const Key& key) {
  switch (key.type) {
    case KeyType::section:
    case KeyType::wordOrSection:
      break;
    case KeyType::nameMap:
    case KeyType::list: {
      const std::string count = key.minSize == key.maxSize ? fmt::format(" of {}", key.minSize) : "";
      return fmt::format("{}{}: {}", key.type == KeyType::list ? "list" : "names", count, valueText(key.keys.front()));
    }
    case KeyType::text:
      return "text";
    case KeyType::fileName:
      return "name (letters, digits, `_-+.`)";
    case KeyType::filePath:
      return "path";
    case KeyType::choice:
      return choices(key.choices);
    case KeyType::boolean:
      return "`true` `false`";
    case KeyType::integer:
      return "whole number" + range(key);
    case KeyType::number:
      return (key.unit.empty() ? "number" : unitText(key)) + range(key) +
             (key.choices.empty() ? "" : ", or " + choices(key.choices));
    case KeyType::vector:
      return vectorText(key);
    case KeyType::tensor:
      return (key.unit.empty() ? "number" : unitText(key)) + range(key) + ", or 3 or 6 of them";
    case KeyType::interval:
      return "steps, or s (simulated)";
    case KeyType::wallInterval:
      return "steps, or s (wall time)";
  }
  return "";
}

std::string fallbackText(const Key& key) {
  if (key.required) return "**required**";
  if (!key.derived.empty()) return key.derived;
  return key.fallback.empty() ? "" : fmt::format("`{}`", key.fallback);
}

/// A bar would end the cell.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

void Manual::writeChapter(const std::string& title, const std::string& suffix, const Key& root) {
  earlier_ = headings_;
  suffix_ = suffix;
  text_ += fmt::format("\n## {}\n\n{}\n", title, root.help);
  writeKeys(root, "");
}

std::string Manual::heading(const std::string& path) const {
  return fmt::format("`{}`{}", path, earlier_.contains(path) ? suffix_ : "");
}

std::string Manual::link(const Key& key, const std::string& path) const {
  const std::string target = sectionPath(key, path);
  return fmt::format("[`{}`](#{})", target, anchor(heading(target)));
}

std::string Manual::value(const Key& key, const std::string& path) const {
  if (opensSection(key) == &key) return "section " + link(key, path);
  if (opensSection(key)) return (key.type == KeyType::list ? "list of " : "names of ") + link(key, path);
  return valueText(key);
}

void Manual::writeSection(const Key& section, const std::string& path) {
  headings_.insert(path);
  text_ += fmt::format("\n### {}\n\n{}\n", heading(path), section.help);
  if (section.type == KeyType::wordOrSection)
    text_ += fmt::format("\nOne of the words {} is given, or a section.\n", choices(section.choices));
  for (const auto& group : section.exactlyOneOf)
    text_ += fmt::format("\nExactly one of {} is given{}.\n", choices(group),
                         section.type == KeyType::wordOrSection ? " in the section" : "");
  writeKeys(section, path);
}

void Manual::writeKeys(const Key& section, const std::string& path) {
  text_ += "\n| key | value | default | meaning | example |\n|---|---|---|---|---|\n";
  for (const Key& key : section.keys) writeRow(key, childPath(path, key.name));
  for (const Key& key : section.keys) descend(key, childPath(path, key.name));
}

void Manual::writeRow(const Key& key, const std::string& path) {
  std::string only = key.onlyWith.empty() ? "" : fmt::format(" Only with `{}`.", key.onlyWith);
  if (!key.solver.empty()) only += fmt::format(" Only with `solver: {}`.", key.solver);
  const std::string example = key.example.empty() ? "" : fmt::format("`{}: {}`", key.name, key.example);
  text_ += fmt::format("| `{}` | {} | {} | {}{} | {} |\n", key.name, value(key, path), fallbackText(key),
                       cell(key.help), only, example);
}

void Manual::descend(const Key& key, const std::string& path) {
  const Key* section = opensSection(key);
  if (!section || (!key.definition.empty() && !written_.insert(key.definition).second)) return;
  writeSection(*section, sectionPath(key, path));
}

}  // namespace fluxtet::config
