// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "kernels/dgtd/faceCondition.hpp"
#include "lib/mesh/subMesh.hpp"
#include "lib/mesh/surfaceRole.hpp"

#include <vector>

namespace fluxtet::dgtd {

/// What the case makes of each surface group of a mesh.
std::vector<SurfaceRole> surfaceRoles(const DgtdCase& theCase, const MeshGroups& groups);

/// The condition at each boundary face of this rank (SubMesh::boundaryFace). Every surface group with boundary faces
/// has one in the case.
std::vector<FaceCondition> faceConditions(const DgtdCase& theCase, const SubMesh& mesh);

}  // namespace fluxtet::dgtd
