// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "sar/powers.hpp"

#include "base/constants.hpp"
#include "base/mpi.hpp"
#include "mesh/regionMaterials.hpp"
#include "sar/fieldIntegrals.hpp"

#include <cmath>
#include <limits>

namespace fluxtet {

namespace {

/// Losses of this rank's elements. The resistance of a gap is a conductivity beside that of the region's material.
struct Losses {
  std::vector<double> ofRegion;  ///< W, in the materials
  std::vector<double> ofGap;     ///< W, in the resistances
};

Losses findLosses(const std::vector<Material>& material, const Discretisation& d, const std::vector<double>& meanSquare,
                  std::vector<double>& absorbedDensity) {
  const std::size_t regions = d.mesh.groups.regions.size();
  Losses losses{std::vector<double>(regions), std::vector<double>(d.gaps.size())};
  std::vector<double> squares(regions);  // int |E|^2, V^2 m
  absorbedDensity.resize(meanSquare.size());
  for (std::size_t e = 0; e < meanSquare.size(); ++e) {
    const auto region = static_cast<std::size_t>(d.mesh.region[e]);
    absorbedDensity[e] = 0.5 * material[region].sigma * meanSquare[e];
    squares[region] += meanSquare[e] * d.problem.volume[e];
  }
  for (std::size_t r = 0; r < regions; ++r) losses.ofRegion[r] = 0.5 * material[r].sigma * squares[r];
  for (std::size_t g = 0; g < d.gaps.size(); ++g)
    losses.ofGap[g] = 0.5 * d.gaps[g].conductivity() * squares[static_cast<std::size_t>(d.gaps[g].region)];
  return losses;
}

/// -(1/A) int E . direction over the gap, V.
template <class Real>
std::complex<double> voltageOf(const Gap& gap, const Discretisation& d, const ComplexField<Real>& E) {
  std::vector<std::int32_t> elements;
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e)
    if (d.mesh.region[static_cast<std::size_t>(e)] == gap.region) elements.push_back(e);
  return -integralAlong(d, E, elements, gap.direction) / gap.area();
}

GapPower gapPower(const Gap& gap, std::complex<double> voltage, std::complex<double> waveform, double loss) {
  const std::complex<double> generated = gap.drive * gap.area() * waveform;
  const double shunt = gap.resistance > 0 ? 1 / gap.resistance : 0;
  return {gap.name, voltage, generated - shunt * voltage, 0.5 * (voltage * std::conj(generated)).real() - loss};
}

}  // namespace

double Powers::imbalance() const {
  if (fed) return std::abs((accepted() - absorbed - outgoing) / accepted());
  return absorbed > 0 ? std::abs(absorbed + outgoing) / absorbed : std::numeric_limits<double>::quiet_NaN();
}

void scalePowers(Powers& powers, double factor) {
  for (double* power : {&powers.impressed, &powers.gapLoss, &powers.absorbed, &powers.outgoing}) *power *= factor;
  for (Powers::Region& region : powers.regions) region.absorbed *= factor;
  for (GapPower& gap : powers.gaps) {
    gap.voltage *= std::sqrt(factor);
    gap.current *= std::sqrt(factor);
    gap.accepted *= factor;
  }
}

template <class Real>
Powers computePowers(const Case& theCase, const Discretisation& d, const Spectrum<Real>& spectrum,
                     std::vector<double>& absorbedDensity, MPI_Comm comm) {
  const std::vector<Material> material = materialsOfRegions(theCase, d.mesh.groups);
  Losses losses = findLosses(material, d, meanSquareE(d, spectrum.E), absorbedDensity);
  sumInPlace(comm, losses.ofRegion);
  sumInPlace(comm, losses.ofGap);

  Powers powers;
  powers.frequency = spectrum.frequency;
  powers.impressed = sumOverRanks(comm, impressedPower(d, spectrum));
  powers.outgoing = sumOverRanks(comm, outgoingPower(d, spectrum));
  for (std::size_t r = 0; r < losses.ofRegion.size(); ++r) {
    if (material[r].sigma == 0) continue;
    powers.regions.push_back({d.mesh.groups.regions[r], losses.ofRegion[r]});
    powers.absorbed += losses.ofRegion[r];
  }
  for (std::size_t g = 0; g < d.gaps.size(); ++g) {
    const std::complex<double> own = voltageOf(d.gaps[g], d, spectrum.E);
    const std::complex<double> voltage(sumOverRanks(comm, own.real()), sumOverRanks(comm, own.imag()));
    powers.gaps.push_back(gapPower(d.gaps[g], voltage, spectrum.waveform[d.gaps[g].source], losses.ofGap[g]));
    powers.gapLoss += losses.ofGap[g];
  }
  for (const SourceSpec& source : theCase.sources) powers.fed |= !std::holds_alternative<PlaneWaveSource>(source);
  return powers;
}

template Powers computePowers(const Case&, const Discretisation&, const Spectrum<float>&, std::vector<double>&,
                              MPI_Comm);
template Powers computePowers(const Case&, const Discretisation&, const Spectrum<double>&, std::vector<double>&,
                              MPI_Comm);

}  // namespace fluxtet
