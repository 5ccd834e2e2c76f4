// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/facts.hpp"

#include "app/dgtd/case/sourceTraits.hpp"
#include "app/dgtd/excitations.hpp"
#include "app/dgtd/observers/schedule.hpp"
#include "app/dgtd/setup/lumpedLoads.hpp"
#include "app/dgtd/setup/media.hpp"
#include "app/dgtd/setup/periodicCell.hpp"
#include "app/dgtd/setup/warnings.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/memory.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/version.hpp"
#include "lib/base/wallTimeText.hpp"
#include "lib/mesh/quality.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace fluxtet::dgtd {
namespace {

std::string line(const char* label, const std::string& value) {
  return fmt::format("{:<16}{}\n", label, value);
}

std::string stepText(const RunFacts& facts) {
  if (facts.maxStableStep == 0) return fmt::format("{:.6g} s (of the checkpoint)", facts.dt);
  return fmt::format("{:.6g} s ({:.1f} % of the stable {:.6g} s)", facts.dt, 100 * facts.dt / facts.maxStableStep,
                     facts.maxStableStep);
}

std::string limitText(const RunFacts& facts) {
  if (facts.isLimitedByLayers) return "the absorbing layers";
  return fmt::format("element {} at ({:.6g}, {:.6g}, {:.6g}) m", facts.limitingElement, facts.limitingCentroid[0],
                     facts.limitingCentroid[1], facts.limitingCentroid[2]);
}

/// Wall time of all steps, as those that were measured.
std::string runTimeText(const RunFacts& facts, const DgtdCase& theCase) {
  const std::size_t runs = excitationsOf(theCase).size();
  return fmt::format(
      "{} {} for the steps{}, {} each; outputs come on top", theCase.time.untilDecay ? "at most" : "about",
      wallTimeText(static_cast<double>(facts.steps) * facts.measured.secondsPerStep),
      runs > 0 ? fmt::format(" of each of {} runs", runs) : "", wallTimeText(facts.measured.secondsPerStep));
}

/// The conditions of FilterConditions, all of which are below 1.
std::string conditionsText(const FilterConditions& conditions) {
  return fmt::format("{:.3f} of its limit; of the levels {:.3f}", conditions.ofStep,
                     fmt::join(conditions.ofLevel, ", "));
}

std::string memoryText(const RunFacts& facts) {
  const bool onGpu = !facts.gpus.empty();
  const auto most = std::max_element(facts.memory.begin(), facts.memory.end(),
                                     [](const auto& a, const auto& b) { return a.peak() < b.peak(); });
  const std::string engine = onGpu ? "" : fmt::format("engine {}, ", bytesText(most->engine));
  const std::string outputs = most->outputs > 0 ? fmt::format(", or outputs {}", bytesText(most->outputs)) : "";
  std::string text =
      line("bytes per rank", fmt::format("{} at most: mesh {}, {}time step estimate {}{}", bytesText(most->peak()),
                                         bytesText(most->mesh), engine, bytesText(most->estimate), outputs));
  if (onGpu) {
    const auto mostOnGpu = std::max_element(facts.memory.begin(), facts.memory.end(),
                                            [](const auto& a, const auto& b) { return a.gpu < b.gpu; });
    text += line("  on its GPU", fmt::format("{} at most: engine", bytesText(mostOnGpu->gpu)));
  }
  if (facts.ranks == 1 || facts.ranks > 16) return text;
  for (std::size_t r = 0; r < facts.memory.size(); ++r) {
    const RankMemory& use = facts.memory[r];
    text += line("", fmt::format("rank {:>2}: {}{}", r, bytesText(use.peak()),
                                 onGpu ? fmt::format(", on its GPU {}", bytesText(use.gpu)) : ""));
  }
  return text;
}

std::string partitionText(const partition::PartitionQuality& q) {
  if (q.ranks == 1) return "one rank";
  return fmt::format(
      "{} to {} elements a rank (imbalance {:.3f}, of their work {:.3f}), {} faces cut, at most {} halo faces and {} "
      "neighbours a rank",
      q.minElements, q.maxElements, q.imbalance, q.workImbalance, q.cutFaces, q.maxHaloFaces, q.maxNeighbours);
}

std::string lumpedPortText(const LumpedPort& port) {
  const std::string generator = port.resistance > 0
                                    ? fmt::format("{:.6g} ohm as {:.6g} {}", port.resistance, port.conductivity(),
                                                  port.isStrip ? "S of each square" : "S/m")
                                    : std::string("no resistance");
  const std::string filter =
      port.filterInductance == 0
          ? std::string()
          : fmt::format("; small time steps add {:.3g} nH in series, which its results leave out",
                        1e9 * port.filterInductance);
  return fmt::format("{}: {:.6g} m long, {:.6g} {} across, {}{}", port.name, port.length, port.across(),
                     port.isStrip ? "m" : "m^2", generator, filter);
}

std::string samplesText(const SampleTimes& samples, const DftOutput& dft) {
  return fmt::format("{} by {} samples {:.6g} s apart, from {:.6g} s to {:.6g} s", frequenciesText(dft.frequencies),
                     samples.count, samples.spacing, samples.first, samples.last());
}

}  // namespace

