// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/cavityMeasurement.hpp"
#include "app/bench/report.hpp"

#include <string>
#include <vector>

namespace fluxtet::bench {

/// Machine and engine, then the columns' titles; each line ends in a newline.
std::string cavityHead(const BenchFacts& facts);
/// One line, and on several ranks another of the exchange.
std::string cavityRow(const CavityMeasurement& measurement);
/// What the columns mean.
std::string cavityNotes();

/// The same as JSON, in SI units.
std::string cavityJson(const BenchFacts& facts, const std::vector<CavityMeasurement>& measurements);

}  // namespace fluxtet::bench
