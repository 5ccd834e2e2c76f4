// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/media.hpp"

#include "app/case/medium.hpp"
#include "app/case/regionMaterials.hpp"
#include "app/dgtd/setup/resolution.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/mpi.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>

namespace fluxtet::dgtd {
namespace {

constexpr double twoPi = 2 * constants::pi;

/// Indices into DgtdCase::materials of the dispersive materials that some region has, ascending.
std::vector<int> dispersiveMaterials(const DgtdCase& theCase) {
  std::vector<int> used;
  for (int m = 0; m < static_cast<int>(theCase.materials.size()); ++m)
    if (!theCase.materials[static_cast<std::size_t>(m)].dispersion.none() &&
        std::any_of(theCase.regions.begin(), theCase.regions.end(),
                    [m](const RegionAssignment& region) { return region.material == m; }))
      used.push_back(m);
  return used;
}

const Material& materialAt(const DgtdCase& theCase, int material) {
  return theCase.materials[static_cast<std::size_t>(material)];
}

/// Some of the frequencies of a case, Hz: all of output.dft if they are few, else from the lowest to the highest.
std::vector<double> shownFrequencies(const DgtdCase& theCase) {
  constexpr std::size_t most = 5;
  if (theCase.output.dft && theCase.output.dft->frequencies.size() <= most) return theCase.output.dft->frequencies;
  const auto band = bandOf(theCase);
  if (!band) return {};
  return band->low > 0 && band->low < band->high ? std::vector{band->low, std::sqrt(band->low * band->high), band->high}
                                                 : std::vector{band->high};
}

std::string termsLine(const Material& material) {
  std::string text = fmt::format("{}: epsilon_r {:.6g} at infinite frequency, {}", material.name, material.epsilonR,
                                 toString(material.dispersion));
  if (const auto& fit = material.fit)
    text += fmt::format(", fitted to {} from {} to {} with an error of at most {:.2g} %", fit->key,
                        frequencyText(fit->band[0], 4), frequencyText(fit->band[1], 4), 100 * fit->error);
  if (material.sigma > 0) text += fmt::format(", sigma {:.6g} S/m", material.sigma);
  return text;
}

std::string valuesLine(const Material& material, double frequency) {
  const std::complex<double> epsilon = permittivityOf(material, twoPi * frequency);
  return fmt::format("{} at {}: {:.6g} - {:.6g} j, with the losses of {:.6g} S/m", material.name,
                     frequencyText(frequency, 6), epsilon.real(), -epsilon.imag(),
                     conductivityOf(material, twoPi * frequency));
}

/// A surface and a region that meet, by their numbers in the mesh.
struct Contact {
  std::size_t surface, region;
};

/// Returns the absorbing surfaces at which dispersive regions end. Collective.
std::vector<Contact> openContacts(const DgtdCase& theCase, const SubMesh& mesh, MPI_Comm comm) {
  const std::vector<Material> materials = materialsOfRegions(theCase, mesh.groups);
  const std::size_t surfaces = mesh.groups.surfaces.size(), regions = materials.size();
  std::vector<double> meet(surfaces * regions, 0);
  for (const std::int32_t face : mesh.boundaryFace) {
    const std::int32_t surface = mesh.faceGroup[static_cast<std::size_t>(face)];
    const auto region = static_cast<std::size_t>(mesh.region[static_cast<std::size_t>(face / 4)]);
    if (surface >= 0 && !materials[region].dispersion.none())
      meet[static_cast<std::size_t>(surface) * regions + region] = 1;
  }
  maxInPlace(comm, meet);
  std::vector<Contact> contacts;
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    if (boundary.kind != BoundaryKind::absorbing) continue;
    const auto surface = static_cast<std::size_t>(groupIndex(mesh.groups.surfaces, boundary.surface));
    for (std::size_t region = 0; region < regions; ++region)
      if (meet[surface * regions + region] != 0) contacts.push_back({surface, region});
  }
  return contacts;
}

/// Returns the largest reflection of waves from straight ahead at an absorbing boundary, and its frequency, Hz.
std::pair<double, double> worstReflection(const Material& material, const FrequencyRange& band) {
  std::pair<double, double> worst{0, band.high};
  for (const double frequency : frequenciesIn(band)) {
    // The impedances are sqrt(mu / epsilon) and sqrt(mu / epsilon_r).
    const std::complex<double> ratio = std::sqrt(permittivityOf(material, twoPi * frequency) / material.epsilonR);
    if (const double reflection = std::abs((ratio - 1.0) / (ratio + 1.0)); reflection > worst.first)
      worst = {reflection, frequency};
  }
  return worst;
}

}  // namespace

