// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/warnings.hpp"

#include "app/dgtd/case/excitation.hpp"
#include "app/dgtd/setup/lumpedLoads.hpp"
#include "app/dgtd/setup/media.hpp"
#include "app/dgtd/setup/meshSizes.hpp"
#include "app/dgtd/setup/resolution.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/vec3.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace fluxtet::dgtd {
namespace {

/// Least number of nodes per wavelength (docs/userGuide.md). In a mesh that is made for 8, element sizes scatter.
constexpr double wantedNodes = 8, fewestNodes = 6;
/// Level of the energy, dB, at which fields are a hundredth of their peak. A resonance that has decayed so far lacks a
/// hundredth of its Fourier integral.
constexpr double passed = -40;
constexpr double thinSkin = 0.1;  ///< skin depth over element size
/// Roughness of a dipole's density (SpreadPoint): that of a dipole at a fifth of its radius from a plane wall.
constexpr double roughDensity = 3;
/// Number of elements of a region with a current below which spurious fields remain: 3 % of the fields with a ball of
/// 10 elements, 0.7 % with one of 11 (docs/data/penalty).
constexpr std::int64_t fewElements = 10;
constexpr double enoughOfAnEnd = 0.5;  ///< share of a lumped port's cross section

bool areOneWave(const PlaneWaveSource& a, const PlaneWaveSource& b) {
  constexpr double rounding = 1e-9;
  return norm(a.direction - b.direction) < rounding && norm(a.polarization - b.polarization) < rounding &&
         sameNumber(a.amplitude, b.amplitude) && a.waveform == b.waveform;
}

/// Warns of a plane wave given once for each of several boundaries: by default its origin differs between these.
void warnOfWaves(const DgtdCase& theCase, const Discretisation& d, std::vector<std::string>& warnings) {
  constexpr double rounding = 1e-6;  // relative to the mesh's diagonal
  struct Given {
    std::size_t source;
    const PlaneWaveSource* spec;
    Vec3 origin;
  };
  std::vector<Given> waves;
  for (const IncidentWave& wave : d.problem.waves) {
    const auto source = static_cast<std::size_t>(wave.waveform);
    if (source >= theCase.sources.size()) continue;  // the second component of an elliptical wave
    const auto* spec = std::get_if<PlaneWaveSource>(&theCase.sources[source]);
    if (spec && !spec->entersInside() && !spec->focus) waves.push_back({source, spec, wave.origin});
  }
  for (std::size_t j = 1; j < waves.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) {
      const PlaneWaveSource &one = *waves[i].spec, &other = *waves[j].spec;
      const double apart = std::abs(dot(other.direction, waves[j].origin - waves[i].origin));
      if (!areOneWave(one, other) || apart <= rounding * norm(d.boundingBox[1] - d.boundingBox[0])) continue;
      warnings.push_back(fmt::format(
          "{}: sources[{}].planeWave and sources[{}].planeWave are equal but for their surfaces and their origins, "
          "which "
          "lie {} apart along the direction, so that they are no single wave: if one is meant, give it once, with "
          "'boundaries: [{}, {}]'",
          toString(other.mark), waves[i].source, waves[j].source, lengthText(apart), fmt::join(one.boundaries, ", "),
          fmt::join(other.boundaries, ", ")));
      break;  // one warning per wave
    }
}

/// Warns of bodies in the scattered field, where there is no incident field to meet them.
void warnOfBodiesOutside(const DgtdCase& theCase, const Discretisation& d, std::vector<std::string>& warnings) {
  if (d.totalField.bodiesOutside.empty()) return;
  warnings.push_back(fmt::format(
      "{}: planeWave.surface: {} outside of the surface, in the scattered field: the wave does not meet what is there, "
      "only what the bodies inside scatter: put the surface round it, or describe a plane without bounds by "
      "'halfSpace'",
      toString(waveThroughSurface(theCase)->mark),
      d.totalField.bodiesOutside.size() == 1 ? fmt::format("'{}' lies", d.totalField.bodiesOutside.front())
                                             : fmt::format("'{}' lie", fmt::join(d.totalField.bodiesOutside, "', '"))));
}

/// Warns of a circuit element whose ends are not conductors. `what`: its kind in words.
void warnOfEnds(const LumpedRegion& at, const std::string& region, const std::string& key, const char* what,
                const Mark& mark, std::vector<std::string>& warnings) {
  if (std::min(at.conductingEnd[0], at.conductingEnd[1]) >= enoughOfAnEnd) return;
  warnings.push_back(
      fmt::format("{}: {}: a {} lies between two conductors, but of the ends of '{}' {:.0f} % (where direction comes "
                  "from) and {:.0f} % (where it leads to) are pec: make the surfaces there pec, or correct the "
                  "direction; metal that is a region with a conductivity is not counted",
                  toString(mark), key, what, region, 100 * at.conductingEnd[0], 100 * at.conductingEnd[1]));
}

void warnOfLumpedElements(const DgtdCase& theCase, const Discretisation& d, std::vector<std::string>& warnings) {
  for (const LumpedPort& port : d.lumpedPorts) {
    const auto& source = std::get<LumpedPortSource>(theCase.sources[port.source]);
    warnOfEnds(port, port.isStrip ? source.surface : source.region, source.key, "lumped port", source.mark, warnings);
  }
  for (std::size_t i = 0; i < d.loads.size(); ++i)
    warnOfEnds(d.loads[i], d.loads[i].isStrip ? theCase.loads[i].surface : theCase.loads[i].region,
               fmt::format("loads[{}]", i), "load", theCase.loads[i].mark, warnings);
}

std::int64_t elementsOf(const std::string& region, const Discretisation& d, MPI_Comm comm) {
  std::int64_t count = 0;
  for (const std::int32_t index : d.mesh.region)
    if (d.mesh.groups.regions[static_cast<std::size_t>(index)] == region) ++count;
  return sumOverRanks(comm, count);
}

/// Warns of spurious fields that vary over less than a few elements: they persist with the centred flux; the penalty
/// damps them.
void warnOfNarrowSources(const DgtdCase& theCase, const Discretisation& d, MPI_Comm comm,
                         std::vector<std::string>& warnings) {
  const bool centred = theCase.dgtd.flux == Flux::centred;
  constexpr const char* advice = "leave dgtd.flux out (penalised), or take upwind";
  for (std::size_t i = 0; i < theCase.sources.size(); ++i) {
    if (const auto* dipole = std::get_if<DipoleSource>(&theCase.sources[i]); dipole && centred)
      warnings.push_back(
          fmt::format("{}: with flux centred a dipole excites fields that are no waves and do not die out, many per "
                      "cent of its own: {}",
                      toString(dipole->mark), advice));
    const auto* current = std::get_if<CurrentSource>(&theCase.sources[i]);
    if (current == nullptr) continue;
    if (centred) {
      warnings.push_back(
          fmt::format("{}: with flux centred a current excites fields that are no waves and do not die "
                      "out, many per cent of its own if its region is few elements wide: {}",
                      toString(current->mark), advice));
    } else if (theCase.dgtd.flux == Flux::penalised) {
      const std::int64_t count = elementsOf(current->region, d, comm);
      if (count >= fewElements) continue;
      warnings.push_back(
          fmt::format("{}: sources[{}].current: region '{}' has {} elements, which excite fields that are "
                      "no waves, some per cent of its own: mesh it finer, take a dipole of the same "
                      "moment, or flux: upwind",
                      toString(current->mark), i, current->region, count));
    }
  }
}

/// Warns of dipoles whose density is cut off by walls or another medium, and of probes inside such a density.
void warnOfSpreadDipoles(const DgtdCase& theCase, const Discretisation& d, std::vector<std::string>& warnings) {
  for (const SpreadDipole& spread : d.dipoles) {
    const auto& dipole = std::get<DipoleSource>(theCase.sources[spread.source]);
    if (spread.roughness > roughDensity)
      warnings.push_back(fmt::format(
          "{}: sources[{}].dipole: walls that are no single plane, or another medium, are much nearer than {}, "
          "the radius that the elements there spread a dipole over: its fields are some per cent off, and "
          "more of a dipole along a wall, which takes most of them: mesh finer there, or move the dipole away",
          toString(dipole.mark), spread.source, lengthText(spread.radius)));
    for (const ProbeOutput& probe : theCase.output.probes)
      if (norm(probe.at - dipole.at) < spread.radius)
        warnings.push_back(
            fmt::format("{}: probe '{}' is {} from sources[{}].dipole, which the elements there spread over a radius "
                        "of {}: within it the field is not a point's: mesh finer there, or move the probe away",
                        toString(probe.mark), probe.name, lengthText(norm(probe.at - dipole.at)), spread.source,
                        lengthText(spread.radius)));
  }
}

/// Text ", or dgtd.order: 3" with the lowest order that resolves the waves; empty if there is none.
std::string orderHint(const Resolution& region, int order) {
  constexpr int highest = 4;
  for (int other = order + 1; other <= highest; ++other)
    if (other * region.wavelength / region.elementSize >= wantedNodes) return fmt::format(", or dgtd.order: {}", other);
  return {};
}

/// Warns of skin depths that the elements do not resolve. In a good conductor the wavelength is 2 pi skin depths.
double skinDepth(const Resolution& region) {
  return region.wavelength / (2 * constants::pi);
}

bool keepsFieldsOut(const Resolution& region) {
  return region.lossTangent >= goodConductor && skinDepth(region) < thinSkin * region.elementSize;
}

std::string conductorText(const Resolution& region) {
  return fmt::format(
      "mesh: region '{}' is a good conductor at {}: fields enter it by {}, far less than its elements of {}, and "
      "cannot "
      "be computed there: leave the region out of the mesh and make its surface a conductor, 'boundaries: {{SURFACE: "
      "{{conductor: {{sigma: {:.4g} S/m}}}}}}', or pec, which neglects its losses; or correct its sigma if it is no "
      "metal",
      region.region, frequencyText(region.frequency, 4), lengthText(skinDepth(region)), lengthText(region.elementSize),
      region.sigma);
}

/// Warns of elements that are longer than a wavelength, which are probably a mistake.
std::string scaleHint(const Resolution& region) {
  if (region.elementSize < region.wavelength) return {};
  return "; is mesh.scale missing (a mesh in mm needs scale: 1 mm)?";
}

std::string resolutionText(const DgtdCase& theCase, const Resolution& region) {
  return fmt::format(
      "mesh: region '{}' has {:.2g} nodes per wavelength at {} ({} there, elements of {}), {} or more are "
      "wanted: mesh it with elements of {}{}{}",
      region.region, region.nodes, frequencyText(region.frequency, 4), lengthText(region.wavelength),
      lengthText(region.elementSize), wantedNodes, lengthText(theCase.dgtd.order * region.wavelength / wantedNodes),
      orderHint(region, theCase.dgtd.order), scaleHint(region));
}

void warnOfResolution(const DgtdCase& theCase, const Discretisation& d, const std::array<double, 2>& edgeRange,
                      MPI_Comm comm, std::vector<std::string>& warnings) {
  const auto band = bandOf(theCase);
  if (!band) return;
  // Sizes that follow the waves are made for an accuracy, which may want fewer.
  const double fewest = theCase.mesh.sizeOfWaves ? 0.75 * settledNodes(theCase) : fewestNodes;
  for (const Resolution& region : resolutionOf(theCase, d, *band, edgeRange, comm)) {
    if (region.nodes >= fewest) continue;
    warnings.push_back(fmt::format("{}: {}", toString(theCase.mesh.mark),
                                   keepsFieldsOut(region) ? conductorText(region) : resolutionText(theCase, region)));
  }
}

/// Local time steps have an inductance in series with a circuit element in small elements. Voltages and the matrix of
/// all ports are free of it (docs/theory.md, section 3.13); loads, and ports that are none but matched ends, are not.
void warnOfFilterInductances(const DgtdCase& theCase, const Discretisation& d, std::vector<std::string>& warnings) {
  constexpr double noticed = 0.005;
  const auto band = bandOf(theCase);
  if (!band) return;
  const double omega = 2 * constants::pi * band->high;
  const auto warn = [&](const Mark& mark, const std::string& what, double inductance, std::complex<double> impedance,
                        const char* advice) {
    const double share = omega * inductance / std::abs(impedance);
    if (share < noticed) return;
    warnings.push_back(
        fmt::format("{}: {}: local time steps add {:.3g} nH in series with it, {:.2g} % of its impedance at {}: {}",
                    toString(mark), what, inductance * 1e9, 100 * share, frequencyText(band->high, 4), advice));
  };
  constexpr const char* smaller = "smaller steps have less (dgtd.cfl), dgtd.localTimeStepping: {levels: 0} none";
  for (std::size_t i = 0; i < d.loads.size(); ++i)
    warn(theCase.loads[i].mark, fmt::format("loads[{}]", i), d.loads[i].filterInductance,
         impedanceOf(theCase.loads[i], omega), smaller);
  // Measured (docs/data/localSteps/README.md, "Feeds at long steps").
  constexpr double exactUpTo = 0.06, most = 0.2;
  for (const LumpedPort& port : d.lumpedPorts) {
    const double share = omega * port.filterInductance / port.resistance;
    if (port.drive == 0 || port.resistance == 0 || share < exactUpTo) continue;
    warnings.push_back(fmt::format(
        "{}: port {}: local time steps add {:.3g} nH in series with it, {:.2g} % of its resistance at {}. Its results "
        "leave that out, but beyond {:g} % not exactly: its impedance may be off by {:.2g} % of the resistance: "
        "smaller steps have less (fewer dgtd.localTimeStepping.levels, dgtd.cfl)",
        toString(std::get<LumpedPortSource>(theCase.sources[port.source]).mark), port.name, port.filterInductance * 1e9,
        100 * share, frequencyText(band->high, 4), 100 * exactUpTo, 100 * most * share));
  }
  for (const LumpedPort* port : matchedEnds(theCase, d.lumpedPorts))
    warn(std::get<LumpedPortSource>(theCase.sources[port->source]).mark, fmt::format("port {}", port->name),
         port->filterInductance, port->resistance, "with excite: true at each port the matrix is that of ideal ends");
}

}  // namespace

