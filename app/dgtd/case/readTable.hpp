// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"
#include "lib/config/faults.hpp"
#include "lib/physics/waveformSpec.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// What the rows of a table are.
struct TableForm {
  std::size_t columns;
  const char *numbers, *meaning;  ///< "two numbers", "time in s and value"
  const char *first, *unit;       ///< the first column, which ascends: "time", "s"
};
/// Reads the rows of numbers of a CSV file, separated by ',', ';', tabs or blanks; lines that begin with # are left
/// out, and a first line of names. Adds faults that name the case's key (`path`, at `mark`), the file and the line;
/// then returns what was read before.
std::vector<std::vector<double>> readRows(const std::string& file, const TableForm& form, const Mark& mark,
                                          const std::string& path, config::Faults& faults);

/// Reads the rows (time in s, value) of a waveform from its CSV file. Adds faults that name the case's key (`path`, at
/// `mark`), the file and the line.
void readTable(TableWaveform& table, const Mark& mark, const std::string& path, config::Faults& faults);

}  // namespace fluxtet::dgtd
