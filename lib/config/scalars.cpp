// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/scalars.hpp"

#include "lib/config/nearest.hpp"
#include "lib/config/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <stdexcept>

namespace fluxtet::config {

namespace {

std::string rangeSuffix(const Key& key) {
  if (key.range.unlimited()) return "";
  return fmt::format(", {}{}{}", toString(key.range), key.unit.empty() ? "" : " ", key.unit);
}

std::string such(const Key& key) {
  return key.example.empty() ? "" : fmt::format(", such as {}", key.example);
}

std::string expectedNumber(const Key& key) {
  const std::string words = key.choices.empty() ? "" : ", or " + listOf(key.choices);
  if (key.unit.empty()) return fmt::format("a plain number{}{}{}", rangeSuffix(key), such(key), words);
  return fmt::format("a quantity in {}{}{}{}", unitText(key), rangeSuffix(key), such(key), words);
}

std::string countText(const ComponentCount& count) {
  constexpr const char* words[] = {"no", "one", "two", "three"};
  if (count.least == count.most) return words[count.most];
  return fmt::format("{} or {}", words[count.least], words[count.most]);
}

std::string expectedVector(const Key& key) {
  const std::string count = countText(componentCount(key));
  if (key.unit.empty()) return fmt::format("{} plain numbers{}{}", count, rangeSuffix(key), such(key));
  return fmt::format("{} quantities in {}{}{}", count, key.unit, rangeSuffix(key), such(key));
}

/// "natural, floating or a section with one of potential, periodic".
std::string expectedWordOrSection(const Key& key) {
  std::vector<std::string> names;
  for (const Key& child : key.keys) names.push_back(child.name);
  return fmt::format("{} or a section with one of {}", listOf(key.choices), listOf(names));
}

}  // namespace

std::string expectation(const Key& key) {
  switch (key.type) {
    case KeyType::section:
      return "a section (a mapping of keys)";
    case KeyType::wordOrSection:
      return expectedWordOrSection(key);
    case KeyType::nameMap:
      return fmt::format("a mapping of names{}", such(key));
    case KeyType::list:
      return fmt::format("a list{}{}", key.minSize == key.maxSize ? fmt::format(" of {}", key.minSize) : "", such(key));
    case KeyType::text:
      return fmt::format("a text{}", such(key));
    case KeyType::fileName:
      return fmt::format("a name of letters, digits, '_', '-', '+' and '.'{}", such(key));
    case KeyType::filePath:
      return fmt::format("the path of a file{}", such(key));
    case KeyType::choice:
      return key.choices.size() == 1 ? key.choices.front() : fmt::format("one of {}", listOf(key.choices));
    case KeyType::boolean:
      return "true or false";
    case KeyType::integer:
      return fmt::format("a whole number{}{}", rangeSuffix(key), such(key));
    case KeyType::number:
      return expectedNumber(key);
    case KeyType::vector:
      return expectedVector(key);
    case KeyType::tensor:
      return expectedNumber(key) + ", or a list of three (xx, yy, zz) or six (then xy, xz, yz) of them";
    case KeyType::interval:
      return "a simulated time such as 1 ns, or a number of steps such as 100";
    case KeyType::wallInterval:
      return "a wall time such as 5 min, or a number of steps such as '1000 steps'";
  }
  return "?";
}

namespace {

/// One scalar or vector under check; every fault names the key, the value and what was expected.
class ScalarCheck {
 public:
  ScalarCheck(const Key& key, const std::string& path, Faults& faults) : key_(key), path_(path), faults_(faults) {}

  Value run(const Node& node) {
    Value value;
    value.mark = node.mark;
    if (key_.type == KeyType::vector) {
      readVector(node, value);
    } else if (key_.type == KeyType::tensor && node.kind == Node::Kind::sequence) {
      readTensor(node, value);
    } else if (node.kind != Node::Kind::scalar) {
      fault(node.mark, fmt::format("{} is given, but expected is {}", describe(node), expectation(key_)));
    } else {
      readScalar(node, value);
    }
    return value;
  }

 private:
  void fault(const Mark& mark, const std::string& message) { faults_.add(mark, fmt::format("{}: {}", path_, message)); }

