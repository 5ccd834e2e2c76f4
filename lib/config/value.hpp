// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/interval.hpp"
#include "lib/base/mark.hpp"
#include "lib/base/symmetricTensor.hpp"
#include "lib/base/vec3.hpp"
#include "lib/config/faults.hpp"
#include "lib/config/key.hpp"
#include "lib/config/node.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fluxtet::config {

/// A checked value of the case file, in SI units. Absent and faulty keys have no value; defaults are filled in.
struct Value {
  /// Text stands for text, choices, words and paths; sections, maps and lists hold nothing here.
  std::variant<std::monostate, double, std::int64_t, std::string, Vec3, SymmetricTensor, Interval, bool> data{};
  Mark mark{};
  std::string unit{};  ///< where a key has several units: the SI unit of what was given; empty for a plain number
  Mark nameMark{};     ///< of the name, where the value belongs to a map of names
  std::vector<std::pair<std::string, Value>> members{};  ///< of a section (in the table's order) or of a map of names
  std::vector<Value> items{};                            ///< of a list

  const Value* find(const std::string& name) const;
  Value* find(const std::string& name);
  void set(const std::string& name, Value value);

  template <class T>
  const T* get() const {
    return std::get_if<T>(&data);
  }
  /// The member's value, or nullptr if it is absent or faulty.
  template <class T>
  const T* get(const std::string& name) const {
    const Value* member = find(name);
    return member ? member->get<T>() : nullptr;
  }
};

/// Checks what was written against a table of keys (of a solver, or a part of it): names, types, units, ranges,
/// alternatives, required keys. Each fault goes to `faults` with its place, what was expected and the nearest valid
/// name. `tables`: of all solvers, where a key is looked for that this table lacks.
Value validate(const Node& node, const Key& key, std::span<const SolverTable> tables, Faults& faults);

/// Makes the paths of files absolute; relative ones start at `folder`.
void makePathsAbsolute(Value& value, const Key& key, const std::filesystem::path& folder);

}  // namespace fluxtet::config
