// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/simplexMesh.hpp"

#include <variant>

namespace fluxtet {

/// The mesh of a source of any dimension, validated, with `scale` and `refine` applied: tetrahedra from a box and from
/// files with volumes (loadWholeMesh()), triangles from a rectangle and from files without (regions: physical surfaces,
/// surfaces: physical curves; z = 0). Numbers follow the source. Throws InputError.
std::variant<Mesh, SimplexMesh> loadMeshOfAnyDimension(const MeshSource& source);

/// The same for the static solver, on one process, numbered along a Hilbert curve (renumberAlongCurve()). Throws
/// InputError.
SimplexMesh loadSimplexMesh(const MeshSource& source);

}  // namespace fluxtet
