// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// A plane, normal . x = offset, that bounds the mesh.
struct PlaneWall {
  Vec3 normal{};      ///< unit, out of the mesh
  double offset = 0;  ///< m
};

/// The plane in which all outer faces of a surface group lie. `size`: diagonal of the mesh's bounding box, m; `key`:
/// place in the case, for messages. Collective.
/// Throws InputError on every rank if the group has no boundary faces or is not flat, or if the mesh lies on both sides
/// of it.
PlaneWall findPlaneWall(const SubMesh& mesh, std::int32_t group, double size, const std::string& key, MPI_Comm comm);

/// A plane of symmetry of the whole device (`boundaries.SURFACE.symmetry`).
struct SymmetryPlane : PlaneWall {
  bool isElectric = true;              ///< E across it, as at a perfect electric conductor; else along it
  std::vector<std::int32_t> groups{};  ///< the surface groups of the case that lie in it
};

/// The planes of symmetry of a case, each once; the same on every rank. `size`: as there. Collective. Throws InputError
/// on every rank as findPlaneWall(), for planes that are not at right angles to each other, and for one that is both
/// electric and magnetic.
std::vector<SymmetryPlane> findSymmetryPlanes(const DgtdCase& theCase, const SubMesh& mesh, double size, MPI_Comm comm);

}  // namespace fluxtet::dgtd
