// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/summary.hpp"

#include "lib/output/exchangeJson.hpp"
#include "lib/output/outputDirectory.hpp"

namespace fluxtet {

namespace {

using Json = nlohmann::ordered_json;

/// Units of work per second of the time loop; 0 before anything was done.
double perSecond(std::int64_t units, std::int64_t steps, double seconds) {
  return seconds > 0 ? static_cast<double>(units) * static_cast<double>(steps) / seconds : 0.0;
}

Json wallJson(const RunSummary::WallTime& wall) {
  return {{"setup", wall.setUp},
          {"loop", wall.loop},
          {"output", wall.output},
          {"exchange", wall.exchange},
          {"total", wall.total}};
}

Json setUpJson(const std::vector<PhaseTimer::Phase>& phases) {
  constexpr double msPerSecond = 1e3;
  Json json = Json::object();
  for (const auto& phase : phases) json[phase.name] = msPerSecond * phase.seconds;
  return json;
}

Json partitionJson(const RunSummary::Balance& balance, std::int64_t cutFaces) {
  Json json{{"imbalance", balance.elements}, {"work_imbalance", balance.work}};
  if (balance.time) json["time_imbalance"] = *balance.time;
  if (balance.waitingShare) json["waiting_share"] = *balance.waitingShare;
  json["cut_faces"] = cutFaces;
  return json;
}

Json gpusJson(const std::vector<RunSummary::Gpus>& gpus) {
  Json json = Json::array();
  for (const auto& model : gpus) json.push_back({{"name", model.name}, {"count", model.count}});
  return json;
}

Json dftJson(const RunSummary::Dft& dft) {
  Json json{{"frequencies_Hz", dft.frequencies},
            {"samples", dft.samples},
            {"first_time_s", dft.firstTime},
            {"last_time_s", dft.lastTime}};
  if (dft.seconds) json["wall_s"] = *dft.seconds;
  return json;
}

}  // namespace

Json exchangeJson(const RunSummary::ExchangeSummary& e) {
  Json json{{"pairs",
             {{"host", e.host},
              {"peer", e.peer},
              {"gpuAware", e.gpuAware},
              {"pinned", e.pinnedShared + e.pinnedMpi},
              {"pinned_through_mpi", e.pinnedMpi}}},
            {"bytes_per_step", e.bytesPerStep}};
  if (e.hiddenShare) {
    json["message_s"] = e.messageSeconds;
    json["hidden_share"] = *e.hiddenShare;
  }
  return json;
}

std::string summaryJson(const RunSummary& s) {
  Json json{{"status", s.status},
            {"case", s.caseFile},
            {"version", s.version},
            {"commit", s.commit},
            {"elements", s.elements},
            {"order", s.order},
            {"dofs", s.dofs},
            {"h_min_m", s.hMin},
            {"h_max_m", s.hMax},
            {"ranks", s.ranks},
            {"threads", s.threads},
            {"backend", s.backend},
            {"gpus", gpusJson(s.gpus)},
            {"precision", s.precision},
            {"partition", partitionJson(s.balance, s.cutFaces)},
            {"dt_s", s.dt},
            {"limiting_element", {{"id", s.limitingElement}, {"at_m", s.limitingElementAt}}},
            {"first_step", s.firstStep},
            {"steps", s.steps},
            {"wall_s", wallJson(s.wall)},
            {"setup_ms", setUpJson(s.setUpPhases)},
            {"element_steps_per_s", perSecond(s.elements, s.stepsRun(), s.wall.loop)},
            {"dof_steps_per_s", perSecond(s.dofs, s.stepsRun(), s.wall.loop)}};
  if (s.exchange) json["exchange"] = exchangeJson(*s.exchange);
  if (s.energy)
    json["energy_J"] = {{"initial", s.energy->initial},
                        {"final", s.energy->final},
                        {"final_over_peak_dB", s.energy->level},
                        {"max_relative_drift", s.energy->maxRelativeDrift}};
  if (s.exact) json["exact"] = {{"l2_relative_E", s.exact->E}, {"l2_relative_H", s.exact->H}};
  if (s.dft) json["dft"] = dftJson(*s.dft);
  for (const auto& [name, text] : s.sections) json[name] = Json::parse(text);
  json["warnings"] = s.warnings;
  json["peak_bytes"] = s.peakBytes;
  if (!s.gpuBytes.empty()) json["gpu_bytes"] = s.gpuBytes;
  // A case file's name need not be valid UTF-8: the summary must be written all the same.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

void writeSummary(const std::filesystem::path& directory, const RunSummary& summary) {
  writeTextFile(directory / outputName::summary, summaryJson(summary));
}

}  // namespace fluxtet
