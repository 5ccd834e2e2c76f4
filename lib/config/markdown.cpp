// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// docs/caseFile.md, written from the table of keys.
#include "config/keys.hpp"
#include "config/loadCase.hpp"
#include "config/nearest.hpp"
#include "config/scalars.hpp"

#include <fmt/format.h>

#include <set>

namespace fluxtet {

namespace {

using config::Key;
using config::KeyType;

constexpr const char* introduction = R"(<!--
SPDX-FileCopyrightText: The fluxtet authors
SPDX-License-Identifier: Apache-2.0
Written by `fluxtet schema --markdown`: change lib/config/keys*.cpp, not this file.
-->
# The case file

A case is one YAML file. `fluxtet check case.yaml` says what is wrong with it, with line and column, and
`fluxtet schema` prints a JSON schema with which editors check and complete it while one types.

```yaml
solver: dgtd
title: Pulse on a dielectric sphere
mesh: {file: sphere.geo, size: 20 mm, scale: 1 mm}
materials:
  vacuum: {}
  glass: {epsilon_r: 4}
regions: {Air: vacuum, Ball: glass}
boundaries: {Outer: absorbing}
sources:
  - planeWave:
      direction: [0, 0, 1]
      polarization: [1, 0, 0]
      boundary: Outer
      waveform: {gaussian: {frequency: 1 GHz, bandwidth: 1 GHz}}
dgtd: {order: 3}
time: {end: 10 ns}
output:
  snapshots: {every: 1 ns}
  probes: [{name: centre, at: [0, 0, 0]}]
```

## Quantities

- A quantity is a number with a unit: `10 mm`, `1.8 GHz`, `5 A/mm^2`, `1 A*m`, `0.02 S/m`, `5 min`, `-60 dB`, `90 deg`.
  A plain number is in the SI unit that the tables below name.
- Units are m, g, s, min, h, A, V, Hz, N, J, W, C, F, ohm, S, Wb, T, H, rad, deg and dB, with the prefixes
  f p n u m c d k M G T P (not on min, h, deg and dB), joined by `*`, `/` and whole powers `^`. A unit of
  another kind than the key's is an error.
- A vector is a list of three components, each with its unit: `[1 mm, 2 mm, 0]`. Zeros need none; other plain
  numbers beside components with units are an error, because `[1, 2, 3 mm]` would mean 1 m.
- An interval (`every`) is a number of steps (`100` or `100 steps`) or a time (`1 ns`); `0` switches the output off.

## On the command line

`--set key.path=value` replaces or adds a value, which is YAML too: `--set dgtd.order=4`,
`--set sources[0].planeWave.amplitude='2 V/m'`, `--set 'materials."glass 1.5".epsilon_r=2.25'`. An index one past the
end of a list appends. An empty value (`--set output.snapshots=`) takes a key back, so that its default holds.

Each run writes the case with all its defaults beside its results; that file is itself a case.
)";

std::string childPath(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

/// The section that a key opens: its own, or that of the elements of a list or map; nullptr for a plain value.
const Key* opensSection(const Key& key) {
  if (key.type == KeyType::section) return &key;
  if (key.type != KeyType::list && key.type != KeyType::nameMap) return nullptr;
  return key.keys.front().type == KeyType::section ? &key.keys.front() : nullptr;
}

std::string sectionPath(const Key& key, const std::string& path) {
  if (key.type == KeyType::list) return path + "[]";
  if (key.type == KeyType::nameMap) return path + "." + key.keys.front().name;
  return key.definition.empty() ? path : key.definition;
}

/// GitHub's anchor of a heading that is a path in backquotes.
std::string anchor(const std::string& heading) {
  std::string text;
  for (const char c : heading)
    if (c != '.' && c != '[' && c != ']') text += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

std::string range(const Key& key) {
  if (key.range.unlimited()) return "";
  return fmt::format(", {}", toString(key.range));
}

std::string choices(const std::vector<std::string>& names) {
  return fmt::format("`{}`", fmt::join(names, "` `"));
}

std::string valueText(const Key& key, const std::string& path) {
  switch (key.type) {
    case KeyType::section:
      return fmt::format("section [`{0}`](#{1})", sectionPath(key, path), anchor(sectionPath(key, path)));
    case KeyType::nameMap:
    case KeyType::list: {
      const char* what = key.type == KeyType::list ? "list" : "names";
      if (opensSection(key))
        return fmt::format("{0} of [`{1}`](#{2})", what, sectionPath(key, path), anchor(sectionPath(key, path)));
      const std::string count = key.minSize == key.maxSize ? fmt::format(" of {}", key.minSize) : "";
      return fmt::format("{}{}: {}", what, count, valueText(key.keys.front(), path));
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
      return (key.unit.empty() ? "number" : key.unit) + range(key);
    case KeyType::vector:
      return (key.unit.empty() ? "vector" : "vector, " + key.unit) + range(key);
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

class Writer {
 public:
  std::string write(const Key& root) {
    writeSection(root, "", "The sections");
    return std::move(text_);
  }

 private:
  void writeSection(const Key& section, const std::string& path, const std::string& title) {
    text_ += fmt::format("\n## {}\n\n{}\n", title, section.help);
    for (const auto& group : section.exactlyOneOf)
      text_ += fmt::format("\nExactly one of {} is given.\n", choices(group));
    text_ += "\n| key | value | default | meaning | example |\n|---|---|---|---|---|\n";
    for (const Key& key : section.keys) writeRow(key, childPath(path, key.name));
    for (const Key& key : section.keys) descend(key, childPath(path, key.name));
  }

  void writeRow(const Key& key, const std::string& path) {
    const std::string only = key.onlyWith.empty() ? "" : fmt::format(" Only with `{}`.", key.onlyWith);
    const std::string example = key.example.empty() ? "" : fmt::format("`{}: {}`", key.name, key.example);
    text_ += fmt::format("| `{}` | {} | {} | {}{} | {} |\n", key.name, valueText(key, path), fallbackText(key),
                         cell(key.help), only, example);
  }

  /// A bar would end the cell.
  static std::string cell(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
      if (c == '|') escaped += '\\';
      escaped += c;
    }
    return escaped;
  }

  void descend(const Key& key, const std::string& path) {
    const Key* section = opensSection(key);
    if (!section || (!key.definition.empty() && !written_.insert(key.definition).second)) return;
    const std::string here = sectionPath(key, path);
    writeSection(*section, here, fmt::format("`{}`", here));
  }

  std::string text_;
  std::set<std::string> written_;  ///< definitions, which several sections share
};

}  // namespace

std::string caseFileMarkdown() {
  return introduction + Writer().write(config::caseKey());
}

}  // namespace fluxtet
