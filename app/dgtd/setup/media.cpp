// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/media.hpp"

#include "app/case/medium.hpp"
#include "app/case/regionMaterials.hpp"
#include "app/dgtd/case/sourceTraits.hpp"
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
#include <utility>
#include <variant>

namespace fluxtet::dgtd {
namespace {

constexpr double twoPi = 2 * constants::pi;

/// Indices into DgtdCase::materials of the materials that some region has and for which has(material), ascending.
template <class Has>
std::vector<int> materialsWith(const DgtdCase& theCase, const Has& has) {
  std::vector<int> used;
  for (int m = 0; m < static_cast<int>(theCase.materials.size()); ++m)
    if (has(theCase.materials[static_cast<std::size_t>(m)]) &&
        std::any_of(theCase.regions.begin(), theCase.regions.end(),
                    [m](const RegionAssignment& region) { return region.material == m; }))
      used.push_back(m);
  return used;
}
std::vector<int> specialMaterials(const DgtdCase& theCase) {
  return materialsWith(theCase, [](const Material& material) { return !material.isPlain(); });
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

/// A tensor by its diagonal, or by its principal values and its components: "[2, 4, 4]", "with the principal values [2,
/// 4, 4] (xx 3.5, yy 2.5, zz 4, xy -0.866, xz 0, yz 0)"; a number where there is none.
std::string numberOrTensor(double number, const std::optional<SymmetricTensor>& tensor) {
  if (!tensor) return fmt::format("{:.6g}", number);
  const SymmetricTensor& t = *tensor;
  if (t.xy == 0 && t.xz == 0 && t.yz == 0) return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", t.xx, t.yy, t.zz);
  auto values = principalValues(t);
  for (double& value : values)
    if (std::abs(value) < 1e-12 * values[2]) value = 0;  // rounding
  return fmt::format(
      "with the principal values [{:.6g}, {:.6g}, {:.6g}] (xx {:.6g}, yy {:.6g}, zz {:.6g}, xy {:.6g}, xz {:.6g}, yz "
      "{:.6g})",
      values[0], values[1], values[2], t.xx, t.yy, t.zz, t.xy, t.xz, t.yz);
}

std::string plasmaText(const MagnetisedPlasmaTerm& plasma) {
  return fmt::format(", plasma of {}, collisions {}, gyrofrequency {} round ({:.6g}, {:.6g}, {:.6g}) T",
                     frequencyText(plasma.plasmaFrequency, 6), frequencyText(plasma.collision, 6),
                     frequencyText(norm(gyrationOf(plasma.field)) / twoPi, 6), plasma.field[0], plasma.field[1],
                     plasma.field[2]);
}

std::string termsLine(const Material& material) {
  const bool isElectric = !material.dispersion.none() || material.magnetisedPlasma;
  std::string text =
      fmt::format("{}: epsilon_r {}{}", material.name, numberOrTensor(material.epsilonR, material.epsilonTensor),
                  isElectric ? " at infinite frequency" : "");
  if (!material.dispersion.none()) text += ", " + toString(material.dispersion);
  if (material.magnetisedPlasma) text += plasmaText(*material.magnetisedPlasma);
  if (const auto& fit = material.fit)
    text += fmt::format(", fitted to {} from {} to {} with an error of at most {:.2g} %", fit->key,
                        frequencyText(fit->band[0], 4), frequencyText(fit->band[1], 4), 100 * fit->error);
  if (material.sigma > 0) text += fmt::format(", sigma {} S/m", numberOrTensor(material.sigma, material.sigmaTensor));
  if (material.muTensor || !material.magnetic.none())
    text += fmt::format(", mu_r {}{}", numberOrTensor(material.muR, material.muTensor),
                        material.magnetic.none() ? "" : " at infinite frequency, " + toString(material.magnetic));
  return text;
}

std::string complexText(std::complex<double> value) {
  return fmt::format("{:.6g} {} {:.6g} j", value.real(), value.imag() > 0 ? "+" : "-", std::abs(value.imag()));
}

/// What a material that depends on frequency has at one frequency.
std::vector<std::string> valuesLines(const Material& material, double frequency) {
  const double omega = twoPi * frequency;
  const std::string where = fmt::format("{} at {}: ", material.name, frequencyText(frequency, 6));
  std::vector<std::string> lines;
  if (material.magnetisedPlasma) {
    const auto values = plasmaPermittivities(material, omega);
    lines.push_back(
        fmt::format("{}{} and {} for E that turns right-handed and left-handed round the magnetic field, "
                    "{} for E along it",
                    where, complexText(values[0]), complexText(values[1]), complexText(values[2])));
  } else if (!material.dispersion.none()) {
    const std::complex<double> epsilon = permittivityOf(material, omega);
    lines.push_back(fmt::format("{}{:.6g} - {:.6g} j, with the losses of {:.6g} S/m", where, epsilon.real(),
                                -epsilon.imag(), conductivityOf(material, omega)));
  }
  if (!material.magnetic.none())
    lines.push_back(fmt::format("{}mu_r {}", where, complexText(permeabilityOf(material, omega))));
  return lines;
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
    if (surface >= 0 && materials[region].isDispersive())
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

SymmetricTensor plus(SymmetricTensor tensor, double number) {
  tensor.xx += number;
  tensor.yy += number;
  tensor.zz += number;
  return tensor;
}

/// Unit normal of a face, 4 * element + local face.
Vec3 normalOf(const DgtdProblem& problem, std::int32_t face) {
  const double* g = &problem.gradient[9 * static_cast<std::size_t>(face / 4)];
  const int f = face % 4;
  if (f == 0) return normalised({g[0] + g[3] + g[6], g[1] + g[4] + g[7], g[2] + g[5] + g[8]});
  return normalised({g[3 * f - 3], g[3 * f - 2], g[3 * f - 1]});
}

/// Returns the value that a tensor has for all fields across the unit vector n, which is an axis of it, or `number`
/// without a tensor; nothing if the fields have several values or get a component along n.
std::optional<double> acrossNormal(const std::optional<SymmetricTensor>& tensor, double number, const Vec3& n) {
  if (!tensor) return number;
  constexpr double rounding = 1e-9;
  const Matrix3 m = matrixOf(*tensor);
  const double along = dot(n, m * n), across = (m[0] + m[4] + m[8] - along) / 2;
  // What is left of across (1 - n n^T) + along n n^T.
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (std::abs(m[3 * i + j] - (along - across) * n[i] * n[j] - (i == j ? across : 0)) > rounding * number)
        return std::nullopt;
  return across;
}

/// Appends make(material) to `media` for the materials with has(material), and sets `index`, [element], to its place.
template <class Media, class Has, class Make>
void setIndices(const DgtdCase& theCase, const SubMesh& mesh, const Has& has, const Make& make, Media& media,
                std::vector<std::int32_t>& index) {
  const std::vector<int> materials = materialsWith(theCase, has);
  if (materials.empty()) return;
  std::vector<std::int32_t> ofRegion(mesh.groups.regions.size(), -1);
  for (std::size_t i = 0; i < materials.size(); ++i) {
    media.push_back(make(materialAt(theCase, materials[i])));
    for (const RegionAssignment& region : theCase.regions)
      if (region.material == materials[i])
        ofRegion[static_cast<std::size_t>(groupIndex(mesh.groups.regions, region.region))] =
            static_cast<std::int32_t>(i);
  }
  for (const std::int32_t region : mesh.region) index.push_back(ofRegion[static_cast<std::size_t>(region)]);
}

/// Returns the largest reflection of waves from straight ahead at an absorbing boundary, and its frequency, Hz.
std::pair<double, double> worstReflection(const Material& material, const FrequencyRange& band) {
  std::pair<double, double> worst{0, band.high};
  for (const double frequency : frequenciesIn(band)) {
    // The impedances are sqrt(mu / epsilon) and sqrt(mu_r / epsilon_r).
    const std::complex<double> ratio = std::sqrt(permittivityOf(material, twoPi * frequency) / material.epsilonR /
                                                 (permeabilityOf(material, twoPi * frequency) / material.muR));
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

TensorMedium tensorsOf(const Material& material) {
  TensorMedium tensors{.epsilonR = material.epsilonTensor, .muR = material.muTensor};
  if (material.sigmaTensor) {
    const SymmetricTensor& s = *material.sigmaTensor;
    constexpr double z0 = constants::z0;
    tensors.sigma = SymmetricTensor{z0 * s.xx, z0 * s.yy, z0 * s.zz, z0 * s.xy, z0 * s.xz, z0 * s.yz};
  }
  if (const auto& plasma = material.magnetisedPlasma)
    tensors.plasma =
        MagnetisedPlasma{twoPi * plasma->plasmaFrequency / constants::c0, twoPi * plasma->collision / constants::c0,
                         1 / constants::c0 * gyrationOf(plasma->field)};
  return tensors;
}

std::string tensorsText(const Material& material) {
  std::string text;
  const auto add = [&](const char* name, const std::optional<SymmetricTensor>& t) {
    if (t) text += fmt::format("{} [{}, {}, {}, {}, {}, {}] ", name, t->xx, t->yy, t->zz, t->xy, t->xz, t->yz);
  };
  add("epsilon_r", material.epsilonTensor);
  add("mu_r", material.muTensor);
  add("sigma", material.sigmaTensor);
  if (const auto& plasma = material.magnetisedPlasma)
    text += fmt::format("plasma {} Hz {} Hz [{}, {}, {}] T", plasma->plasmaFrequency, plasma->collision,
                        plasma->field[0], plasma->field[1], plasma->field[2]);
  return text;
}

void setMedia(const DgtdCase& theCase, const SubMesh& mesh, DgtdProblem& problem) {
  setIndices(
      theCase, mesh, [](const Material& m) { return !m.dispersion.none(); },
      [](const Material& m) { return polesOf(m.dispersion); }, problem.poles, problem.polesIndex);
  setIndices(
      theCase, mesh, [](const Material& m) { return !m.magnetic.none(); },
      [](const Material& m) { return polesOf(m.magnetic); }, problem.magneticPoles, problem.magneticPolesIndex);
  setIndices(
      theCase, mesh, [](const Material& m) { return m.hasTensors(); }, tensorsOf, problem.tensors, problem.tensorIndex);
}

void addBesideMedium(const std::vector<std::int32_t>& elements, double epsilonR, double sigma, DgtdProblem& problem,
                     MPI_Comm comm) {
  std::int64_t index = -1;  // of the region's tensors
  for (const std::int32_t element : elements) {
    const auto e = static_cast<std::size_t>(element);
    problem.epsilonR[e] += epsilonR;
    problem.sigma[e] += sigma;
    if (!problem.tensorIndex.empty()) index = std::max<std::int64_t>(index, problem.tensorIndex[e]);
  }
  index = maxOverRanks(comm, index);
  if (index < 0 || !problem.tensors[static_cast<std::size_t>(index)].actsOn(Field::E)) return;
  TensorMedium medium = problem.tensors[static_cast<std::size_t>(index)];
  if (medium.epsilonR) medium.epsilonR = plus(*medium.epsilonR, epsilonR);
  if (medium.sigma) medium.sigma = plus(*medium.sigma, sigma);
  problem.tensors.push_back(medium);
  for (const std::int32_t element : elements)
    problem.tensorIndex[static_cast<std::size_t>(element)] = static_cast<std::int32_t>(problem.tensors.size()) - 1;
}

void setImpedancesAtOpenSurfaces(const DgtdCase& theCase, const SubMesh& mesh, DgtdProblem& problem, MPI_Comm comm) {
  const std::size_t surfaces = mesh.groups.surfaces.size(), regions = mesh.groups.regions.size();
  std::vector<double> several(surfaces, 0);                 // whether waves have several impedances
  std::vector<double> epsilon(regions, 0), mu(regions, 0);  // 0: not at such a surface
  std::vector<bool> isOpen(surfaces, false);
  for (const BoundaryAssignment& boundary : theCase.boundaries)
    if (const std::int32_t surface = groupIndex(mesh.groups.surfaces, boundary.surface);
        surface >= 0 && boundary.kind == BoundaryKind::absorbing)
      isOpen[static_cast<std::size_t>(surface)] = true;
  for (const std::int32_t face : mesh.boundaryFace) {
    const std::int32_t surface = mesh.faceGroup[static_cast<std::size_t>(face)];
    const auto element = static_cast<std::size_t>(face / 4);
    const TensorMedium* tensors = problem.tensorsOf(element);
    if (surface < 0 || tensors == nullptr || !isOpen[static_cast<std::size_t>(surface)]) continue;
    const Vec3 n = normalOf(problem, face);
    const auto ofE = acrossNormal(tensors->epsilonR, problem.epsilonR[element], n),
               ofH = acrossNormal(tensors->muR, problem.muR[element], n);
    if (!ofE || !ofH) {
      several[static_cast<std::size_t>(surface)] = 1;
      continue;
    }
    const auto region = static_cast<std::size_t>(mesh.region[element]);
    epsilon[region] = *ofE;
    mu[region] = *ofH;
  }
  for (std::vector<double>* values : {&several, &epsilon, &mu}) maxInPlace(comm, *values);
  for (std::size_t surface = 0; surface < surfaces; ++surface)
    require(
        several[surface] == 0,
        "{}: boundaries.{}: an absorbing boundary lets waves of one impedance out, and in the anisotropic medium at "
        "it those from straight ahead have two: give the medium one value for all directions in the surface and an "
        "axis along its normal, let it end inside of the mesh, or make the surface pml, pec or pmc",
        toString(theCase.boundariesMark), mesh.groups.surfaces[surface]);
  for (std::size_t e = 0; e < problem.epsilonR.size(); ++e) {
    const auto region = static_cast<std::size_t>(mesh.region[e]);
    if (epsilon[region] == 0) continue;
    problem.epsilonR[e] = epsilon[region];
    problem.muR[e] = mu[region];
  }
}

std::vector<std::string> mediaLines(const DgtdCase& theCase) {
  const std::vector<double> frequencies = shownFrequencies(theCase);
  std::vector<std::string> lines;
  for (const int m : specialMaterials(theCase)) {
    const Material& material = materialAt(theCase, m);
    lines.push_back(termsLine(material));
    for (const double frequency : frequencies)
      if (frequency > 0)
        for (std::string& line : valuesLines(material, frequency)) lines.push_back(std::move(line));
  }
  return lines;
}

namespace {

/// epsilon' and epsilon'' of what was wanted, and of what was found, at the frequencies of the former.
nlohmann::ordered_json curveOfFit(const Material& material) {
  const PermittivityFit& fit = *material.fit;
  nlohmann::ordered_json frequency = nlohmann::ordered_json::array(), of = frequency, found = frequency;
  for (std::size_t n = 0; n < fit.frequencies.size(); ++n) {
    const std::complex<double> epsilon = permittivityOf(material, twoPi * fit.frequencies[n]);
    frequency.push_back(fit.frequencies[n]);
    of.push_back({fit.wanted[n].real(), -fit.wanted[n].imag()});
    found.push_back({epsilon.real(), -epsilon.imag()});
  }
  return {{"frequency_Hz", frequency}, {"wanted", of}, {"fitted", found}};
}

}  // namespace

std::string fitsJson(const DgtdCase& theCase) {
  nlohmann::ordered_json json;
  for (const int m : specialMaterials(theCase)) {
    const Material& material = materialAt(theCase, m);
    if (const auto& fit = material.fit)
      json[material.name] = {{"key", fit->key},           {"band_Hz", fit->band},    {"poles", fit->poles},
                             {"worst_error", fit->error}, {"at_Hz", fit->frequency}, {"curve", curveOfFit(material)}};
  }
  return json.empty() ? std::string() : json.dump();
}

std::vector<std::string> warningsOfMedia(const DgtdCase& theCase, const Discretisation& d, MPI_Comm comm) {
  constexpr double small = 0.01;
  std::vector<std::string> warnings;
  const auto band = bandOf(theCase);
  if (!band || specialMaterials(theCase).empty()) return warnings;
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