std::array<double, 2> edgeRange(const SubMesh& mesh, MPI_Comm comm) {
  double shortest = std::numeric_limits<double>::infinity(), longest = 0;
  for (std::int32_t e = 0; e < mesh.numElements; ++e)
    for (const double length : edgeLengths(&mesh.vertices[12 * static_cast<std::size_t>(e)])) {
      shortest = std::min(shortest, length);
      longest = std::max(longest, length);
    }
  return {minOverRanks(comm, shortest), maxOverRanks(comm, longest)};
}

template <class Real>
RunFacts factsOf(const DgtdCase& theCase, const RunSetup<Real>& setup, const TimeAxis& axis,
                 const StabilityEstimate& stability) {
  const Discretisation& d = setup.discretisation;
  const auto edges = edgeRange(d.mesh, setup.comm);
  RunFacts facts;
  facts.elements = d.mesh.totalElements;
  facts.vertices = d.mesh.totalVertices;
  facts.dofs = d.totalDofs();
  facts.order = d.basis.order();
  facts.singlePrecision = sizeof(Real) == sizeof(float);
  facts.hMin = edges[0];
  facts.hMax = edges[1];
  facts.dt = axis.dt;
  facts.maxStableStep = stability.maxStep;
  facts.steps = axis.steps;
  facts.limitingElement = stability.limitingElement;
  facts.limitingCentroid = stability.limitingCentroid;
  if (d.timeLevels.count > 0) {
    facts.timeLevels = timeLevelsLines(d.timeLevels);
    if (stability.testedStep > 0) facts.conditions = conditionsText(stability.conditions);
  } else if (theCase.dgtd.localTimeStepping.levels != TimeLevelChoice::none) {
    facts.timeLevels = {"none, since none would save work"};
  }
  facts.ranks = mpiSize(setup.comm);
  facts.threads = setup.device.threads();
  facts.backend = setup.engine->name();
  facts.gpus = setup.device.gpus();
  facts.lumpedPorts = d.lumpedPorts;
  facts.layers = layerLines(d.layers);
  facts.periods = periodLines(theCase, d);
  facts.symmetry = symmetryText(d);
  facts.wavePorts = wavePortLines(d.wavePorts.ports);
  facts.media = mediaLines(theCase);
  facts.walls = d.laws.lines(axis.dt);
  facts.totalField = totalFieldText(theCase, d.totalField);
  for (const Beam& beam : d.beams) facts.beams.push_back(beamText(beam));
  facts.warnings = warningsOf(theCase, d, edges, setup.comm);
  for (const auto& warning : warningsOfIntervals(theCase.output, axis.dt)) facts.warnings.push_back(warning);
  for (const auto& warning : warningsOfLaws(theCase, stability.shareOfLaws)) facts.warnings.push_back(warning);
  facts.isLimitedByLayers = layersBound(d.problem, constants::c0 * stability.maxStep);
  if (facts.isLimitedByLayers) facts.warnings.push_back(warningOfStepInLayers(d.problem));
  facts.partition = partition::partitionQuality(d.mesh, d.work, setup.comm);
  return facts;
}

template RunFacts factsOf(const DgtdCase&, const RunSetup<float>&, const TimeAxis&, const StabilityEstimate&);
template RunFacts factsOf(const DgtdCase&, const RunSetup<double>&, const TimeAxis&, const StabilityEstimate&);

