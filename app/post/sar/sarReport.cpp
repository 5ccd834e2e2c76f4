// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/sarResult.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace fluxtet::sar {

namespace {

using Json = nlohmann::ordered_json;

Json complexJson(std::complex<double> z) {
  return Json::array({z.real(), z.imag()});
}

const char* toString(CubeKind kind) {
  return kind == CubeKind::valid    ? "valid"
         : kind == CubeKind::used   ? "used"
         : kind == CubeKind::unused ? "unused"
                                    : "background";
}

std::string milliwatts(double power) {
  return fmt::format("{:.4g} mW", 1e3 * power);
}
std::string grams(double mass) {
  return fmt::format("{:.6g} g", 1e3 * mass);
}
std::string millimetres(const Vec3& x) {
  return fmt::format("({:.1f}, {:.1f}, {:.1f}) mm", 1e3 * x[0], 1e3 * x[1], 1e3 * x[2]);
}

std::string tissueLine(const TissueSar& tissue) {
  return fmt::format("  {:<16} {:>10} {:>12} {:>11.4g} W/kg {:>11.4g} W/kg", tissue.name,
                     fmt::format("{:.4g} kg", tissue.mass), milliwatts(tissue.absorbed), tissue.mean(), tissue.largest);
}

std::string powerLine(const SarResult& result) {
  const Powers& p = result.powers;
  std::string line = fmt::format("powers at {:.6g} MHz: ", 1e-6 * p.frequency);
  if (p.fed) line += fmt::format("given {}, ", milliwatts(p.accepted()));
  line += fmt::format("absorbed {}, through the boundary {}", milliwatts(p.absorbed), milliwatts(p.outgoing));
  if (!std::isnan(p.imbalance())) line += fmt::format(", imbalance {:.2g} %", 100 * p.imbalance());
  if (result.ofPulse)
    line += " (of a pulse, whose size at this frequency no longer counts)";
  else if (result.scale != 1)
    line += fmt::format(" (scaled by {:.6g})", result.scale);
  return line;
}

std::string wallsLine(const Powers& powers) {
  std::string line = "walls and loads:";
  for (const Powers::Region& wall : powers.walls)
    line += fmt::format("{} {} {}", &wall == &powers.walls.front() ? "" : ",", wall.name, milliwatts(wall.absorbed));
  return line;
}

std::string portLine(const ports::PortPower& port) {
  const std::complex<double> z = port.impedance();
  return fmt::format("port {}: {:.4g} V, {:.4g} A, impedance {:.4g} {} {:.4g}i ohm, {} accepted", port.region,
                     std::abs(port.voltage), std::abs(port.current), z.real(), z.imag() < 0 ? '-' : '+',
                     std::abs(z.imag()), milliwatts(port.accepted));
}

std::string averageLine(const AverageResult& average) {
  if (!average.found) return fmt::format("no {} average: the voxels of tissue weigh less", grams(average.mass));
  return fmt::format("peak {} average {:.5g} W/kg at {} in {}, cube of {:.2f} mm ({})", grams(average.mass),
                     average.peak.sar, millimetres(average.at), average.tissue, 1e3 * average.peak.side,
                     toString(average.peak.kind));
}

Json tissueJson(const TissueSar& tissue) {
  return {{"mass_kg", tissue.mass},
          {"absorbed_W", tissue.absorbed},
          {"mean_W_per_kg", tissue.mean()},
          {"largest_element_W_per_kg", tissue.largest}};
}

Json averageJson(const AverageResult& average) {
  Json json{{"mass_kg", average.mass}};
  if (!average.found) {
    json["peak_W_per_kg"] = nullptr;
    return json;
  }
  json["peak_W_per_kg"] = average.peak.sar;
  json["at_m"] = average.at;
  json["tissue"] = average.tissue;
  json["cube"] = {{"kind", toString(average.peak.kind)},
                  {"side_m", average.peak.side},
                  {"mass_kg", average.peak.mass},
                  {"background_share", average.peak.backgroundShare}};
  return json;
}

}  // namespace

