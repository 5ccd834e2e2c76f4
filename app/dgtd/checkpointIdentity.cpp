// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/checkpointIdentity.hpp"

#include "app/dgtd/observers/probeObserver.hpp"
#include "app/dgtd/observers/spectraObserver.hpp"
#include "app/dgtd/setup/layerDesign.hpp"
#include "app/dgtd/setup/lumpedLoads.hpp"
#include "app/dgtd/setup/media.hpp"
#include "app/dgtd/sources/sourcesText.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/hash.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <optional>

namespace fluxtet::dgtd {
namespace {

/// Checksum of ids, coordinates and regions: a sum over elements, which does not depend on their order or distribution.
std::uint64_t meshChecksum(const SubMesh& mesh, MPI_Comm comm) {
  std::uint64_t sum = 0;
  for (std::size_t e = 0; e < mesh.elementId.size(); ++e) {
    std::uint64_t hash = hash64(static_cast<std::uint64_t>(mesh.elementId[e]));
    for (std::size_t i = 0; i < 12; ++i) hash = hash64(hash ^ std::bit_cast<std::uint64_t>(mesh.vertices[12 * e + i]));
    sum += hash64(hash ^ static_cast<std::uint64_t>(mesh.region[e]));
  }
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, comm));
  return sum;
}

std::string joined(const std::map<std::string, std::string>& byName) {
  std::string text;
  for (const auto& [name, what] : byName) text += fmt::format("{}: {}; ", name, what);
  return text;
}

std::string materialsText(const DgtdCase& theCase) {
  std::map<std::string, std::string> byRegion;
  for (const auto& region : theCase.regions) {
    const Material& m = theCase.materials[static_cast<std::size_t>(region.material)];
    byRegion[region.region] = fmt::format("epsilon_r {}, mu_r {}, sigma {}", m.epsilonR, m.muR, m.sigma);
    if (!m.dispersion.none()) byRegion[region.region] += ", " + toString(m.dispersion);
    if (!m.magnetic.none()) byRegion[region.region] += ", magnetic " + toString(m.magnetic);
    if (m.hasTensors()) byRegion[region.region] += ", " + tensorsText(m);
  }
  return joined(byRegion);
}

std::string layerText(const LayerDesign& design) {
  return fmt::format(" of {} layers, {} m, {:.15g} dB, grading {}, alpha {:.15g}", design.layers, design.thickness,
                     design.reflection, design.grading, design.alpha);
}

std::string boundariesText(const DgtdCase& theCase) {
  std::map<std::string, std::string> bySurface;
  for (const auto& boundary : theCase.boundaries) {
    bySurface[boundary.surface] = toString(boundary.kind);
    if (rowOf(boundary.kind).hasLaw) bySurface[boundary.surface] = wallText(boundary);
    if (rowOf(boundary.kind).hasLayer) bySurface[boundary.surface] += layerText(designLayer(theCase, boundary.layer));
  }
  for (const PeriodicPair& pair : theCase.periodic)
    bySurface[std::min(pair.surface, pair.partner)] = "periodic with " + std::max(pair.surface, pair.partner);
  return joined(bySurface);
}

std::string meshLayersText(const DgtdCase& theCase, const AbsorbingLayers& layers) {
  std::map<std::string, std::string> bySide;
  for (const MeshLayerAssignment& layer : theCase.meshLayers)
    bySide[layer.side] = "regions" + layerText(layers.designOf(*partition::boxSideOf(layer.side)));
  return joined(bySide);
}

std::string fluxText(const DgtdSettings& dgtd) {
  return dgtd.flux == Flux::penalised ? fmt::format("penalised by {}", dgtd.penalty) : toString(dgtd.flux);
}

std::string everyText(const std::optional<Interval>& every) {
  if (every && every->steps) return fmt::format(", every {} steps", *every->steps);
  if (every && every->seconds) return fmt::format(", every {} s", *every->seconds);
  return "";
}

/// The settings that the sums of an output depend on. `kind` determines the first sample.
std::string spectraText(const FrequencySampling& sampling, const FieldSelection& fields) {
  const char* kind = sampling.kind == SpectrumKind::amplitude ? "amplitude" : "integral";
  std::string text = fmt::format("{} of {}{} at {}, after {} s", kind, fields.E ? "E" : "", fields.H ? "H" : "",
                                 frequenciesText(sampling.frequencies), sampling.after);
  return text + everyText(sampling.every);
}