std::vector<Pole> polesOf(const Dispersion& dispersion) {
  constexpr double c0 = constants::c0;
  std::vector<Pole> poles;
  for (const DebyeTerm& term : dispersion.debye) poles.push_back(debyePole(term.delta, c0 * term.tau));
  for (const DrudeTerm& term : dispersion.drude)
    poles.push_back(drudePole(twoPi * term.plasmaFrequency / c0, twoPi * term.collision / c0));
  for (const LorentzTerm& term : dispersion.lorentz)
    poles.push_back(lorentzPole(term.delta, twoPi * term.frequency / c0, term.damping / c0));
  for (const PoleTerm& term : dispersion.poles) {
    const std::complex<double> pole(term.pole[0] / c0, term.pole[1] / c0),
        residue(term.residue[0] / c0, term.residue[1] / c0);
    // residue / (s - pole) of a real pole is a relaxation of the strength -residue / pole.
    poles.push_back(term.isReal() ? debyePole(-residue.real() / pole.real(), -1 / pole.real())
                                  : complexPair(pole, residue));
  }
  std::stable_sort(poles.begin(), poles.end(), [](const Pole& a, const Pole& b) { return a.size > b.size; });
  return poles;
}

void setPoles(const DgtdCase& theCase, const SubMesh& mesh, DgtdProblem& problem) {
  const std::vector<int> materials = dispersiveMaterials(theCase);
  if (materials.empty()) return;
  std::vector<std::int32_t> ofRegion(mesh.groups.regions.size(), -1);
  for (std::size_t i = 0; i < materials.size(); ++i) {
    problem.poles.push_back(polesOf(materialAt(theCase, materials[i]).dispersion));
    for (const RegionAssignment& region : theCase.regions)
      if (region.material == materials[i])
        ofRegion[static_cast<std::size_t>(groupIndex(mesh.groups.regions, region.region))] =
            static_cast<std::int32_t>(i);
  }
  for (const std::int32_t region : mesh.region)
    problem.polesIndex.push_back(ofRegion[static_cast<std::size_t>(region)]);
}

std::vector<std::string> mediaLines(const DgtdCase& theCase) {
  const std::vector<double> frequencies = shownFrequencies(theCase);
  std::vector<std::string> lines;
  for (const int m : dispersiveMaterials(theCase)) {
    const Material& material = materialAt(theCase, m);
    lines.push_back(termsLine(material));
    for (const double frequency : frequencies)
      if (frequency > 0) lines.push_back(valuesLine(material, frequency));
  }
  return lines;
}

std::string fitsJson(const DgtdCase& theCase) {
  nlohmann::ordered_json json;
  for (const int m : dispersiveMaterials(theCase)) {
    const Material& material = materialAt(theCase, m);
    if (const auto& fit = material.fit)
      json[material.name] = {{"key", fit->key},
                             {"band_Hz", fit->band},
                             {"poles", fit->poles},
                             {"worst_error", fit->error},
                             {"at_Hz", fit->frequency}};
  }
  return json.empty() ? std::string() : json.dump();
}

std::vector<std::string> warningsOfMedia(const DgtdCase& theCase, const Discretisation& d, MPI_Comm comm) {
  constexpr double small = 0.01;
  std::vector<std::string> warnings;
  const auto band = bandOf(theCase);
  if (!band || dispersiveMaterials(theCase).empty()) return warnings;
  const std::vector<Material> materials = materialsOfRegions(theCase, d.mesh.groups);
  for (const Contact& contact : openContacts(theCase, d.mesh, comm)) {
    const auto [reflection, frequency] = worstReflection(materials[contact.region], *band);
    if (reflection < small) continue;
    warnings.push_back(
        fmt::format("{}: boundaries.{}: absorbing has the impedance that the dispersive '{}' has at infinite "
                    "frequency, and reflects {:.2g} % of a wave from it at {}: let the region end before, or lie so "
                    "far away that waves have faded",
                    toString(theCase.boundariesMark), d.mesh.groups.surfaces[contact.surface],
                    d.mesh.groups.regions[contact.region], 100 * reflection, frequencyText(frequency, 4)));
  }
  return warnings;
}

}  // namespace fluxtet::dgtd
