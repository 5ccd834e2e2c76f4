// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/cavityMeasurement.hpp"
#include "app/bench/report.hpp"

#include <string>
#include <vector>

namespace fluxtet::bench {

/// Header of the table: machine, engine, titles of the columns; each line ends in a newline.
std::string cavityHead(const BenchFacts& facts);
/// One line of the table; with several ranks, a second one on the exchange.
std::string cavityRow(const CavityMeasurement& measurement);
/// Explanation of the columns.
std::string cavityNotes();

/// Header and lines as JSON, in SI units.
std::string cavityJson(const BenchFacts& facts, const std::vector<CavityMeasurement>& measurements);

}  // namespace fluxtet::bench
