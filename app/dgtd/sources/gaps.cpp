// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/gaps.hpp"

#include "app/dgtd/case/faceConditions.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxtet {
namespace {

/// Length along the direction and volume of the gap's region over all ranks. Collective.
void measure(Gap& gap, const SubMesh& mesh, MPI_Comm comm) {
  double low = std::numeric_limits<double>::infinity(), high = -low, volume = 0;
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    if (mesh.region[static_cast<std::size_t>(e)] != gap.region) continue;
    volume += elementGeometry(&mesh.vertices[12 * static_cast<std::size_t>(e)]).volume;
    for (int v = 0; v < 4; ++v) {
      const double place = dot(gap.direction, vertexOf(mesh, e, v));
      low = std::min(low, place);
      high = std::max(high, place);
    }
  }
  gap.volume = sumOverRanks(comm, volume);
  gap.length = maxOverRanks(comm, high) - minOverRanks(comm, low);
}

/// Conducting faces of the gap's region, seen along its direction, against its cross section; sides along it count
/// nothing. Collective.
void measureEnds(Gap& gap, const SubMesh& mesh, const std::vector<FaceCondition>& condition, MPI_Comm comm) {
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    const auto at = static_cast<std::size_t>(e);
    if (mesh.region[at] != gap.region) continue;
    const ElementGeometry geometry = elementGeometry(&mesh.vertices[12 * at]);
    const auto& [g1, g2, g3] = geometry.gradient;
    const std::array<Vec3, 4> gradient{-1.0 * (g1 + g2 + g3), g1, g2, g3};
    for (std::size_t f = 0; f < 4; ++f) {
      const auto link = static_cast<std::size_t>(mesh.faceLink[4 * at + f]);
      if (mesh.faceKind[4 * at + f] != FaceKind::boundary || condition[link] != electricWall) continue;
      // Out of the element through the face opposite vertex f: -3 V grad lambda_f is its area times its normal.
      const double area = -3 * geometry.volume * dot(gradient[f], gap.direction);
      gap.conductingEnd[area > 0 ? 1 : 0] += std::abs(area);
    }
  }
  sumInPlace(comm, gap.conductingEnd);
  for (double& end : gap.conductingEnd) end /= gap.area();
}

}  // namespace

std::vector<Gap> findGaps(const DgtdCase& theCase, const SubMesh& mesh, MPI_Comm comm) {
  std::vector<Gap> gaps;
  const std::vector<FaceCondition> conditions = faceConditions(theCase, mesh);
  for (std::size_t i = 0; i < theCase.sources.size(); ++i) {
    const auto* source = std::get_if<GapSource>(&theCase.sources[i]);
    if (source == nullptr) continue;
    Gap gap;
    gap.source = i;
    gap.name = source->region;
    gap.region = groupIndex(mesh.groups.regions, source->region);
    gap.direction = source->direction;
    measure(gap, mesh, comm);
    require(
        gap.volume > 0,
        "{}: sources[{}].gap.region: no element of the mesh lies in '{}': check the geometry and its physical volumes",
        toString(source->mark), i, source->region);
    measureEnds(gap, mesh, conditions, comm);
    gap.resistance = source->resistance.value_or(0);
    gap.drive = (source->current ? *source->current : source->voltage.value_or(0) / gap.resistance) / gap.area();
    gaps.push_back(gap);
  }
  return gaps;
}

}  // namespace fluxtet
