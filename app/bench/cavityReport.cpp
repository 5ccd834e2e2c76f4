// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/cavityReport.hpp"

#include "app/bench/machineReport.hpp"
#include "app/dgtd/step/exchangeReport.hpp"
#include "lib/output/exchangeJson.hpp"

#include <fmt/format.h>

namespace fluxtet::bench {
namespace {

using Json = nlohmann::ordered_json;

Json secondsJson(const CavityMeasurement& m) {
  return {{"engine", m.copies.engine}, {"set", m.run.set},
          {"upload", m.copies.upload}, {"steps", m.run.median},
          {"fastest", m.run.fastest},  {"slowest", m.run.slowest},
          {"runs", m.run.runs},        {"download", m.copies.download}};
}

Json measurementJson(const CavityMeasurement& m) {
  Json json{{"order", m.order},
            {"precision", m.singlePrecision ? "single" : "double"},
            {"kernels", toString(m.kernels)},
            {"penalty", m.penalty},
            {"cells", m.cells},
            {"blocks", m.blocks},
            {"elements", m.elements},
            {"steps", m.steps},
            {"dt_s", m.dt},
            {"seconds", secondsJson(m)},
            {"element_steps_per_s", m.elementSteps()},
            {"dense_flops_per_element_step", m.denseFlops},
            {"dense_flop_per_s", m.flopRate()},
            {"error", m.run.error}};
  if (m.run.exchange) {
    json["exchange_way"] = toString(m.route);
    json["exchange"] = exchangeJson(*m.run.exchange);
  }
  return json;
}

std::string boxText(const Cells& n) {
  return fmt::format("{}x{}x{}", n[0], n[1], n[2]);
}

}  // namespace

std::string cavityHead(const BenchFacts& facts) {
  return machineHead(facts.machine, facts.gpu) +
         headLine("engine", fmt::format("{}, {} rank{}, {} thread{} each", facts.engine, facts.ranks,
                                        facts.ranks == 1 ? "" : "s", facts.threads, facts.threads == 1 ? "" : "s")) +
         headLine("mesh", facts.mesh) +
         fmt::format("\n{:<2} {:<9} {:<7} {:>11} {:>9} {:>6} {:>9} {:>11} {:>9} {:>8} {:>8}\n", "P", "precision",
                     "kernels", "cells", "elements", "steps", "seconds", "with copies", "GFlop/s", "set ms", "error");
}

std::string cavityRow(const CavityMeasurement& m) {
  const std::string row =
      fmt::format("{:<2} {:<9} {:<7} {:>11} {:>9} {:>6} {:>9.4f} {:>11.4f} {:>9.1f} {:>8.3f} {:>8.1e}\n", m.order,
                  m.singlePrecision ? "single" : "double", toString(m.kernels), boxText(m.cells), m.elements, m.steps,
                  m.run.median, m.withCopies(), 1e-9 * m.flopRate(), 1e3 * m.run.set, m.run.error);
  if (!m.run.exchange) return row;
  return row + fmt::format("   {}: {}\n", toString(m.route), dgtd::exchangeText(*m.run.exchange));
}

std::string cavityNotes() {
  return "\n"
         "Seconds are the median of whole runs; with copies: besides both fields from the host's memory to the engine\n"
         "and back. GFlop/s counts the operators of the three published kernels as dense (docs/userGuide.md, The\n"
         "published weak scaling), without copies. The error is the largest of a nodal value at the end, as a share "
         "of\n"
         "the mode's amplitude.\n";
}

std::string cavityJson(const BenchFacts& facts, const std::vector<CavityMeasurement>& measurements) {
  Json json = machineJson(facts.machine, facts.gpu);
  json.update(Json{{"engine", facts.engine},
                   {"ranks", facts.ranks},
                   {"threads", facts.threads},
                   {"mesh", facts.mesh},
                   {"seconds_per_measurement", facts.secondsPerMeasurement}});
  json["cavity"] = Json::array();
  for (const CavityMeasurement& m : measurements) json["cavity"].push_back(measurementJson(m));
  return jsonText(json);
}

}  // namespace fluxtet::bench
