// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// docs/caseFile.md, written from the table of keys.
#include "lib/config/keys.hpp"
#include "lib/config/loadCase.hpp"
#include "lib/config/nearest.hpp"
#include "lib/config/scalars.hpp"

#include <fmt/format.h>

#include <cctype>
#include <set>
#include <utility>

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

A case is one YAML file; its key `solver` says which fields are sought, and with that which other keys there are.
`fluxtet check case.yaml` says what is wrong with it, with line and column, and `fluxtet schema` prints a JSON schema
with which editors check and complete it while one types.

Fields in the time domain:

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

Static fields:

```yaml
solver: static
title: Plates of a capacitor
mesh: {file: capacitor.geo}
materials: {air: {}}
regions: {Air: air}
boundaries: {PlatePos: {potential: 24 V}, PlateNeg: {potential: -24 V}, Outer: natural}
static: {problem: electrostatic, order: 2}
output:
  lines: [{name: gap, from: [0, -1 mm], to: [0, 1 mm]}]
  quantities: [energy, capacitance]
```

## Quantities

- A quantity is a number with a unit: `10 mm`, `1.8 GHz`, `5 A/mm^2`, `1 A*m`, `0.02 S/m`, `5 min`, `-60 dB`, `90 deg`.
  A plain number is in the SI unit that the tables below name.
- Units are m, g, s, min, h, A, V, Hz, N, J, W, C, F, ohm, S, Wb, T, H, rad, deg and dB, with the prefixes
  f p n u m c d k M G T P (not on min, h, deg and dB), joined by `*`, `/` and whole powers `^`. A unit of
  another kind than the key's is an error.
- A vector is a list of three components, each with its unit: `[1 mm, 2 mm, 0]`. Zeros need none; other plain
  numbers beside components with units are an error, because `[1, 2, 3 mm]` would mean 1 m. Where two components are
  enough the third is 0.
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
  const config::ComponentCount count = componentCount(key);
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
      return (key.unit.empty() ? "number" : unitText(key)) + range(key);
    case KeyType::vector:
      return vectorText(key);
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
  /// A chapter of its own. `suffix` tells its headings from those of earlier chapters that are called the same.
  void writeChapter(const std::string& title, const std::string& suffix, const Key& root) {
    earlier_ = headings_;
    suffix_ = suffix;
    text_ += fmt::format("\n## {}\n\n{}\n", title, root.help);
    writeKeys(root, "");
  }

  std::string take() { return std::move(text_); }

 private:
  std::string heading(const std::string& path) const {
    return fmt::format("`{}`{}", path, earlier_.contains(path) ? suffix_ : "");
  }

  std::string link(const Key& key, const std::string& path) const {
    const std::string target = sectionPath(key, path);
    return fmt::format("[`{}`](#{})", target, anchor(heading(target)));
  }

  std::string value(const Key& key, const std::string& path) const {
    if (opensSection(key) == &key) return "section " + link(key, path);
    if (opensSection(key)) return (key.type == KeyType::list ? "list of " : "names of ") + link(key, path);
    return valueText(key);
  }

  void writeSection(const Key& section, const std::string& path) {
    headings_.insert(path);
    text_ += fmt::format("\n### {}\n\n{}\n", heading(path), section.help);
    if (section.type == KeyType::wordOrSection)
      text_ += fmt::format("\nOne of the words {} is given, or a section.\n", choices(section.choices));
    for (const auto& group : section.exactlyOneOf)
      text_ += fmt::format("\nExactly one of {} is given{}.\n", choices(group),
                           section.type == KeyType::wordOrSection ? " in the section" : "");
    writeKeys(section, path);
  }

  void writeKeys(const Key& section, const std::string& path) {
    text_ += "\n| key | value | default | meaning | example |\n|---|---|---|---|---|\n";
    for (const Key& key : section.keys) writeRow(key, childPath(path, key.name));
    for (const Key& key : section.keys) descend(key, childPath(path, key.name));
  }

  void writeRow(const Key& key, const std::string& path) {
    std::string only = key.onlyWith.empty() ? "" : fmt::format(" Only with `{}`.", key.onlyWith);
    if (key.solver) only += fmt::format(" Only with `solver: {}`.", toString(*key.solver));
    const std::string example = key.example.empty() ? "" : fmt::format("`{}: {}`", key.name, key.example);
    text_ += fmt::format("| `{}` | {} | {} | {}{} | {} |\n", key.name, value(key, path), fallbackText(key),
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
    writeSection(*section, sectionPath(key, path));
  }

  std::string text_;
  std::string suffix_;
  std::set<std::string> headings_, earlier_;  ///< paths of sections: all so far, those of the chapters before
  std::set<std::string> written_;             ///< definitions, which several sections share
};

}  // namespace

std::string caseFileMarkdown() {
  Writer writer;
  writer.writeChapter("Keys of both solvers", "",
                      {.name = "", .help = "What is to be simulated, and where.", .keys = config::sharedKeys()});
  writer.writeChapter("Keys of `solver: dgtd`", "",
                      {.name = "", .help = "Fields in the time domain.", .keys = config::dgtdKeys()});
  writer.writeChapter("Keys of `solver: static`", " (static)",
                      {.name = "", .help = "Static electric or magnetic fields.", .keys = config::staticKeys()});
  return introduction + writer.take();
}

}  // namespace fluxtet
