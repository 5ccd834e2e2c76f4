// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/outerSurfaceCheck.hpp"

#include "lib/base/mpi.hpp"
#include "lib/mesh/outerSurface.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace fluxtet::partition {

namespace {

struct OuterFace {
  OuterFacet<3> facet;
  std::int32_t region;
};

OuterFace outerFace(const MeshPart& part, const FaceMatch& match, std::int32_t side) {
  const auto place = [&](int v) {
    const double* x = &part.vertices[3 * match.vertex[side / 4 * 4 + v]];
    return Place<3>{x[0], x[1], x[2]};
  };
  const int face = side % 4;
  OuterFace outer{{faceKey(part, side), {}, place(face), part.elementId[side / 4]}, part.region[side / 4]};
  for (int i = 0; i < 3; ++i) outer.facet.x[i] = place(i < face ? i : i + 1);
  return outer;
}

/// The outer faces of all ranks on rank 0, in an order that does not depend on the ranks. Collective.
std::vector<OuterFace> gatherOuterFaces(const MeshPart& part, const FaceMatch& match, MPI_Comm comm) {
  std::vector<std::vector<OuterFace>> toRank(mpiSize(comm));
  for (std::int32_t side = 0; side < static_cast<std::int32_t>(match.rank.size()); ++side)
    if (match.isOuter(side)) toRank[0].push_back(outerFace(part, match, side));
  std::vector<OuterFace> all;
  for (const auto& faces : exchangeAll(comm, toRank)) all.insert(all.end(), faces.begin(), faces.end());
  std::sort(all.begin(), all.end(), [](const OuterFace& a, const OuterFace& b) {
    return std::tie(a.facet.element, a.facet.vertex) < std::tie(b.facet.element, b.facet.vertex);
  });
  return all;
}

}  // namespace

void requireSoundOuterSurface(const MeshPart& part, const FaceMatch& match, const std::string& origin, MPI_Comm comm) {
  const std::vector<OuterFace> faces = gatherOuterFaces(part, match, comm);
  agreeOnErrors(comm, [&] {
    std::vector<OuterFacet<3>> facets;
    facets.reserve(faces.size());
    for (const OuterFace& face : faces) facets.push_back(face.facet);
    const auto fault = findSurfaceFault<3>(facets);
    if (!fault) return;
    const auto regionOf = [&](std::int64_t element) {
      const auto found = std::lower_bound(faces.begin(), faces.end(), element,
                                          [](const OuterFace& face, std::int64_t e) { return face.facet.element < e; });
      return part.groups.regions.at(found->region);
    };
    throw InputError(
        origin + ": " +
        describe(*fault, {[](std::int64_t element) { return fmt::format("element {}", element); }, regionOf}));
  });
}

}  // namespace fluxtet::partition
