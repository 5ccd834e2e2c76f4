// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/lumpedPorts.hpp"

#include "app/dgtd/case/faceConditions.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxtet::dgtd {
namespace {

/// Sets length and volume of the port from the elements of all ranks. Collective.
void measure(LumpedPort& port, const SubMesh& mesh, MPI_Comm comm) {
  double low = std::numeric_limits<double>::infinity(), high = -low, volume = 0;
  for (const std::int32_t e : port.elements) {
    volume += elementGeometry(&mesh.vertices[12 * static_cast<std::size_t>(e)]).volume;
    for (int v = 0; v < 4; ++v) {
      const double projection = dot(port.direction, vertexOf(mesh, e, v));
      low = std::min(low, projection);
      high = std::max(high, projection);
    }
  }
  port.volume = sumOverRanks(comm, volume);
  port.length = maxOverRanks(comm, high) - minOverRanks(comm, low);
}

/// Sets conductingEnd: the area of conducting faces of the region, projected along the direction, over the cross
/// section. Faces parallel to the direction do not count. Collective.
void measureEnds(LumpedPort& port, const SubMesh& mesh, const DgtdCase& theCase, MPI_Comm comm) {
  const std::vector<FaceCondition> conditions = faceConditions(theCase, mesh);
  for (const std::int32_t e : port.elements) {
    const auto at = static_cast<std::size_t>(e);
    const ElementGeometry geometry = elementGeometry(&mesh.vertices[12 * at]);
    const auto& [g1, g2, g3] = geometry.gradient;
    const std::array<Vec3, 4> gradient{-1.0 * (g1 + g2 + g3), g1, g2, g3};
    for (std::size_t f = 0; f < 4; ++f) {
      const auto link = static_cast<std::size_t>(mesh.faceLink[4 * at + f]);
      if (mesh.faceKind[4 * at + f] != FaceKind::boundary || conditions[link] != electricWall) continue;
      // -3 V grad(lambda_f) is the area times the outward normal of the face opposite vertex f.
      const double area = -3 * geometry.volume * dot(gradient[f], port.direction);
      port.conductingEnd[area > 0 ? 1 : 0] += std::abs(area);
    }
  }
  sumInPlace(comm, port.conductingEnd);
  for (double& end : port.conductingEnd) end /= port.area();
}

}  // namespace

std::vector<LumpedPort> findLumpedPorts(const DgtdCase& theCase, const SubMesh& mesh,
                                        const std::vector<bool>& isInLayer, MPI_Comm comm) {
  std::vector<LumpedPort> ports;
  for (std::size_t i = 0; i < theCase.sources.size(); ++i) {
    const auto* source = std::get_if<LumpedPortSource>(&theCase.sources[i]);
    if (source == nullptr) continue;
    LumpedPort port;
    port.source = i;
    port.name = source->name;
    const std::int32_t region = groupIndex(mesh.groups.regions, source->region);
    for (std::size_t e = 0; e < mesh.region.size(); ++e)
      if (mesh.region[e] == region && (isInLayer.empty() || !isInLayer[e]))
        port.elements.push_back(static_cast<std::int32_t>(e));
    port.direction = source->direction;
    measure(port, mesh, comm);
    require(port.volume > 0,
            "{}: {}.region: no element of the mesh lies in '{}': check the geometry and its physical volumes",
            toString(source->mark), source->key, source->region);
    measureEnds(port, mesh, theCase, comm);
    port.resistance = source->resistance.value_or(0);
    port.drive = (source->current ? *source->current : source->voltage.value_or(0) / port.resistance) / port.area();
    ports.push_back(port);
  }
  return ports;
}

}  // namespace fluxtet::dgtd
