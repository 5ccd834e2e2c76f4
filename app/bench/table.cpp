// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machineReport.hpp"
#include "app/bench/report.hpp"
#include "app/dgtd/step/exchangeReport.hpp"
#include "lib/base/memory.hpp"

#include <fmt/format.h>

namespace fluxtet::bench {
namespace {

std::string roofs(const BenchFacts& facts) {
  std::string text = fmt::format("{:.1f} GB/s ({})", 1e-9 * facts.bandwidth, facts.gpu ? "copy" : "triad");
  if (facts.singleFmaRate > 0) text += fmt::format(", {:.1f} GFLOP/s single", 1e-9 * facts.singleFmaRate);
  if (facts.doubleFmaRate > 0) text += fmt::format(", {:.1f} GFLOP/s double", 1e-9 * facts.doubleFmaRate);
  return text + " (FMA), measured now, all ranks";
}

bool fitsCache(const BenchFacts& facts, const Measurement& m) {
  return !facts.gpu && m.engineBytes < facts.machine.lastLevelCache;
}

}  // namespace

std::string tableHead(const BenchFacts& facts) {
  std::string text = machineHead(facts.machine, facts.gpu);
  text += headLine("engine", fmt::format("{}, {} rank{}", facts.engine, facts.ranks, facts.ranks == 1 ? "" : "s"));
  text += headLine("roofs", roofs(facts));
  text += headLine("mesh", facts.mesh);
  text += fmt::format("\n{:<2} {:<9} {:<11} {:>9} {:>18} {:>8} {:>20} {:>8} {:>20}\n", "", "", "", "", "10^6 steps/s",
                      "", "a step", "", "limit");
  text += fmt::format("{:<2} {:<9} {:<11} {:>9} {:>9} {:>8} {:>8} {:>6} {:>6} {:>6} {:>8} {:>9} {:>10} {:>7}\n", "P",
                      "precision", "kernel", "elements", "element", "dof", "spread", "bytes", "flops", "dense", "GB/s",
                      "10^6/s", "by", "share");
  return text;
}

std::string tableRow(const Measurement& m) {
  return fmt::format(
             "{:<2} {:<9} {:<11} {:>9} {:>9.2f} {:>8.0f} {:>6.1f} % {:>6.0f} {:>6.0f} {:>6.0f} {:>8.1f} {:>9.2f} "
             "{:>10} "
             "{:>5.1f} %\n",
             m.order, m.singlePrecision ? "single" : "double", nameOf(m.workload), m.elements, 1e-6 * m.elementSteps(),
             1e-6 * m.dofSteps(), 100 * m.timing.spread(), m.work.bytes, m.work.flops, m.work.denseFlops,
             1e-9 * m.bandwidth(), 1e-6 * m.limit.rate, m.limit.byMemory ? "memory" : "arithmetic", 100 * m.share()) +
         (m.exchange ? fmt::format("   {}: {}\n", toString(m.route), dgtd::exchangeText(*m.exchange)) : "") +
         (m.workload == Workload::spectra ? fmt::format("   one sample {:.4g} ms\n", 1e3 * m.timing.median) : "");
}

std::string tableNotes(const BenchFacts& facts, const std::vector<Measurement>& measurements) {
  std::string text =
      "\n"
      "Rates are medians; spread is (slowest - fastest) / median. A step is a full leap-frog step of E and H;\n"
      "fusedE and fusedH are half steps and count as half of one, spectra is a sample of both fields at one\n"
      "frequency and counts as one. Bytes and flops are counts (docs/userGuide.md, Measuring speed), GB/s is\n"
      "rate times bytes, the limit is what the counts and the measured roofs allow.\n";
  for (const Measurement& m : measurements) {
    if (!fitsCache(facts, m)) continue;
    text += fmt::format(
        "Data of less than {} fit the last-level cache, and then the limit by memory does not bind: --elements\n"
        "and --cells make larger boxes.\n",
        bytesText(facts.machine.lastLevelCache));
    break;
  }
  return text;
}

}  // namespace fluxtet::bench