std::vector<std::string> warningsOf(const DgtdCase& theCase, const Discretisation& d,
                                    const std::array<double, 2>& edgeRange, MPI_Comm comm) {
  std::vector<std::string> warnings = theCase.warnings;
  warnOfWaves(theCase, d, warnings);
  warnOfBodiesOutside(theCase, d, warnings);
  warnOfLumpedElements(theCase, d, warnings);
  warnOfNarrowSources(theCase, d, comm, warnings);
  warnOfSpreadDipoles(theCase, d, warnings);
  warnOfResolution(theCase, d, edgeRange, comm, warnings);
  for (const std::string& warning : warningsOfMedia(theCase, d, comm)) warnings.push_back(warning);
  for (const std::string& warning : warningsOfLayers(d.layers)) warnings.push_back(warning);
  warnOfFilterInductances(theCase, d, warnings);
  return warnings;
}

std::vector<std::string> warningsOfLaws(const DgtdCase& theCase, double share) {
  constexpr double cheap = 0.9;
  std::vector<std::string> surfaces;
  const BoundaryAssignment* strip = nullptr;
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    if (!rowOf(boundary.kind).hasLaw) continue;
    surfaces.push_back(boundary.surface);
    if (!boundary.strip.empty()) strip = &boundary;
  }
  if (surfaces.empty() || share >= cheap) return {};
  if (strip != nullptr)
    return {
        fmt::format("{}: {}.surface: elements on surfaces ({}) reduce the time step to {:.2g} of what the mesh "
                    "allows, the more the less resistance a square of the surface has: a region, a volume between "
                    "the conductors in place of the surface, does not reduce it",
                    toString(strip->mark), strip->strip, fmt::join(surfaces, ", "), share)};
  return {fmt::format(
      "{}: boundaries: walls and sheets ({}) reduce the time step to {:.2g} of what the mesh allows: a sheet of few "
      "ohm, "
      "a wall of some hundred ohm, or one of small inductance or capacitance does: take a pec surface for a sheet of "
      "nearly none, larger elements at it, or lumped loads",
      toString(theCase.boundariesMark), fmt::join(surfaces, ", "), share)};
}