std::vector<std::string> powerWarnings(const Powers& powers) {
  constexpr double worthTelling = 0.05, uncertain = 0.01;
  std::vector<std::string> warnings;
  if (powers.imbalance() > worthTelling)
    warnings.push_back(fmt::format(
        "the powers miss their balance by {:.2g} %: the run was not steady (raise output.dft.after and time.end), or "
        "the mesh is too coarse, in a material or at the outer boundary",
        100 * powers.imbalance()));
  for (const ports::PortPower& port : powers.ports)
    if (port.currentError > uncertain * std::abs(port.current))
      warnings.push_back(fmt::format(
          "port {}: its current of {:.3g} A is what is left of far larger ones in its small resistance, and rounding "
          "may "
          "have moved it by {:.2g} A: take dgtd.precision double, or a resistance nearer to what the gap feeds",
          port.region, std::abs(port.current), port.currentError));
  return warnings;
}

std::vector<std::string> sarLines(const SarResult& result) {
  std::vector<std::string> lines{powerLine(result)};
  if (!result.powers.walls.empty()) lines.push_back(wallsLine(result.powers));
  for (const ports::PortPower& port : result.powers.ports) lines.push_back(portLine(port));
  if (result.tissues.empty()) return lines;
  lines.push_back(
      fmt::format("  {:<16} {:>10} {:>12} {:>16} {:>16}", "tissue", "mass", "absorbed", "mean SAR", "largest element"));
  for (const TissueSar& tissue : result.tissues) lines.push_back(tissueLine(tissue));
  if (result.tissues.size() > 1) lines.push_back(tissueLine(result.whole));
  for (const AverageResult& average : result.averages) lines.push_back(averageLine(average));
  return lines;
}

namespace {

Json powersOf(const SarResult& result) {
  const Powers& p = result.powers;
  Json json{{"frequency_Hz", p.frequency}, {"scale", result.scale}};
  if (!p.ports.empty()) {
    json["impressed_W"] = p.impressed;
    json["gap_resistances_W"] = p.portLoss;
  }
  if (p.fed) json["accepted_W"] = p.accepted();
  json["absorbed_W"] = p.absorbed;
  json["outgoing_W"] = p.outgoing;
  json["imbalance"] = p.imbalance();
  json["absorbed_by_region_W"] = Json::object();
  for (const auto& region : p.regions) json["absorbed_by_region_W"][region.name] = region.absorbed;
  if (!p.walls.empty()) json["absorbed_by_walls_and_loads_W"] = Json::object();
  for (const auto& wall : p.walls) {
    Json& sum = json["absorbed_by_walls_and_loads_W"][wall.name];  // a region and a surface may share a name
    sum = (sum.is_null() ? 0.0 : sum.get<double>()) + wall.absorbed;
  }
  json["gaps"] = Json::array();
  for (const ports::PortPower& port : p.ports)
    json["gaps"].push_back({{"region", port.region},
                            {"voltage_V", complexJson(port.voltage)},
                            {"current_A", complexJson(port.current)},
                            {"current_rounding_A", port.currentError},
                            {"impedance_ohm", complexJson(port.impedance())},
                            {"accepted_W", port.accepted}});
  return json;
}

Json ratesOf(const SarResult& result) {
  Json json{{"frequency_Hz", result.powers.frequency}, {"tissues", Json::object()}};
  for (const TissueSar& tissue : result.tissues) json["tissues"][tissue.name] = tissueJson(tissue);
  json["whole_body"] = tissueJson(result.whole);
  json["largest_element"] = {
      {"W_per_kg", result.whole.largest}, {"at_m", result.largestAt}, {"tissue", result.largestTissue}};
  json["voxel_m"] = result.voxel;
  json["averages"] = Json::array();
  for (const AverageResult& average : result.averages) json["averages"].push_back(averageJson(average));
  json["wall_s"] = result.seconds;
  return json;
}

/// The text of one object, or of a list of several.
std::string textOf(std::span<const SarResult> results, Json (*jsonOf)(const SarResult&)) {
  Json list = Json::array();
  for (const SarResult& result : results) list.push_back(jsonOf(result));
  const Json& json = results.size() == 1 ? list.front() : list;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string powersJson(std::span<const SarResult> results) {
  return textOf(results, powersOf);
}

std::string sarJson(std::span<const SarResult> results) {
  return textOf(results, ratesOf);
}

}  // namespace fluxtet::sar
