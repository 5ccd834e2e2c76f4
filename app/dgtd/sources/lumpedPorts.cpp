// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/lumpedPorts.hpp"

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
    static_cast<LumpedRegion&>(port) = findLumpedRegion(theCase, mesh, isInLayer, planes, source->region,
                                                        source->direction, source->key, source->mark, comm);
    port.resistance = source->resistance.value_or(0);
    port.drive = (source->current ? *source->current : source->voltage.value_or(0) / port.resistance) / port.area();
    ports.push_back(port);
  }
  return ports;
}

}  // namespace fluxtet::dgtd
