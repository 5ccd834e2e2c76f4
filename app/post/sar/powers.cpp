// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/powers.hpp"

#include "app/case/regionMaterials.hpp"
#include "app/post/sar/fieldIntegrals.hpp"
#include "app/post/sar/tissues.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxtet::sar {

namespace {

/// Losses in the materials of this rank's elements by region, W. `sigma`: [region] S/m. The resistance of a lumped port
/// is a conductivity beside that of its region's material, and is not among them.
std::vector<double> lossesInMaterials(const std::vector<double>& sigma, const dgtd::Discretisation& d,
                                      const std::vector<double>& meanSquare, std::vector<double>& absorbedDensity) {
  std::vector<double> losses(d.mesh.groups.regions.size());
  absorbedDensity.resize(meanSquare.size());
  for (std::size_t e = 0; e < meanSquare.size(); ++e) {
    if (d.problem.isInLayer(static_cast<std::int32_t>(e))) continue;  // the fields of a layer are no solution
    const auto region = static_cast<std::size_t>(d.mesh.region[e]);
    absorbedDensity[e] = 0.5 * sigma[region] * meanSquare[e];
    losses[region] += absorbedDensity[e] * d.problem.volume[e];
  }
  return losses;
}

bool isWave(const dgtd::SourceSpec& source) {
  return std::holds_alternative<dgtd::PlaneWaveSource>(source);
}
/// Whether a wave enters inside of the mesh: through the boundary comes none of its power.
bool entersInside(const dgtd::SourceSpec& source) {
  const auto* wave = std::get_if<dgtd::PlaneWaveSource>(&source);
  return wave && wave->entersInside();
}
bool isPortOrWave(const dgtd::SourceSpec& source) {
  return std::holds_alternative<dgtd::LumpedPortSource>(source) || isWave(source);
}

}  // namespace

double Powers::accepted() const {
  if (!byPortsAlone) return absorbed + outgoing;
  double sum = 0;
  for (const ports::PortPower& port : ports) sum += port.copies * port.accepted;
  return sum;
}

double Powers::imbalance() const {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (entersInside) return unknown;
  if (fed) return byPortsAlone ? std::abs((accepted() - absorbed - outgoing) / accepted()) : unknown;
  return absorbed > 0 ? std::abs(absorbed + outgoing) / absorbed : unknown;
}

void scalePowers(Powers& powers, double factor) {
  for (double* power : {&powers.impressed, &powers.portLoss, &powers.absorbed, &powers.outgoing, &powers.rounding})
    *power *= factor;
  for (Powers::Region& region : powers.regions) region.absorbed *= factor;
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
  std::vector<double> sigma;
  for (const Material& material : materialsOfRegions(theCase, d.mesh.groups))
    sigma.push_back(absorbingConductivity(material, spectrum.frequency, spectrum.meanOverStep));
  std::vector<double> losses = lossesInMaterials(sigma, d, meanSquareE(d, spectrum.E), absorbedDensity);
  sumInPlace(comm, losses);
  for (double& loss : losses) loss *= d.copies();

  Powers powers;
  powers.frequency = spectrum.frequency;
  powers.copies = d.copies();
  powers.fed = !std::all_of(theCase.sources.begin(), theCase.sources.end(), isWave);
  powers.byPortsAlone = powers.fed && std::all_of(theCase.sources.begin(), theCase.sources.end(), isPortOrWave);
  powers.entersInside = std::any_of(theCase.sources.begin(), theCase.sources.end(), entersInside);
  for (std::size_t r = 0; r < losses.size(); ++r) {
    if (sigma[r] == 0) continue;
    powers.regions.push_back({d.mesh.groups.regions[r], losses[r]});
    powers.absorbed += losses[r];
  }
  for (const dgtd::LumpedPort& port : d.lumpedPorts) {
    powers.ports.push_back(ports::powerOf(port, d, spectrum, port.elements, comm));
    powers.impressed += powers.ports.back().copies * powers.ports.back().impressed;
    powers.portLoss += powers.ports.back().copies * powers.ports.back().loss;
  }
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
