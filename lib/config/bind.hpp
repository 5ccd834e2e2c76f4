// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/case.hpp"
#include "lib/config/faults.hpp"
#include "lib/config/value.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet::config {

/// Fills the typed case from the checked values and checks what concerns several keys at once. Absent and faulty keys
/// leave the case's members as they are, so that one fault does not hide the others.
void bindCase(const Value& root, Case& theCase, Faults& faults);

// The parts of bindCase(), one per file.
std::vector<SourceSpec> bindSources(const Value& sources, Faults& faults);
OutputSettings bindOutput(const Value& output, Faults& faults);
/// `output.dft` and `output.sar`, and that they fit the materials, regions, sources and time of `theCase`.
void bindSpectra(const Value& output, Case& theCase, Faults& faults);
/// Warns of what `output.sar` leaves out unsaid, and of densities that no tissue has.
void warnOfTissues(const SarOutput& sar, const Case& theCase, Faults& faults);
/// `fields` of the output at `path`.
FieldSelection bindFields(const Value& section, const std::string& path, Faults& faults);
/// `box` of the output at `path`.
std::optional<std::array<Vec3, 2>> bindBox(const Value& section, const std::string& path, Faults& faults);
/// What `solver: static` has beside the shared keys.
StaticCase bindStatic(const Value& root, Faults& faults);
StaticSources bindStaticSources(const Value& sources, Faults& faults);
StaticOutput bindStaticOutput(const Value& output, Faults& faults);
/// What concerns several keys of a static case at once: the problem and what belongs to it, methods, pairs, quantities.
void checkStatic(const Value& root, const StaticCase& statics, Faults& faults);
/// Volumes and surfaces that sources and output name must be assigned in `regions:` and `boundaries:`.
void checkReferences(const Value& root, Faults& faults);
void checkStaticReferences(const Value& root, Faults& faults);

/// Reads `output.directory`, which must not be empty.
void bindDirectory(const Value& output, std::string& directory, Faults& faults);
/// Two outputs of one name would write the same file.
void checkNamesDiffer(const Value& list, const std::string& path, Faults& faults);

/// The key that names a file: its place, and its path for messages.
struct KeyPlace {
  Mark mark;
  std::string path;
};
/// Reads the CSV table of a waveform; faults name the key, the file and the line.
TableWaveform readTable(const std::string& file, const KeyPlace& key, Faults& faults);

/// target = the member's value, if it has one.
template <class Stored, class T>
void readAs(const Value& section, const std::string& name, T& target) {
  if (const Stored* value = section.get<Stored>(name)) target = static_cast<T>(*value);
}
inline void read(const Value& section, const std::string& name, double& target) {
  readAs<double>(section, name, target);
}
inline void read(const Value& section, const std::string& name, std::optional<double>& target) {
  readAs<double>(section, name, target);
}
inline void read(const Value& section, const std::string& name, int& target) {
  readAs<std::int64_t>(section, name, target);
}
inline void read(const Value& section, const std::string& name, std::int64_t& target) {
  readAs<std::int64_t>(section, name, target);
}
inline void read(const Value& section, const std::string& name, std::optional<std::int64_t>& target) {
  readAs<std::int64_t>(section, name, target);
}
inline void read(const Value& section, const std::string& name, bool& target) {
  readAs<bool>(section, name, target);
}
inline void read(const Value& section, const std::string& name, std::string& target) {
  readAs<std::string>(section, name, target);
}
inline void read(const Value& section, const std::string& name, Vec3& target) {
  readAs<Vec3>(section, name, target);
}
inline void read(const Value& section, const std::string& name, Interval& target) {
  readAs<Interval>(section, name, target);
}

/// The texts of a list; faulty elements are left out.
inline std::vector<std::string> readTexts(const Value& section, const std::string& name) {
  std::vector<std::string> texts;
  if (const Value* list = section.find(name))
    for (const Value& item : list->items)
      if (const std::string* text = item.get<std::string>()) texts.push_back(*text);
  return texts;
}

template <class Enum>
void readChoice(const Value& section, const std::string& name, Enum& target,
                std::initializer_list<std::pair<const char*, Enum>> choices) {
  const std::string* text = section.get<std::string>(name);
  for (const auto& [choice, value] : choices)
    if (text && *text == choice) target = value;
}

}  // namespace fluxtet::config
