// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "lib/mesh/meshSource.hpp"

#include <string>

namespace fluxtet {

/// The whole mesh of a case on one process: read from any kind of file (fluxtet's .h5, or what readGmsh() reads) or
/// generated as a box, with `scale` (files only; a box is given in m) and `refine` applied, and validated. Throws
/// InputError.
Mesh loadWholeMesh(const MeshSource& source);

/// True for a path that ends in .h5: fluxtet's own mesh file (mesh/meshFile.hpp).
bool isMeshFile(const std::string& path);

/// Whether the source asks for anything that only a geometry, or a mesh of unknown unit, can follow.
bool changesGeometry(const MeshSource& source);

/// fluxtet's mesh file is in metres and meshed: throws InputError for what changes a geometry, which would have no
/// effect or, worse, scale it twice.
void requireMeshFileAsItIs(const MeshSource& source);

}  // namespace fluxtet
