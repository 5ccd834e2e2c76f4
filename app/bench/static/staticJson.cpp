// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machineReport.hpp"
#include "app/bench/static/stages.hpp"
#include "app/bench/static/staticReport.hpp"
#include "app/static/case/staticCase.hpp"

namespace fluxtet::bench {
namespace {

using Json = nlohmann::ordered_json;

Json assemblyJson(const StaticMeasurement& m, const AssemblyTime& time) {
  Json stages;
  for (const auto& [name, milliseconds] : stagesOf(time.stages)) stages[name] = milliseconds;
  return {{"seconds", time.seconds},
          {"samples", time.samples},
          {"elements_per_s", m.elementsPerSecond(time)},
          {"milliseconds", stages},
          {"milliseconds_together", sumOfStages(time.stages)}};
}

Json iterationJson(const StaticBenchFacts& facts, const IterationTime& iteration) {
  return {{"seconds", iteration.seconds},
          {"iterations", iteration.iterations},
          {"bytes", iteration.bytes},
          {"bytes_per_s", iteration.bytes / iteration.seconds},
          {"share", bandwidthShare(facts, iteration)}};
}

Json solveJson(const SolveTime& solve) {
  Json json{{"seconds", solve.seconds}, {"tolerance", solve.tolerance}};
  if (solve.failure.empty()) {
    json["iterations"] = solve.result.iterations;
    json["residual"] = solve.result.residual;
  } else {
    json["failure"] = solve.failure;
  }
  return json;
}

Json measurementJson(const StaticBenchFacts& facts, const StaticMeasurement& m) {
  Json json{{"method", toString(m.method)}};
  if (m.reduction) json["reduction"] = toString(*m.reduction);
  json.update(
      {{"order", m.order},
       {"precision", m.singlePrecision ? "single" : "double"},
       {"elements", m.elements},
       {"dofs", m.dofs},
       {"nonzeros", m.nonzeros},
       {"set_up_seconds", m.setUpSeconds},
       {"first_assembly", assemblyJson(m, m.first)},
       {"second_assembly", assemblyJson(m, m.again)},
       {"bytes_per_element", {{"peak", m.perElement(m.memory.peak)}, {"after", m.perElement(m.memory.after)}}}});
  if (m.colouring)
    json["colouring"] = {
        {"colours", m.colouring->colours}, {"smallest", m.colouring->smallest}, {"largest", m.colouring->largest}};
  if (m.iteration) json["iteration"] = iterationJson(facts, *m.iteration);
  if (m.solve) json["solve"] = solveJson(*m.solve);
  return json;
}

}  // namespace

std::string staticBenchJson(const StaticBenchFacts& facts, const std::vector<StaticMeasurement>& measurements) {
  Json json = machineJson(facts.machine, facts.gpu);
  json.update(Json{{"engine", facts.engine},
                   {"threads", facts.threads},
                   {"solver", "static"},
                   {"problem", facts.problem},
                   {"mesh", facts.mesh},
                   {"dimension", facts.dimension},
                   {"seconds_per_measurement", facts.secondsPerMeasurement},
                   {"bandwidth_bytes_per_s", facts.bandwidth}});
  json["measurements"] = Json::array();
  for (const StaticMeasurement& m : measurements) json["measurements"].push_back(measurementJson(facts, m));
  return jsonText(json);
}

}  // namespace fluxtet::bench
