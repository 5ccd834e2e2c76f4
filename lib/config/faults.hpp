// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"

#include <string>
#include <utility>
#include <vector>

namespace fluxtet::config {

/// Collects what is wrong with a case, so that the user sees all of it at once, and what may be wrong although it can
/// be run.
class Faults {
 public:
  void add(const Mark& mark, std::string message) { faults_.emplace_back(mark, std::move(message)); }
  void warn(const Mark& mark, const std::string& message) { warnings_.push_back(toString(mark) + ": " + message); }
  bool empty() const { return faults_.empty(); }
  /// Throws InputError with one line per fault, in the order of the file; nothing happens without faults.
  void throwIfAny() const;
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::vector<std::pair<Mark, std::string>> faults_;
  std::vector<std::string> warnings_;
};

}  // namespace fluxtet::config
