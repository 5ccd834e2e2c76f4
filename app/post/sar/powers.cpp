// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/powers.hpp"

#include "app/case/regionMaterials.hpp"
#include "app/dgtd/case/sourceTraits.hpp"
#include "app/dgtd/setup/lumpedLoads.hpp"
#include "app/post/ports/wavePortPower.hpp"
#include "app/post/sar/fieldIntegrals.hpp"
#include "app/post/sar/tissues.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>

namespace fluxtet::sar {

namespace {

/// Powers that the materials of this rank's elements take, by region, W. `losses`: [region]. The resistance of a lumped
/// port is a conductivity beside that of its region's material, and is not among them.
template <class Real>
std::vector<double> powersInMaterials(const std::vector<Losses>& losses, const dgtd::Discretisation& d,
                                      const dgtd::Spectrum<Real>& spectrum, std::vector<double>& absorbedDensity) {
  std::vector<double> powers(d.mesh.groups.regions.size());
  absorbedDensity.assign(static_cast<std::size_t>(d.mesh.numElements), 0);
#pragma omp parallel for schedule(static)
  for (std::int32_t element = 0; element < d.mesh.numElements; ++element) {
    if (d.problem.isInLayer(element)) continue;  // the fields of a layer are no solution
    const auto e = static_cast<std::size_t>(element);
    absorbedDensity[e] = meanLoss(d, spectrum, element, losses[static_cast<std::size_t>(d.mesh.region[e])]);
  }
  for (std::size_t e = 0; e < absorbedDensity.size(); ++e)
    powers[static_cast<std::size_t>(d.mesh.region[e])] += absorbedDensity[e] * d.problem.volume[e];
  return powers;
}

/// Adds what walls, sheets and loads take, but not the resistances of ports on strips. Collective.
template <class Real>
void addWalls(const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum,
              Powers& powers, MPI_Comm comm) {
  const double omega = 2 * constants::pi * spectrum.frequency;
  const double dt = 2 * std::acos(std::min(1.0, spectrum.meanOverStep)) / omega;
  std::vector<double> ofLaws = lawPowers(d, spectrum, d.laws.at(dt), constants::c0 * dt, comm);
  sumInPlace(comm, ofLaws);
  for (const dgtd::BoundaryAssignment& boundary : theCase.boundaries) {
    const std::int32_t law = d.laws.of(boundary.surface);
    if (law >= 0 && !boundary.strip.starts_with("ports"))
      powers.walls.push_back({boundary.surface, d.copies() * ofLaws[static_cast<std::size_t>(law)]});
  }
  for (std::size_t i = 0; i < d.loads.size(); ++i) {
    const dgtd::LumpedRegion& region = d.loads[i];
    if (region.isStrip) continue;
    const double sigma = conductivityOf(dgtd::mediumOf(theCase.loads[i], region.length / region.across()),
                                        steppedFrequency(omega, spectrum.meanOverStep));
    Losses losses;
    losses.electric.symmetric = {sigma, sigma, sigma};
    double power = 0;
    for (const std::int32_t element : region.elements)
      power += meanLoss(d, spectrum, element, losses) * d.problem.volume[static_cast<std::size_t>(element)];
    powers.walls.push_back({theCase.loads[i].region, d.copies() * sumOverRanks(comm, power)});
  }
  std::erase_if(powers.walls, [](const Powers::Region& wall) { return wall.absorbed == 0; });
  for (const Powers::Region& wall : powers.walls) powers.absorbed += wall.absorbed;
}

}  // namespace

double Powers::takenByPorts() const {
  double sum = 0;
  for (const ports::PortPower& port : ports)
    if (port.impressed == 0) sum -= port.copies * port.accepted;
  return sum;
}

double Powers::accepted() const {
  if (!byPortsAlone) return absorbed + outgoing + takenByPorts();
  double sum = 0;
  for (const ports::PortPower& port : ports) sum += port.copies * port.accepted;
  return sum;
}

double Powers::imbalance() const {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (entersInside) return unknown;
  if (fed) return byPortsAlone ? std::abs((accepted() - absorbed - outgoing) / accepted()) : unknown;
  const double taken = absorbed + takenByPorts();
  return taken > 0 ? std::abs(taken + outgoing) / taken : unknown;
}

void scalePowers(Powers& powers, double factor) {
  for (double* power : {&powers.impressed, &powers.portLoss, &powers.absorbed, &powers.outgoing, &powers.rounding})
    *power *= factor;
  for (Powers::Region& region : powers.regions) region.absorbed *= factor;
  for (Powers::Region& wall : powers.walls) wall.absorbed *= factor;
  for (ports::PortPower& port : powers.ports) {
    port.voltage *= std::sqrt(factor);
    port.current *= std::sqrt(factor);
    port.currentError *= std::sqrt(factor);
    for (double* power : {&port.impressed, &port.loss, &port.accepted, &port.available}) *power *= factor;
  }
}

template <class Real>
Powers computePowers(const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum,
                     std::vector<double>& absorbedDensity, MPI_Comm comm) {
  std::vector<Losses> losses;
  for (const Material& material : materialsOfRegions(theCase, d.mesh.groups))
    losses.push_back(lossesInRun(material, spectrum.frequency, spectrum.meanOverStep));
  std::vector<double> inMaterials = powersInMaterials(losses, d, spectrum, absorbedDensity);
  sumInPlace(comm, inMaterials);
  for (double& power : inMaterials) power *= d.copies();

  Powers powers;
  powers.frequency = spectrum.frequency;
  powers.copies = d.copies();
  bool hasCurrents = false;
  for (const dgtd::SourceTraits& source : dgtd::traitsOfSources(theCase)) {
    powers.fed = powers.fed || source.role != dgtd::SourceRole::wave;
    hasCurrents = hasCurrents || source.role == dgtd::SourceRole::current;
    powers.entersInside = powers.entersInside || source.entersInside;
  }
  powers.byPortsAlone = powers.fed && !hasCurrents;
  for (std::size_t r = 0; r < losses.size(); ++r) {
    if (losses[r].none()) continue;
    powers.regions.push_back({d.mesh.groups.regions[r], inMaterials[r]});
    powers.absorbed += inMaterials[r];
  }
  addWalls(theCase, d, spectrum, powers, comm);
  for (const dgtd::LumpedPort& port : d.lumpedPorts) {
    powers.ports.push_back(ports::powerOf(port, d, spectrum, port.elements, comm));
    powers.impressed += powers.ports.back().copies * powers.ports.back().impressed;
    powers.portLoss += powers.ports.back().copies * powers.ports.back().loss;
  }
  for (const dgtd::WavePort& port : d.wavePorts.ports)
    for (ports::PortPower& mode : ports::powersOf(port, theCase, d, spectrum, ports::elementsAt(port), comm))
      powers.ports.push_back(std::move(mode));
  const BoundaryPower boundary = boundaryPower(d, spectrum, comm);
  powers.outgoing = d.copies() * sumOverRanks(comm, boundary.outgoing);
  const double circulating = d.copies() * sumOverRanks(comm, boundary.circulating);
  if (!powers.byPortsAlone) powers.rounding = ports::roundingShare<Real> * circulating;
  for (const ports::PortPower& port : powers.ports)
    if (powers.byPortsAlone) powers.rounding += 0.5 * port.copies * std::abs(port.voltage) * port.currentError;
  return powers;
}

template Powers computePowers(const dgtd::DgtdCase&, const dgtd::Discretisation&, const dgtd::Spectrum<float>&,
                              std::vector<double>&, MPI_Comm);
template Powers computePowers(const dgtd::DgtdCase&, const dgtd::Discretisation&, const dgtd::Spectrum<double>&,
                              std::vector<double>&, MPI_Comm);

}  // namespace fluxtet::sar
