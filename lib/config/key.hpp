// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace fluxtet::config {

/// Type of a key's value in the case file.
enum class KeyType {
  section,        ///< mapping with the fixed keys `keys`
  wordOrSection,  ///< one of `choices`, or a mapping with the fixed keys `keys`
  nameMap,        ///< mapping from free names to keys.front()
  list,           ///< sequence of keys.front(), minSize..maxSize long
  text,           ///< any text
  fileName,       ///< text that becomes part of the name of a file
  filePath,       ///< path, relative to the folder of the case file
  choice,         ///< one of `choices`
  boolean,        ///< true or false
  integer,
  number,       ///< in `unit`; without a unit a plain number; or one of `choices`, where there are any
  vector,       ///< components in `unit`: three, or minSize..maxSize where these are set (the missing ones are 0)
  tensor,       ///< a number; or three numbers, xx, yy, zz, or six, xx, yy, zz, xy, xz, yz, in `unit`
  interval,     ///< a number of steps, or simulated time
  wallInterval  ///< a number of steps, or wall time
};

/// Admissible values of a number, in the key's SI unit.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool minOpen = false;  ///< min itself is out of range
  bool maxOpen = false;

  /// `value`: in the key's SI unit, as min and max.
  bool contains(double value) const {
    return (minOpen ? value > min : value >= min) && (maxOpen ? value < max : value <= max);
  }
  bool unlimited() const { return min == -std::numeric_limits<double>::infinity() && max == -min; }
};
/// "1..4", "> 0", ">= 0", "> 0 and <= 1"; empty if unlimited.
std::string toString(const Range& range);

/// Declaration of one key of the case file. Parsing, the JSON schema, docs/caseFile.md and the resolved case all read
/// this and nothing else; lib/config/field.hpp adds the member that the key fills.
struct Key {
  std::string name;
  KeyType type = KeyType::section;
  std::string unit{};                     ///< SI unit of numbers and vectors
  std::vector<std::string> otherUnits{};  ///< further SI units of a number whose kind depends on other keys
  bool required = false;
  std::string fallback{};  ///< default, as YAML; empty: the key may be absent
  std::string derived{};   ///< default that depends on other keys, in words
  Range range{};
  std::vector<std::string> choices{};
  std::size_t minSize = 0;
  std::size_t maxSize = std::numeric_limits<std::size_t>::max();
  std::string help{};     ///< one sentence
  std::string example{};  ///< a value, as YAML
  std::vector<Key> keys{};
  std::vector<std::vector<std::string>> exactlyOneOf{};  ///< section: groups of keys of which one must be given
  std::string onlyWith{};    ///< section's key: this sibling must be given too, and defaults apply only then
  std::string solver{};      ///< the key exists with this solver only; empty: with each that has the section
  std::string definition{};  ///< name of a section that occurs in several places and is documented once

  const Key* find(const std::string& child) const;
};

/// "m", or "V, A or Wb/m" where several are possible.
std::string unitText(const Key& key);

/// Least and largest number of components of a vector.
struct ComponentCount {
  std::size_t least = 3, most = 3;
};
/// Number of components that a vector of this key may have.
ComponentCount componentCount(const Key& key);

/// The case file of one solver.
struct SolverTable {
  std::string solver;  ///< as a case file names it
  Key root;
};
/// The key without the children that belong to another solver.
Key restrictedTo(const std::string& solver, Key key);

}  // namespace fluxtet::config
