// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/openBoundary.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>

namespace fluxtet::dgtd {

OpenBoundary::OpenBoundary(const DgtdCase& theCase, const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm)
    : mesh_(mesh), problem_(problem), comm_(comm) {
  for (const std::string& surface : mesh.groups.surfaces)
    isOpen_.push_back(std::any_of(theCase.boundaries.begin(), theCase.boundaries.end(), [&](const auto& boundary) {
      return boundary.surface == surface && boundary.port < 0 && rowOf(boundary.kind).role == SurfaceRole::hull;
    }));
}

bool OpenBoundary::hasFace(std::int32_t face) const {
  const auto f = static_cast<std::size_t>(face);
  return mesh_.faceKind[f] == FaceKind::boundary && mesh_.faceGroup[f] >= 0 &&
         isOpen_[static_cast<std::size_t>(mesh_.faceGroup[f])];
}

bool OpenBoundary::hasElement(std::int32_t element) const {
  if (problem_.isInOpenLayer(element)) return true;
  for (int f = 0; f < 4; ++f)
    if (hasFace(4 * element + f)) return true;
  return false;
}

bool OpenBoundary::none() const {
  std::int64_t open = 0;
  for (std::int32_t e = 0; e < mesh_.numElements; ++e) open += hasElement(e) ? 1 : 0;
  return sumOverRanks(comm_, open) == 0;
}

ElementSet OpenBoundary::elementsBehind(std::int32_t surface) const {
  ElementSet set(mesh_, comm_);
  for (std::int32_t e = 0; e < mesh_.numElements; ++e)
    if (hasElement(e)) set.insert(e);
  set.growUpTo(surface);
  set.complement();
  return set;
}

ElementSet OpenBoundary::elementsAwayFrom(int edges) const {
  std::vector<bool> isMarked(4 * static_cast<std::size_t>(mesh_.numElements), false);
  for (std::int32_t e = 0; e < mesh_.numElements; ++e)
    for (int f = 0; f < 4; ++f)
      for (int v = 0; v < 4; ++v)
        if (problem_.isInOpenLayer(e) || (v != f && hasFace(4 * e + f)))
          isMarked[static_cast<std::size_t>(4 * e + v)] = true;
  return elementsAtDistance(mesh_, isMarked, {.least = edges}, comm_);
}

}  // namespace fluxtet::dgtd