std::string checkReport(const RunFacts& facts, const DgtdCase& theCase) {
  std::string text = fmt::format("{} is valid.\n", theCase.file);
  text += line("elements", fmt::format("{} ({} vertices)", facts.elements, facts.vertices));
  text += line("unknowns", fmt::format("{} (P{}, {} precision)", facts.dofs, facts.order,
                                       facts.singlePrecision ? "single" : "double"));
  text += line("h_min, h_max", fmt::format("{:.6g} m, {:.6g} m (shortest and longest edge)", facts.hMin, facts.hMax));
  for (const LumpedPort& port : facts.lumpedPorts) {
    const bool isPort = port.source >= firstPortSource(theCase);
    text += line(isPort ? "port" : "gap", lumpedPortText(port));
  }
  for (const std::string& port : facts.wavePorts) text += line("wave port", port);
  for (const LoadSettings& load : theCase.loads) text += line("load", loadText(load));
  for (const std::string& medium : facts.media) text += line("medium", medium);
  for (const std::string& region : facts.resolution) text += line("resolution", region);
  if (!facts.symmetry.empty()) text += line("symmetry", facts.symmetry);
  for (const std::string& period : facts.periods) text += line("period", period);
  for (const std::string& wall : facts.walls) text += line("wall", wall);
  for (const std::string& layer : facts.layers) text += line("layer", layer);
  if (!facts.totalField.empty()) text += line("total field", facts.totalField);
  for (const std::string& beam : facts.beams) text += line("beam", beam);
  if (!facts.farField.empty()) text += line("far field", facts.farField);
  if (!facts.transientFarField.empty()) text += line("  over time", facts.transientFarField);
  if (!facts.sar.empty()) text += line("sar", facts.sar);
  text += line("time step", stepText(facts));
  text += line("  limited by", limitText(facts));
  text += line("  stiff", facts.stiffElements);
  for (const std::string& levels : facts.timeLevels) text += line("local steps", levels);
  if (!facts.conditions.empty()) text += line("  stable", "the step is " + facts.conditions);
  text += line("steps", fmt::format("{} to t = {:.6g} s", facts.steps, static_cast<double>(facts.steps) * facts.dt));
  text += line("run time", runTimeText(facts, theCase));
  if (facts.samples) text += line("spectra", samplesText(*facts.samples, *theCase.output.dft));
  if (!facts.spectraAt.empty()) text += line("  at", facts.spectraAt);
  text += line("engine", facts.backend);
  if (!facts.gpus.empty()) text += line("GPUs", gpusText(facts.gpus));
  text += line("ranks, threads", fmt::format("{}, {} each", facts.ranks, facts.threads));
  text += memoryText(facts);
  text += line("partition", partitionText(facts.partition));
  return text;
}

std::vector<std::string> startLines(const RunFacts& facts) {
  const std::string from = facts.firstStep > 0 ? fmt::format(", from step {}", facts.firstStep)
                                               : fmt::format(", limited by {}", limitText(facts));
  std::vector<std::string> lines{
      fmt::format("{} elements, P{}, {} unknowns, {} on {} rank{}", facts.elements, facts.order, facts.dofs,
                  facts.backend, facts.ranks, facts.ranks == 1 ? "" : "s"),
      fmt::format("{} steps of {}{}", facts.steps, stepText(facts), from)};
  for (const std::string& levels : facts.timeLevels) lines.push_back("local time steps: " + levels);
  if (!facts.conditions.empty()) lines.push_back("the step is " + facts.conditions);
  for (const std::string& medium : facts.media) lines.push_back("medium " + medium);
  if (!facts.symmetry.empty()) lines.push_back("symmetry: " + facts.symmetry);
  lines.insert(lines.end(), facts.periods.begin(), facts.periods.end());
  for (const std::string& wall : facts.walls) lines.push_back("wall " + wall);
  lines.insert(lines.end(), facts.layers.begin(), facts.layers.end());
  if (!facts.totalField.empty()) lines.push_back("total field: " + facts.totalField);
  for (const std::string& beam : facts.beams) lines.push_back("beam: " + beam);
  if (facts.ranks > 1) lines.push_back("partition: " + partitionText(facts.partition));
  return lines;
}

RunSummary summaryOf(const RunFacts& facts) {
  RunSummary summary;
  summary.version = version();
  summary.commit = commit();
  summary.elements = facts.elements;
  summary.dofs = facts.dofs;
  summary.order = facts.order;
  summary.ranks = facts.ranks;
  summary.threads = facts.threads;
  summary.backend = facts.backend;
  for (const GpuModel& model : facts.gpus) summary.gpus.push_back({model.name, model.count});
  summary.precision = facts.singlePrecision ? "single" : "double";
  summary.hMin = facts.hMin;
  summary.hMax = facts.hMax;
  summary.cutFaces = facts.partition.cutFaces;
  summary.dt = facts.dt;
  summary.firstStep = facts.firstStep;
  summary.limitingElement = facts.limitingElement;
  summary.limitingElementAt = facts.limitingCentroid;
  return summary;
}

}  // namespace fluxtet::dgtd
