// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/faceConditions.hpp"

#include <cstddef>
#include <cstdint>

namespace fluxtet::dgtd {
namespace {

/// Calls visit(surface group, row) for each surface of the mesh that has a condition.
template <class Visit>
void forEachCondition(const DgtdCase& theCase, const MeshGroups& groups, const Visit& visit) {
  for (const BoundaryAssignment& boundary : theCase.boundaries)
    if (const std::int32_t group = groupIndex(groups.surfaces, boundary.surface); group >= 0)
      visit(static_cast<std::size_t>(group), rowOf(boundary.kind));
}

}  // namespace

std::vector<SurfaceRole> surfaceRoles(const DgtdCase& theCase, const MeshGroups& groups) {
  std::vector<SurfaceRole> roles(groups.surfaces.size(), SurfaceRole::none);
  forEachCondition(theCase, groups, [&](std::size_t group, const BoundaryRow& row) { roles[group] = row.role; });
  return roles;
}

std::vector<FaceCondition> faceConditions(const DgtdCase& theCase, const SubMesh& mesh) {
  std::vector<FaceCondition> ofGroup(mesh.groups.surfaces.size());
  forEachCondition(theCase, mesh.groups,
                   [&](std::size_t group, const BoundaryRow& row) { ofGroup[group] = row.condition; });
  std::vector<FaceCondition> conditions;
  conditions.reserve(mesh.boundaryFace.size());
  for (const std::int32_t face : mesh.boundaryFace)
    conditions.push_back(ofGroup[static_cast<std::size_t>(mesh.faceGroup[static_cast<std::size_t>(face)])]);
  return conditions;
}

}  // namespace fluxtet::dgtd
