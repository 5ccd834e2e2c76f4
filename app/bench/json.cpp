// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machineReport.hpp"
#include "app/bench/report.hpp"
#include "app/dgtd/step/exchangeReport.hpp"
#include "lib/output/exchangeJson.hpp"

namespace fluxtet::bench {
namespace {

using Json = nlohmann::ordered_json;

const char* precisionName(bool single) {
  return single ? "single" : "double";
}

Json rooflineJson(const BenchFacts& facts) {
  Json json{{"bandwidth_bytes_per_s", facts.bandwidth}};
  for (const bool single : {true, false})
    if (const double rate = facts.roofline(single).fmaRate; rate > 0)
      json["fma_flop_per_s"][precisionName(single)] = rate;
  return json;
}

Json timingJson(const Timing& t) {
  return {{"median", t.median},
          {"fastest", t.fastest},
          {"slowest", t.slowest},
          {"samples", t.samples},
          {"calls_per_sample", t.callsPerSample}};
}

Json measurementJson(const Measurement& m) {
  Json json{{"order", m.order},
            {"precision", precisionName(m.singlePrecision)},
            {"kernel", nameOf(m.workload)},
            {"penalty", m.penalty},
            {"elements", m.elements},
            {"engine_bytes", m.engineBytes},
            {"steps_per_call", stepsPerCall(m.workload)},
            {"seconds_per_call", timingJson(m.timing)},
            {"spread", m.timing.spread()},
            {"element_steps_per_s", m.elementSteps()},
            {"dof_steps_per_s", m.dofSteps()},
            {"bytes_per_element_step", m.work.bytes},
            {"flops_per_element_step", m.work.flops},
            {"dense_flops_per_element_step", m.work.denseFlops},
            {"bytes_per_s", m.bandwidth()},
            {"flop_per_s", m.flopRate()},
            {"limit_element_steps_per_s", m.limit.rate},
            {"limited_by", m.limit.byMemory ? "memory" : "arithmetic"},
            {"share", m.share()}};
  if (m.exchange) {
    json["exchange"] = dgtd::exchangeText(*m.exchange);
    json["exchange_way"] = toString(m.route);
    json["exchange_measured"] = exchangeJson(*m.exchange);
  }
  return json;
}

}  // namespace

std::string benchJson(const BenchFacts& facts, const std::vector<Measurement>& measurements) {
  Json json = machineJson(facts.machine, facts.gpu);
  json.update(Json{{"engine", facts.engine},
                   {"ranks", facts.ranks},
                   {"threads", facts.threads},
                   {"mesh", facts.mesh},
                   {"seconds_per_measurement", facts.secondsPerMeasurement},
                   {"roofline", rooflineJson(facts)}});
  json["measurements"] = Json::array();
  for (const Measurement& m : measurements) json["measurements"].push_back(measurementJson(m));
  return jsonText(json);
}

}  // namespace fluxtet::bench
