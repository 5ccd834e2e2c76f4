// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/computeDevice.hpp"
#include "app/dgtd/measureSteps.hpp"
#include "app/dgtd/memoryNeed.hpp"
#include "app/dgtd/observers/sampleSteps.hpp"
#include "app/dgtd/runSetup.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/setup/stability.hpp"
#include "app/dgtd/setup/timeAxis.hpp"
#include "lib/output/summary.hpp"
#include "partition/quality.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Properties of a run that are known before its first step, the same on every rank. `fluxtet check`, the log and
/// summary.json report them.
struct RunFacts {
  std::int64_t elements = 0, vertices = 0, dofs = 0;
  int order = 0;
  bool singlePrecision = true;
  double hMin = 0, hMax = 0;  ///< shortest and longest edge, m
  double dt = 0;              ///< s
  double maxStableStep = 0;   ///< s, stability limit; 0 on a restart, which keeps its dt
  std::int64_t steps = 0, firstStep = 0;
  std::int64_t limitingElement = -1;  ///< global id of the element that limits dt; -1 on a restart
  bool isLimitedByLayers = false;     ///< whether absorbing layers limit dt more than this element
  Vec3 limitingCentroid{};
  std::string stiffElements;            ///< stiffElementsText(); of `fluxtet check` only
  MeasuredSteps measured;               ///< of `fluxtet check` only
  std::vector<std::string> timeLevels;  ///< timeLevelsLines(); of `fluxtet check` without any adviceOnTimeLevels()
  std::string conditions;               ///< of stability with them; empty without, and on a restart
  int ranks = 1, threads = 1;
  std::string backend;
  std::vector<GpuModel> gpus;      ///< of all ranks; empty: fields are on the CPU
  std::vector<RankMemory> memory;  ///< [rank]
  partition::PartitionQuality partition;
  std::vector<LumpedPort> lumpedPorts;
  std::vector<std::string> periods;     ///< periodLines()
  std::string symmetry;                 ///< symmetryText()
  std::vector<std::string> wavePorts;   ///< one line each
  std::vector<std::string> layers;      ///< layerLines()
  std::vector<std::string> media;       ///< mediaLines()
  std::vector<std::string> resolution;  ///< resolutionLines(); of `fluxtet check` only
  std::vector<std::string> walls;       ///< FaceLawSet::lines()
  std::optional<SampleTimes> samples;   ///< sampling times of E for output.dft
  std::string spectraAt;                ///< points, lines and slices of output.dft; empty without them
  std::vector<std::string> warnings;    ///< of input that may be a mistake, or of inexact results
  std::string sar;                      ///< what output.sar evaluates; empty without it
  std::string totalField;               ///< totalFieldText()
  std::vector<std::string> beams;       ///< beamText()
  std::string farField;                 ///< the surface of output.farField; empty without it
  std::string transientFarField;        ///< the same of output.transientFarField
};

/// Shortest and longest edge of the whole mesh, m. Collective.
std::array<double, 2> edgeRange(const SubMesh& mesh, MPI_Comm comm);
/// The properties of a run, except firstStep, memory and those that observers add (samples, sar, far fields).
/// `stability`: the estimate of the set-up, default-constructed on a restart. Collective.
template <class Real>
RunFacts factsOf(const DgtdCase& theCase, const RunSetup<Real>& setup, const TimeAxis& axis,
                 const StabilityEstimate& stability);

/// The report of `fluxtet check`, several lines ending in a newline.
std::string checkReport(const RunFacts& facts, const DgtdCase& theCase);
/// The part of summary.json that is known before the first step, with the program's version and commit.
RunSummary summaryOf(const RunFacts& facts);
/// Lines for the log at the start of a run: mesh and engine; time steps; with several ranks, the partition.
std::vector<std::string> startLines(const RunFacts& facts);

}  // namespace fluxtet::dgtd
