// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/readTable.hpp"

#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "lib/config/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace fluxtet::dgtd {

using namespace config;

namespace {

/// The two numbers of a line such as "1e-9, 0.5", separated by ',', ';', tabs or blanks; nothing if there are not two.
std::optional<std::pair<double, double>> parseRow(std::string line) {
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == ',' || c == ';' || c == '\t' || c == '\r'; }, ' ');
  const auto first = splitQuantity(line);
  if (!first) return std::nullopt;
  const auto second = splitQuantity(first->unit);
  if (!second || !second->unit.empty()) return std::nullopt;
  return std::pair{first->number, second->number};
}

bool isComment(const std::string& line) {
  const auto first = line.find_first_not_of(" \t\r");
  return first == std::string::npos || line[first] == '#';
}

}  // namespace

void readTable(TableWaveform& table, const Mark& mark, const std::string& path, Faults& faults) {
  const std::string& file = table.file;
  const auto fault = [&](const std::string& what) { faults.add(mark, fmt::format("{}: {}", path, what)); };
  try {
    requireReadable("the table", file);
  } catch (const InputError& error) {
    fault(fmt::format("{} (relative paths start at the case's folder)", error.what()));
    return;
  }
  std::ifstream stream(file);
  int lineNumber = 0;
  bool headerAllowed = true;
  for (std::string line; std::getline(stream, line);) {
    ++lineNumber;
    if (isComment(line)) continue;
    const auto row = parseRow(line);
    if (!row && (!headerAllowed || splitQuantity(line))) {
      fault(fmt::format("{}:{}: expected are two numbers, time in s and value, not '{}'", file, lineNumber,
                        line.substr(0, 60)));
      return;
    }
    headerAllowed = false;
    if (!row) continue;
    if (!table.time.empty() && row->first <= table.time.back()) {
      fault(fmt::format("{}:{}: time {} s does not come after {} s: times must increase", file, lineNumber, row->first,
                        table.time.back()));
      return;
    }
    table.time.push_back(row->first);
    table.value.push_back(row->second);
  }
  if (table.time.size() < 2)
    fault(fmt::format("{} has {} rows of two numbers: at least 2 are needed", file, table.time.size()));
}

}  // namespace fluxtet::dgtd