  void faultExpected(const Node& node, const std::string& why) {
    fault(node.mark, fmt::format("'{}' {}: expected is {}", node.scalar, why, expectation(key_)));
  }

  void readScalar(const Node& node, Value& value) {
    switch (key_.type) {
      case KeyType::text:
        value.data = node.scalar;
        break;
      case KeyType::fileName:
        readFileName(node, value);
        break;
      case KeyType::filePath:
        if (node.scalar.empty()) return faultExpected(node, "is empty");
        value.data = node.scalar;
        break;
      case KeyType::choice:
      case KeyType::wordOrSection:
        readChoice(node, value);
        break;
      case KeyType::boolean:
        if (node.scalar != "true" && node.scalar != "false") return faultExpected(node, "is not valid");
        value.data = node.scalar == "true";
        break;
      case KeyType::integer:
        readInteger(node, value);
        break;
      case KeyType::number:
      case KeyType::tensor:
        readQuantity(node, value);
        break;
      default:
        readInterval(node, value);
    }
  }

  void readFileName(const Node& node, Value& value) {
    constexpr std::size_t longest = 100;
    const std::string& name = node.scalar;
    const auto allowed = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || std::string("_-+.").find(c) != std::string::npos;
    };
    bool good = !name.empty() && name.size() <= longest && name.front() != '.' && name.front() != '-';
    for (const char c : name) good = good && allowed(c);
    if (!good) return faultExpected(node, "cannot be part of the name of a file");
    value.data = name;
  }

  void readChoice(const Node& node, Value& value) {
    for (const std::string& choice : key_.choices)
      if (choice == node.scalar) {
        value.data = node.scalar;
        return;
      }
    fault(node.mark, fmt::format("'{}' is not valid{}: expected is {}", node.scalar,
                                 didYouMean(node.scalar, key_.choices), expectation(key_)));
  }

  bool inRange(const Node& node, double number) {
    if (key_.range.contains(number)) return true;
    fault(node.mark, fmt::format("'{}' is out of range: expected is {}", node.scalar, expectation(key_)));
    return false;
  }

  void readQuantity(const Node& node, Value& value) {
    if (std::find(key_.choices.begin(), key_.choices.end(), node.scalar) != key_.choices.end()) {
      value.data = node.scalar;
      return;
    }
    const auto number = readNumber(node);
    if (!number || !inRange(node, *number)) return;
    value.data = *number;
    const auto quantity = splitQuantity(node.scalar);
    if (!key_.otherUnits.empty() && !quantity->unit.empty()) value.unit = siUnitOf(*quantity);
  }

  /// Of the key's units the one of the quantity's kind; the first one if there is none.
  const std::string& siUnitOf(const Quantity& quantity) const {
    if (quantity.unit.empty() || key_.otherUnits.empty()) return key_.unit;
    const Dimension dimension = parseUnit(quantity.unit).dimension;
    const auto found = std::find_if(key_.otherUnits.begin(), key_.otherUnits.end(),
                                    [&](const std::string& unit) { return parseUnit(unit).dimension == dimension; });
    return found == key_.otherUnits.end() ? key_.unit : *found;
  }

  /// The number in the SI unit of its kind, or nothing and a fault.
  std::optional<double> readNumber(const Node& node) {
    if (node.kind != Node::Kind::scalar) {
      fault(node.mark, fmt::format("{} is given, but expected is {}", describe(node), expectation(key_)));
      return std::nullopt;
    }
    const auto quantity = splitQuantity(node.scalar);
    if (!quantity) {
      faultExpected(node, "is not a finite number");
      return std::nullopt;
    }
    try {
      const double number = toSi(*quantity, siUnitOf(*quantity));
      if (std::isfinite(number)) return number;
      faultExpected(node, "is not a finite number");
    } catch (const std::invalid_argument& error) {
      fault(node.mark, fmt::format("in '{}', {}: expected is {}", node.scalar, error.what(), expectation(key_)));
    }
    return std::nullopt;
  }

