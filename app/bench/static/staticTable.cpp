// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machineReport.hpp"
#include "app/bench/static/stages.hpp"
#include "app/bench/static/staticReport.hpp"
#include "app/static/case/staticCase.hpp"

#include <fmt/format.h>

namespace fluxtet::bench {
namespace {

std::string methodText(const StaticMeasurement& m) {
  return m.reduction ? fmt::format("{} {}", toString(m.method), toString(*m.reduction)) : toString(m.method);
}

std::string stagesText(const char* label, const AssemblyTime& time) {
  std::string text = fmt::format("   {:<6}", label);
  for (const auto& [name, milliseconds] : stagesOf(time.stages))
    if (milliseconds > 0) text += fmt::format(" {} {:.4g},", name, milliseconds);
  return text + fmt::format(" together {:.4g} ms\n", sumOfStages(time.stages));
}

std::string iterationText(const StaticBenchFacts& facts, const std::optional<IterationTime>& iteration) {
  if (!iteration) return fmt::format(" {:>10}", "too short");
  return fmt::format(" {:>10.2f} {:>8.2f} {:>8.1f} {:>5.1f} %", 1e6 * iteration->seconds, 1e-6 * iteration->bytes,
                     1e-9 * iteration->bytes / iteration->seconds, 100 * bandwidthShare(facts, *iteration));
}

std::string solveText(const SolveTime& solve) {
  if (!solve.failure.empty()) return fmt::format("   solve  {:.4g} s: {}\n", solve.seconds, solve.failure);
  return fmt::format("   solve  {} iterations to {:.1e} in {:.4g} s, true residual {:.1e}\n", solve.result.iterations,
                     solve.tolerance, solve.seconds, solve.result.residual);
}

}  // namespace

double bandwidthShare(const StaticBenchFacts& facts, const IterationTime& iteration) {
  return iteration.bytes / iteration.seconds / facts.bandwidth;
}

std::string staticTableHead(const StaticBenchFacts& facts) {
  std::string text = machineHead(facts.machine, facts.gpu);
  text += headLine("engine", facts.engine);
  text += headLine("bandwidth",
                   fmt::format("{:.1f} GB/s ({}), measured now", 1e-9 * facts.bandwidth, facts.gpu ? "copy" : "triad"));
  text += headLine("mesh", facts.mesh);
  text += headLine("problem", facts.problem);
  text += fmt::format("\n{:<29} {:>10} {:>20} {:>20} {:>15} {:>38}\n", "", "", "first assembly", "second assembly",
                      "bytes/element", "an iteration");
  text += fmt::format("{:<2} {:<9} {:<16} {:>10} {:>10} {:>9} {:>10} {:>9} {:>8} {:>6} {:>10} {:>8} {:>8} {:>7}\n", "P",
                      "precision", "method", "elements", "ms", "10^6/s", "ms", "10^6/s", "peak", "after", "us", "MB",
                      "GB/s", "share");
  return text;
}

std::string staticTableRow(const StaticBenchFacts& facts, const StaticMeasurement& m) {
  std::string text =
      fmt::format("{:<2} {:<9} {:<16} {:>10} {:>10.4g} {:>9.2f} {:>10.4g} {:>9.2f} {:>8.0f} {:>6.0f}", m.order,
                  m.singlePrecision ? "single" : "double", methodText(m), m.elements, 1e3 * m.first.seconds,
                  1e-6 * m.elementsPerSecond(m.first), 1e3 * m.again.seconds, 1e-6 * m.elementsPerSecond(m.again),
                  m.perElement(m.memory.peak), m.perElement(m.memory.after));
  text += iterationText(facts, m.iteration) + '\n';
  text += stagesText("first", m.first) + stagesText("second", m.again);
  if (m.colouring)
    text += fmt::format("   {} colours of {} to {} elements\n", m.colouring->colours, m.colouring->smallest,
                        m.colouring->largest);
  if (m.solve) text += solveText(*m.solve);
  return text;
}

std::string staticTableNotes() {
  return "\n"
         "Times are medians of the whole call; stages are the engine's own clock. The first assembly is that of a new "
         "engine, the\n"
         "second has what depends on the mesh alone. Rates are elements. MB are counted (docs/userGuide.md, Measuring "
         "speed), share\n"
         "is of the bandwidth measured above; what fits a cache may exceed it.\n";
}

}  // namespace fluxtet::bench
