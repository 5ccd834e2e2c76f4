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

/// The numbers of a line such as "1e-9, 0.5", separated by ',', ';', tabs or blanks; nothing if there are not `count`.
std::optional<std::vector<double>> parseRow(std::string line, std::size_t count) {
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == ',' || c == ';' || c == '\t' || c == '\r'; }, ' ');
  std::vector<double> row;
  std::string rest = line;
  while (row.size() < count) {
    const auto number = splitQuantity(rest);
    if (!number) return std::nullopt;
    row.push_back(number->number);
    rest = number->unit;
  }
  return rest.empty() ? std::optional(row) : std::nullopt;
}

bool isComment(const std::string& line) {
  const auto first = line.find_first_not_of(" \t\r");
  return first == std::string::npos || line[first] == '#';
}

}  // namespace

std::vector<std::vector<double>> readRows(const std::string& file, const TableForm& form, const Mark& mark,
                                          const std::string& path, Faults& faults) {
  const auto fault = [&](const std::string& text) { faults.add(mark, fmt::format("{}: {}", path, text)); };
  std::vector<std::vector<double>> rows;
  try {
    requireReadable("the table", file);
  } catch (const InputError& error) {
    fault(fmt::format("{} (relative paths start at the case's folder)", error.what()));
    return rows;
  }
  std::ifstream stream(file);
  int lineNumber = 0;
  bool headerAllowed = true;
  for (std::string line; std::getline(stream, line);) {
    ++lineNumber;
    if (isComment(line)) continue;
    auto row = parseRow(line, form.columns);
    if (!row && (!headerAllowed || splitQuantity(line))) {
      fault(fmt::format("{}:{}: expected are {}, {}, not '{}'", file, lineNumber, form.numbers, form.meaning,
                        line.substr(0, 60)));
      return rows;
    }
    headerAllowed = false;
    if (!row) continue;
    if (!rows.empty() && row->front() <= rows.back().front()) {
      fault(fmt::format("{0}:{1}: {2} {3} {5} does not come after {4} {5}: it must increase", file, lineNumber,
                        form.first, row->front(), rows.back().front(), form.unit));
      return rows;
    }
    rows.push_back(std::move(*row));
  }
  if (rows.size() < 2)
    fault(fmt::format("{} has {} rows of {}: at least 2 are needed", file, rows.size(), form.numbers));
  return rows;
}

void readTable(TableWaveform& table, const Mark& mark, const std::string& path, Faults& faults) {
  const TableForm form{2, "two numbers", "time in s and value", "time", "s"};
  for (const auto& row : readRows(table.file, form, mark, path, faults)) {
    table.time.push_back(row[0]);
    table.value.push_back(row[1]);
  }
}

}  // namespace fluxtet::dgtd
