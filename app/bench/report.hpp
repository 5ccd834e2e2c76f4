// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/machine.hpp"
#include "app/bench/measurement.hpp"
#include "kernels/device/gpu.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fluxtet::bench {

/// Properties that all measurements of one call share.
struct BenchFacts {
  MachineFacts machine;
  std::optional<GpuInfo> gpu;  ///< of rank 0; none: measured on the CPU
  std::string engine;          ///< FieldEngine::name() on rank 0
  std::string mesh;            ///< "box" or the case file
  int ranks = 1, threads = 1;
  double secondsPerMeasurement = 0;
  double bandwidth = 0;                         ///< bytes/s, all ranks
  double singleFmaRate = 0, doubleFmaRate = 0;  ///< flop/s, all ranks; 0: not measured

  Roofline roofline(bool singlePrecision) const { return {bandwidth, singlePrecision ? singleFmaRate : doubleFmaRate}; }
};

/// Header of the table: machine, engine, roofline, titles of the columns; each line ends in a newline.
std::string tableHead(const BenchFacts& facts);
/// One line of the table.
std::string tableRow(const Measurement& measurement);
/// Explanation of the columns, and a note if the data fit into the cache.
std::string tableNotes(const BenchFacts& facts, const std::vector<Measurement>& measurements);

/// Header and lines as JSON, in SI units.
std::string benchJson(const BenchFacts& facts, const std::vector<Measurement>& measurements);

}  // namespace fluxtet::bench
