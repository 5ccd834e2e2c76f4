// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/periodicCell.hpp"

#include "lib/base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

std::vector<partition::SurfacePair> surfacePairs(const DgtdCase& theCase, const MeshGroups& groups) {
  std::vector<partition::SurfacePair> pairs;
  for (const PeriodicPair& pair : theCase.periodic) {
    const std::int32_t first = groupIndex(groups.surfaces, pair.surface);
    const std::int32_t second = groupIndex(groups.surfaces, pair.partner);
    if (first < 0 || second < 0) continue;
    pairs.push_back({first, second, fmt::format("{}: boundaries.{}.periodic", toString(pair.mark), pair.surface)});
  }
  return pairs;
}

void requirePeriodicWaves(const DgtdCase& theCase, const Discretisation& d) {
  constexpr double rounding = 1e-6;
  for (const IncidentWave& wave : d.problem.waves) {
    // The second component of an elliptical wave has a waveform of its own, and the direction of the first.
    const auto source = static_cast<std::size_t>(wave.waveform);
    if (source >= theCase.sources.size()) continue;
    const auto* spec = std::get_if<PlaneWaveSource>(&theCase.sources[source]);
    if (!spec) continue;  // the mode of a wave port
    const Mark& mark = spec->mark;
    for (std::size_t p = 0; p < d.periods.size(); ++p)
      require(
          std::abs(dot(wave.direction, normalised(d.periods[p]))) <= rounding,
          "{}: planeWave: the wave (or what a half space reflects of it) travels along ({:.6g}, {:.6g}, {:.6g}), "
          "which is not across the period from '{}' to '{}', ({:.6g}, {:.6g}, {:.6g}) m, so that the cells of the "
          "array would not all see the same field: periodic surfaces take only normal incidence: choose a direction "
          "along them",
          toString(mark), wave.direction[0], wave.direction[1], wave.direction[2], theCase.periodic[p].surface,
          theCase.periodic[p].partner, d.periods[p][0], d.periods[p][1], d.periods[p][2]);
  }
}

std::vector<std::string> periodLines(const DgtdCase& theCase, const Discretisation& d) {
  std::vector<std::string> lines;
  for (std::size_t p = 0; p < d.periods.size(); ++p)
    lines.push_back(fmt::format("'{}' and '{}' are periodic, ({:.6g}, {:.6g}, {:.6g}) m apart",
                                theCase.periodic[p].surface, theCase.periodic[p].partner, d.periods[p][0],
                                d.periods[p][1], d.periods[p][2]));
  return lines;
}

void requirePortsWithoutImages(const DgtdCase& theCase, const Discretisation& d) {
  if (!theCase.output.sParameters) return;
  for (const LumpedPort& port : d.lumpedPorts)
    require(port.copies == d.copies(),
            "{}: output.sParameters: port '{}' does not lie on all planes of symmetry, so that the whole device has {} "
            "ports like it, always excited together: S-parameters between them need a mesh of the whole device",
            toString(theCase.output.sParameters->mark), port.name, d.copies() / port.copies);
}

std::string symmetryText(const Discretisation& d) {
  if (d.symmetryPlanes.empty()) return {};
  std::string planes;
  for (const SymmetryPlane& plane : d.symmetryPlanes)
    for (const std::int32_t group : plane.groups)
      planes +=
          fmt::format("{}'{}'", planes.empty() ? "" : ", ", d.mesh.groups.surfaces[static_cast<std::size_t>(group)]);
  return fmt::format("the mesh is one of {} equal parts, cut at {}; powers, ports and far fields are those of all",
                     d.copies(), planes);
}

std::string symmetryJson(const Discretisation& d) {
  nlohmann::ordered_json planes = nlohmann::ordered_json::array();
  for (const SymmetryPlane& plane : d.symmetryPlanes) {
    std::vector<std::string> surfaces;
    for (const std::int32_t group : plane.groups)
      surfaces.push_back(d.mesh.groups.surfaces[static_cast<std::size_t>(group)]);
    planes.push_back({{"surfaces", surfaces},
                      {"kind", plane.isElectric ? "electric" : "magnetic"},
                      {"normal", plane.normal},
                      {"offset_m", plane.offset}});
  }
  return planes.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace fluxtet::dgtd
