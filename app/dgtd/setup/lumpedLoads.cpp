// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/lumpedLoads.hpp"

#include "app/case/regionMaterials.hpp"
#include "app/dgtd/setup/media.hpp"
#include "lib/base/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace fluxtet::dgtd {
namespace {

using constants::c0, constants::epsilon0, constants::z0;

LoadMedium inParallel(const LoadSettings& load, double perLength) {
  LoadMedium medium;
  if (load.resistance) medium.sigma = perLength / *load.resistance;
  if (load.capacitance) medium.epsilonR = *load.capacitance * perLength / epsilon0;
  if (load.inductance) medium.poles.push_back(drudePole(std::sqrt(z0 * perLength / (*load.inductance * c0)), 0));
  return medium;
}

/// The admittance of the chain is s C / (1 + s R C + s^2 L C), that of a resonance; without a capacitance 1 / (R + s
/// L), that of free charges; without an inductance s C / (1 + s R C), that of a relaxation.
LoadMedium inSeries(const LoadSettings& load, double perLength) {
  LoadMedium medium;
  const double R = load.resistance.value_or(0);
  const double strength = load.capacitance ? *load.capacitance * perLength / epsilon0 : 0;
  if (load.inductance && load.capacitance) {
    const double resonance = 1 / (c0 * std::sqrt(*load.inductance * *load.capacitance));
    medium.poles.push_back(lorentzPole(strength, resonance, R / (2 * *load.inductance * c0)));
  } else if (load.inductance) {
    const double L = *load.inductance;
    medium.poles.push_back(drudePole(std::sqrt(z0 * perLength / (L * c0)), R / (L * c0)));
  } else {
    medium.poles.push_back(debyePole(strength, R * *load.capacitance * c0));
  }
  return medium;
}

/// The number, in DgtdProblem::poles, of what the poles of a medium and those of a load make together. The same on
/// every rank.
std::int32_t addPoles(std::vector<Pole> ofMedium, const std::vector<Pole>& ofLoad, DgtdProblem& problem) {
  ofMedium.insert(ofMedium.end(), ofLoad.begin(), ofLoad.end());
  // Those of two states come first, as in polesOf().
  std::stable_sort(ofMedium.begin(), ofMedium.end(), [](const Pole& a, const Pole& b) { return a.size > b.size; });
  problem.poles.push_back(std::move(ofMedium));
  return static_cast<std::int32_t>(problem.poles.size()) - 1;
}

}  // namespace

LoadMedium mediumOf(const LoadSettings& load, double perLength) {
  return load.connection == LoadConnection::parallel || !load.hasMemory() ? inParallel(load, perLength)
                                                                          : inSeries(load, perLength);
}

std::complex<double> impedanceOf(const LoadSettings& load, double omega) {
  using Complex = std::complex<double>;
  const bool isParallel = load.connection == LoadConnection::parallel;
  Complex sum = 0;  // of impedances, or of admittances
  const auto add = [&](const std::optional<double>& value, Complex impedance) {
    if (value) sum += isParallel ? 1.0 / impedance : impedance;
  };
  add(load.resistance, load.resistance.value_or(0));
  add(load.inductance, Complex(0, omega * load.inductance.value_or(0)));
  add(load.capacitance, 1.0 / Complex(0, omega * load.capacitance.value_or(1)));
  return isParallel ? 1.0 / sum : sum;
}

double conductivityOf(const LoadMedium& medium, double omega) {
  double sigma = medium.sigma;
  for (const Pole& pole : medium.poles) sigma += admittanceOf(pole, {0, omega / c0}).real() / z0;
  return sigma;
}

std::vector<LumpedRegion> addLoads(const DgtdCase& theCase, const SubMesh& mesh, const std::vector<bool>& isInLayer,
                                   const std::vector<SymmetryPlane>& planes, DgtdProblem& problem, MPI_Comm comm) {
  const std::vector<Material> materials = materialsOfRegions(theCase, mesh.groups);
  std::vector<LumpedRegion> regions;
  for (std::size_t i = 0; i < theCase.loads.size(); ++i) {
    const LoadSettings& load = theCase.loads[i];
    if (!load.surface.empty()) {  // a law of its faces
      regions.push_back(findLumpedStrip(theCase, mesh, isInLayer, planes, load.surface, load.direction,
                                        fmt::format("loads[{}]", i), load.mark, comm));
      continue;
    }
    const LumpedRegion region = findLumpedRegion(theCase, mesh, isInLayer, planes, load.region, load.direction,
                                                 fmt::format("loads[{}]", i), load.mark, comm);
    const LoadMedium medium = mediumOf(load, region.length / region.across());
    std::int32_t poles = -1;
    if (!medium.poles.empty()) {
      const auto index = static_cast<std::size_t>(groupIndex(mesh.groups.regions, load.region));
      poles = addPoles(polesOf(materials[index].dispersion), medium.poles, problem);
      problem.polesIndex.resize(static_cast<std::size_t>(problem.numElements), -1);
    }
    addBesideMedium(region.elements, medium.epsilonR, medium.sigma * z0, problem, comm);
    if (poles >= 0)
      for (const std::int32_t element : region.elements) problem.polesIndex[static_cast<std::size_t>(element)] = poles;
    regions.push_back(region);
  }
  return regions;
}

std::string loadText(const LoadSettings& load) {
  std::string parts;
  const auto add = [&](const std::optional<double>& value, const char* unit) {
    if (value) parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", *value, unit);
  };
  add(load.resistance, "ohm");
  add(load.inductance, "H");
  add(load.capacitance, "F");
  const bool isOne = parts.find(',') == std::string::npos;
  return fmt::format("{}: {}{}", load.surface.empty() ? load.region : load.surface, parts,
                     isOne ? "" : fmt::format(" in {}", toString(load.connection)));
}

std::string loadsText(const DgtdCase& theCase) {
  std::string text;
  for (const LoadSettings& load : theCase.loads)
    text +=
        fmt::format("{} along ({}, {}, {}); ", loadText(load), load.direction[0], load.direction[1], load.direction[2]);
  return text;
}

}  // namespace fluxtet::dgtd
