// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/lumpedPorts.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::dgtd {

std::vector<LumpedPort> findLumpedPorts(const DgtdCase& theCase, const SubMesh& mesh,
                                        const std::vector<bool>& isInLayer, const std::vector<SymmetryPlane>& planes,
                                        MPI_Comm comm) {
  std::vector<LumpedPort> ports;
  for (std::size_t i = 0; i < theCase.sources.size(); ++i) {
    const auto* source = std::get_if<LumpedPortSource>(&theCase.sources[i]);
    if (source == nullptr) continue;
    LumpedPort port;
    port.source = i;
    port.name = source->name;
    static_cast<LumpedRegion&>(port) = source->surface.empty()
                                           ? findLumpedRegion(theCase, mesh, isInLayer, planes, source->region,
                                                              source->direction, source->key, source->mark, comm)
                                           : findLumpedStrip(theCase, mesh, isInLayer, planes, source->surface,
                                                             source->direction, source->key, source->mark, comm);
    port.resistance = source->resistance.value_or(0);
    port.drive = (source->current ? *source->current : source->voltage.value_or(0) / port.resistance) / port.across();
    ports.push_back(port);
  }
  return ports;
}

std::complex<double> LumpedPort::carried(double angle) const {
  if (!isStrip) return std::cos(angle / 2);
  const std::complex<double> old = std::polar(1.0, -angle / 2);
  return isExtrapolated() ? old * (1.5 - 0.5 * std::polar(1.0, -angle)) : old;
}

std::complex<double> LumpedPort::filteredVoltage(std::complex<double> voltage, std::complex<double> current,
                                                 double frequency, double angle) const {
  const double ofDifference = angle == 0 ? 1 : std::sin(angle / 2) / (angle / 2);
  return voltage - std::complex<double>(0, 2 * constants::pi * frequency * ofDifference * filterInductance) * current;
}

std::vector<const LumpedPort*> matchedEnds(const DgtdCase& theCase, const std::vector<LumpedPort>& ports) {
  std::vector<const LumpedPort*> ends;
  if (std::ranges::all_of(theCase.ports, &PortSettings::excited)) return ends;
  for (const LumpedPort& port : ports)
    if (port.drive == 0) ends.push_back(&port);
  return ends;
}

}  // namespace fluxtet::dgtd
