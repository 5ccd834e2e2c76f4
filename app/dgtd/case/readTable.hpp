// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"
#include "lib/config/faults.hpp"
#include "lib/physics/waveformSpec.hpp"

#include <string>

namespace fluxtet::dgtd {

/// Reads the rows (time in s, value) of a waveform from its CSV file. Adds faults that name the case's key (`path`, at
/// `mark`), the file and the line.
void readTable(TableWaveform& table, const Mark& mark, const std::string& path, config::Faults& faults);

}  // namespace fluxtet::dgtd