/// The settings that the signals of `output.transientFarField` depend on.
std::string transientText(const TransientFarFieldOutput& output) {
  std::string text = fmt::format("on {} about [{:.15g}, {:.15g}, {:.15g}] m", output.surface, output.origin[0],
                                 output.origin[1], output.origin[2]);
  text += everyText(output.every);
  if (!output.symmetry.empty()) text += fmt::format(", symmetry of {}", fmt::join(output.symmetry, ", "));
  if (output.ground) text += fmt::format(", ground {}", *output.ground);
  for (const FarFieldDirection& d : output.directions) text += fmt::format(", to {:.15g} {:.15g}", d.theta, d.phi);
  return text;
}

/// What levelsIn() reads.
constexpr const char* levelsName = "localTimeStepping";
std::string levelsText(const TimeLevels& levels) {
  return fmt::format("levels up to {}, for steps up to {:.15g} m", levels.count, levels.step);
}

/// The elements in which `output.dft` sums up. Points may be moved within them, not elsewhere.
std::string elementsText(const DgtdCase& theCase, const Discretisation& d, MPI_Comm comm) {
  const std::vector<std::int32_t> elements = elementsOfDft(theCase.output, d, comm);
  std::string text = fmt::format(", in {} elements", sumOverRanks(comm, static_cast<std::int64_t>(elements.size())));
  if (!theCase.output.dft->hasPlaces()) return text;
  std::uint64_t sum = 0;
  for (const std::int32_t element : elements)
    sum += hash64(static_cast<std::uint64_t>(d.mesh.elementId[static_cast<std::size_t>(element)]));
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, comm));
  return text + fmt::format(" of checksum {:016x}", sum);
}

}  // namespace

std::map<std::string, std::string> checkpointIdentity(const DgtdCase& theCase, const Discretisation& d, MPI_Comm comm) {
  std::map<std::string, std::string> identity{
      {"solver", "dgtd"},
      {"order", std::to_string(theCase.dgtd.order)},
      {"precision", theCase.dgtd.precision == Precision::single ? "single" : "double"},
      {"flux", fluxText(theCase.dgtd)},
      {"scheme", theCase.dgtd.scheme == TimeScheme::leapFrog ? "leapFrog" : "rungeKutta"},
      {"dgtd.cfl", fmt::format("{:.15g}", theCase.dgtd.cfl)},
      {"elements", std::to_string(d.mesh.totalElements)},
      {"mesh checksum", fmt::format("{:016x}", meshChecksum(d.mesh, comm))},
      {"materials", materialsText(theCase)},
      {"boundaries", boundariesText(theCase)}};
  if (d.timeLevels.count > 0) identity[levelsName] = levelsText(d.timeLevels);
  if (!theCase.meshLayers.empty()) identity["absorbingLayers"] = meshLayersText(theCase, d.layers);
  if (theCase.time.maxStep) identity["time.maxStep"] = fmt::format("{:.15g} s", *theCase.time.maxStep);
  if (!theCase.sources.empty()) identity["sources"] = sourcesText(theCase);
  if (theCase.output.dft)
    identity["dft"] = spectraText(*theCase.output.dft, summedFields(theCase.output)) + elementsText(theCase, d, comm);
  if (const auto& farField = theCase.output.farField)
    identity["farField"] = spectraText(*farField, {}) + ", on " + farField->surface;
  if (!theCase.loads.empty()) identity["loads"] = loadsText(theCase);
  if (const auto& sParameters = theCase.output.sParameters)
    identity["sParameters"] = frequenciesText(sParameters->frequencies);
  if (theCase.output.transientFarField)
    identity["transientFarField"] = transientText(*theCase.output.transientFarField);
  return identity;
}

EarlierLevels levelsIn(const std::map<std::string, std::string>& identity) {
  EarlierLevels levels;
  const auto text = identity.find(levelsName);
  if (text == identity.end()) return levels;
  constexpr int numbers = 2;
  const int found =
      std::sscanf(text->second.c_str(), "levels up to %d, for steps up to %lf m", &levels.count, &levels.step);
  return found == numbers ? levels : EarlierLevels{};
}

void requireProbesNotMoved(const DgtdCase& theCase, const std::map<std::string, std::string>& before,
                           const std::filesystem::path& file, MPI_Comm comm) {
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    for (const auto& [name, position] : probePositions(theCase)) {
      const auto at = before.find(name);
      const bool moved = at != before.end() && at->second != position;
      require(!moved || !std::filesystem::exists(probeFile(theCase.output.directory, name)),
              "probe '{}' is at {} in the checkpoint {} and at {} in the case, so that its series would go on with the "
              "field of another place: put it back, give it another name, or choose another --output",
              name, moved ? at->second : position, file.string(), position);
    }
  });
}

}  // namespace fluxtet::dgtd
