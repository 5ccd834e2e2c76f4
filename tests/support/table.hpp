// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace fluxtet::test {

/// A CSV of the program: named columns (units stripped).
struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;

  const std::vector<double>& operator[](const std::string& name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::runtime_error("no column " + name);
    return columns[static_cast<std::size_t>(found - names.begin())];
  }
};

/// `texts`: how many columns at the left are names; they are left out.
inline Table readTable(const std::filesystem::path& file, std::size_t texts = 0) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  Table table;
  std::string line, cell;
  std::getline(stream, line);
  for (std::istringstream header(line); std::getline(header, cell, ',');)
    table.names.push_back(cell.substr(0, cell.find(" [")));
  table.names.erase(table.names.begin(), table.names.begin() + static_cast<std::ptrdiff_t>(texts));
  table.columns.resize(table.names.size());
  while (std::getline(stream, line)) {
    std::istringstream row(line);
    for (std::size_t i = 0; i < texts; ++i) std::getline(row, cell, ',');
    for (auto& column : table.columns) {
      std::getline(row, cell, ',');
      column.push_back(std::stod(cell));
    }
  }
  return table;
}

}  // namespace fluxtet::test
