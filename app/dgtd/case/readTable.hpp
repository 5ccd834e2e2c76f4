// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"
#include "lib/config/faults.hpp"
#include "lib/physics/waveformSpec.hpp"

#include <string>

namespace fluxtet::dgtd {

/// Reads the rows of a waveform from its CSV file. Faults name the key of the case, which is `path` and stands at
/// `mark`, the file and the line.
void readTable(TableWaveform& table, const Mark& mark, const std::string& path, config::Faults& faults);

}  // namespace fluxtet::dgtd
