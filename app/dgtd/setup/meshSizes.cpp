// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/meshSizes.hpp"

#include "app/dgtd/setup/resolution.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mark.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace fluxtet::dgtd {
namespace {

constexpr double usualMargin = 0.25;  ///< wavelengths
constexpr double usualAccuracy = 0.01;
/// Mean edge of what Gmsh fills a volume with, in sizes that it was asked for.
constexpr double edgeOverSize = 1.2;

/// Error of a wave over a wavelength, the larger one of phase and amplitude, at a number of nodes per wavelength.
struct MeasuredError {
  double nodes, error;
};
/// By order (docs/data/resolution/waves.csv).
const std::array<std::vector<MeasuredError>, 4> measuredErrors{{
    {{4.762, 1.71e-2}, {6.349, 9.53e-3}, {9.523, 3.00e-3}, {12.70, 1.87e-3}, {19.05, 8.73e-4}},
    {{3.174, 5.27e-2}, {4.762, 7.35e-3}, {6.349, 2.65e-3}, {9.523, 1.66e-3}, {12.70, 6.77e-4}},
    {{3.571, 1.48e-2}, {4.762, 7.38e-3}, {7.142, 3.19e-3}, {9.523, 1.72e-3}, {11.90, 1.01e-3}},
    {{3.174, 3.34e-2}, {4.762, 7.07e-3}, {6.349, 3.67e-3}, {9.523, 1.55e-3}, {12.70, 8.69e-4}},
}};

/// The lowest frequency at which results are asked for, or else of the sources, Hz; nothing if unknown, or 0.
std::optional<double> lowestFrequencyOf(const DgtdCase& theCase) {
  const OutputSettings& output = theCase.output;
  std::optional<double> lowest;
  const auto take = [&](const FrequencySampling& sampling) {
    if (sampling.frequencies.empty()) return;
    const double low = sampling.frequencies.front();
    lowest = lowest ? std::min(*lowest, low) : low;
  };
  if (output.dft) take(*output.dft);
  if (output.farField) take(*output.farField);
  if (output.sParameters) take(*output.sParameters);
  if (lowest) return lowest;
  const auto band = bandOf(theCase);
  return band && band->low > 0 ? std::optional(band->low) : std::nullopt;
}

void settleMargin(const DgtdCase& theCase, AirBox& box) {
  if (box.margin) return;
  const auto lowest = lowestFrequencyOf(theCase);
  require(
      lowest.has_value(),
      "{}: mesh.airBox: margins are in wavelengths, but the lowest frequency of the case is not known: give margin, "
      "a length",
      toString(box.mark));
  box.margin = box.wavelengths.value_or(usualMargin) * constants::c0 / *lowest;
}

/// The shortest wavelength in a material within a band, m. A good conductor, which waves do not enter, counts as
/// vacuum.
double shortestWavelength(const Material& material, const FrequencyRange& band) {
  const double inVacuum = constants::c0 / band.high;
  if (lossTangentOf(material, band.high) > goodConductor) return inVacuum;
  return std::min(inVacuum, wavelengthIn(material, frequencyOfShortestWave(material, band)));
}

/// Surfaces whose shape fields feel, and those of good conductors among them, and those that mirror the field. Waves
/// leave through the others.
void listSurfaces(const DgtdCase& theCase, AutoSizes& sizes) {
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    const bool isOpen = boundary.kind == BoundaryKind::absorbing || boundary.kind == BoundaryKind::pml;
    const bool isMetal = boundary.kind == BoundaryKind::pec || boundary.kind == BoundaryKind::conductor;
    if (boundary.kind == BoundaryKind::pmc) sizes.magnetic.push_back(boundary.surface);
    if (isMetal) sizes.metal.push_back(boundary.surface);  // electric planes of symmetry too
    if (!isOpen && boundary.symmetry == Symmetry::none) sizes.walls.push_back(boundary.surface);
  }
}

/// Regions of lumped ports and loads, which lie between two conductors.
void listGaps(const DgtdCase& theCase, AutoSizes& sizes) {
  for (const SourceSpec& source : theCase.sources)
    if (const auto* port = std::get_if<LumpedPortSource>(&source); port != nullptr && !port->region.empty())
      sizes.gaps[port->region] = port->direction;
  for (const LoadSettings& load : theCase.loads)
    if (!load.region.empty()) sizes.gaps[load.region] = load.direction;
}

void settleSizes(const DgtdCase& theCase, MeshSource& mesh) {
  const auto band = bandOf(theCase);
  require(band.has_value(),
          "{}: mesh.size: auto follows the waves of the case, but their frequencies are not known: give a length",
          toString(mesh.mark));
  AutoSizes sizes{.accuracy = mesh.accuracy.value_or(usualAccuracy), .order = theCase.dgtd.order};
  sizes.wavelength = constants::c0 / band->high;  // in vacuum
  const double perWavelength = theCase.dgtd.order / (settledNodes(theCase) * edgeOverSize);
  double largest = 0;
  for (const RegionAssignment& region : theCase.regions) {
    const auto& material = theCase.materials[static_cast<std::size_t>(region.material)];
    const double wavelength = shortestWavelength(material, *band);
    sizes.ofWaves[region.region] = perWavelength * wavelength;
    sizes.media[region.region] = region.material;
    sizes.wavelength = std::min(sizes.wavelength, wavelength);
    largest = std::max(largest, perWavelength * wavelength);
  }
  for (const auto& [unused, size] : mesh.sizes) largest = std::max(largest, size);
  listSurfaces(theCase, sizes);
  listGaps(theCase, sizes);
  mesh.size = largest;
  mesh.autoSizes = std::move(sizes);
  mesh.sizeOfWaves = false;
}

}  // namespace

double nodesForAccuracy(int order, double accuracy) {
  const auto& table = measuredErrors[static_cast<std::size_t>(order - 1)];
  std::size_t i = 1;
  while (i + 1 < table.size() && table[i].error > accuracy) ++i;
  const double slope = std::log(table[i].nodes / table[i - 1].nodes) / std::log(table[i].error / table[i - 1].error);
  return table[i].nodes * std::pow(accuracy / table[i].error, slope);
}

double settledNodes(const DgtdCase& theCase) {
  return nodesForAccuracy(theCase.dgtd.order, theCase.mesh.accuracy.value_or(usualAccuracy));
}

MeshSource settledMesh(const DgtdCase& theCase) {
  MeshSource mesh = theCase.mesh;
  if (mesh.airBox) settleMargin(theCase, *mesh.airBox);
  if (mesh.sizeOfWaves) settleSizes(theCase, mesh);
  return mesh;
}

}  // namespace fluxtet::dgtd