  void readInteger(const Node& node, Value& value) {
    const auto quantity = splitQuantity(node.scalar);
    constexpr double exactUpTo = 9007199254740992.0;  // 2^53
    if (!quantity || !quantity->unit.empty() || quantity->number != std::floor(quantity->number) ||
        std::abs(quantity->number) > exactUpTo)
      return faultExpected(node, "is not a whole number");
    if (inRange(node, quantity->number)) value.data = static_cast<std::int64_t>(quantity->number);
  }

  /// "100", "100 steps", "1 ns".
  void readInterval(const Node& node, Value& value) {
    const auto quantity = splitQuantity(node.scalar);
    if (!quantity) return faultExpected(node, "is no interval");
    const bool steps = quantity->unit.empty() || quantity->unit == "steps" || quantity->unit == "step";
    if (quantity->number < 0) return faultExpected(node, "is negative");
    if (!steps) return readTimeInterval(node, *quantity, value);
    if (quantity->number != std::floor(quantity->number) || quantity->number > 9e15)
      return faultExpected(node, "is neither a whole number of steps nor a time with its unit");
    Interval interval;
    if (quantity->number > 0) interval.steps = static_cast<std::int64_t>(quantity->number);
    value.data = interval;
  }

  void readTimeInterval(const Node& node, const Quantity& quantity, Value& value) {
    try {
      Interval interval;
      if (const double seconds = toSi(quantity, "s"); seconds > 0) interval.seconds = seconds;
      value.data = interval;
    } catch (const std::invalid_argument& error) {
      fault(node.mark, fmt::format("in '{}', {}: expected is {}", node.scalar, error.what(), expectation(key_)));
    }
  }

  void readVector(const Node& node, Value& value) {
    const ComponentCount count = componentCount(key_);
    const std::size_t given = node.items.size();
    if (node.kind != Node::Kind::sequence || given < count.least || given > count.most) {
      const std::string what = node.kind == Node::Kind::sequence ? fmt::format("a list of {}", given) : describe(node);
      return fault(node.mark, fmt::format("{} is given, but expected is {}", what, expectation(key_)));
    }
    Vec3 vector{};
    bool good = unitsAgree(node);
    for (std::size_t i = 0; i < given; ++i) {
      const auto number = readNumber(node.items[i]);
      good = good && number && inRange(node.items[i], *number);
      if (number) vector[i] = *number;
    }
    if (good) value.data = vector;
  }

  /// The diagonal is in the key's range; whether the tensor is positive, its principal values say.
  void readTensor(const Node& node, Value& value) {
    constexpr std::size_t diagonal = 3, all = 6;
    const std::size_t given = node.items.size();
    if (given != diagonal && given != all)
      return fault(node.mark, fmt::format("a list of {} is given, but expected is {}", given, expectation(key_)));
    std::array<double, all> component{};
    bool good = unitsAgree(node);
    for (std::size_t i = 0; i < given; ++i) {
      const auto number = readNumber(node.items[i]);
      good = good && number && (i >= diagonal || inRange(node.items[i], *number));
      if (number) component[i] = *number;
    }
    if (good)
      value.data = SymmetricTensor{component[0], component[1], component[2], component[3], component[4], component[5]};
  }

  /// In [1, 2, 3 mm] the 1 and the 2 would silently be metres: only zeros may stand without a unit beside others that
  /// have one.
  bool unitsAgree(const Node& node) {
    const Node* withUnit = nullptr;
    const Node* without = nullptr;
    for (const Node& item : node.items) {
      const auto quantity = splitQuantity(item.scalar);
      if (!quantity) return true;  // reported with the component itself
      if (!quantity->unit.empty()) withUnit = &item;
      if (quantity->unit.empty() && quantity->number != 0) without = &item;
    }
    if (!withUnit || !without) return true;
    fault(without->mark, fmt::format("'{}' has no unit beside '{}', which has one: give each component its unit{}",
                                     without->scalar, withUnit->scalar, such(key_)));
    return false;
  }

  const Key& key_;
  const std::string& path_;
  Faults& faults_;
};

}  // namespace

Value validateScalar(const Node& node, const Key& key, const std::string& path, Faults& faults) {
  return ScalarCheck(key, path, faults).run(node);
}

}  // namespace fluxtet::config