std::vector<std::string> warningsAtEnd(const DgtdCase& theCase, double level, bool decayed) {
  std::vector<std::string> warnings;
  if (theCase.time.untilDecay && !decayed && !std::isnan(level))
    warnings.push_back(fmt::format(
        "time.untilDecay: the run has ended with its energy at {:.1f} dB of the peak, not at {:g} dB: raise time.end "
        "or "
        "time.steps; where charges that a source has left keep a static field, the energy never falls so far",
        level, *theCase.time.untilDecay));
  const auto warnOfPulse = [&](const FrequencySampling& spectra) {
    if (spectra.kind != SpectrumKind::integral || !(level > passed)) return;
    warnings.push_back(fmt::format(
        "{}: {}: the pulse has not passed: the run has ended with the energy at {:.1f} dB of its peak, and "
        "Fourier integrals may lack some {:.2g} % of a field: let the run go on until {:g} dB or less (time.end, "
        "time.untilDecay); what is left of a static field alone does no harm",
        toString(spectra.mark), spectra.key, level, 100 * std::pow(10, level / 20), passed));
  };
  if (theCase.output.dft) warnOfPulse(*theCase.output.dft);
  if (theCase.output.sParameters) warnOfPulse(*theCase.output.sParameters);
  return warnings;
}

}  // namespace fluxtet::dgtd
