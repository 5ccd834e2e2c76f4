// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/machine.hpp"
#include "app/bench/static/staticMeasurement.hpp"
#include "kernels/device/gpu.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fluxtet::bench {

/// What all measurements of one call have in common.
struct StaticBenchFacts {
  MachineFacts machine;
  std::optional<GpuInfo> gpu;  ///< nothing: measured on the CPU
  std::string engine;          ///< StaticEngine::name()
  std::string mesh;            ///< the case file, or what was generated
  std::string problem;         ///< as a case names it
  int dimension = 2;
  int threads = 1;
  double secondsPerMeasurement = 0;
  double bandwidth = 0;  ///< bytes/s
};

/// Share of the measured bandwidth that the counted bytes of an iteration make.
double bandwidthShare(const StaticBenchFacts& facts, const IterationTime& iteration);

/// Machine, engine and mesh, several lines, then the columns' titles; each line ends in a newline.
std::string staticTableHead(const StaticBenchFacts& facts);
/// A line of totals and the lines of the stages.
std::string staticTableRow(const StaticBenchFacts& facts, const StaticMeasurement& measurement);
/// What the columns mean.
std::string staticTableNotes();

/// The same as JSON, in SI units, stages in milliseconds.
std::string staticBenchJson(const StaticBenchFacts& facts, const std::vector<StaticMeasurement>& measurements);

}  // namespace fluxtet::bench
