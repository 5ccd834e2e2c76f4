// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"

namespace fluxtet {

/// Reads the closed surface of triangles in the .stl file `source.file` into Gmsh's current model as a solid, a region
/// of the file's name, and puts `source.airBox` round it. Where `source.sizes` has the region, the surface is made new
/// with triangles of that size; otherwise its triangles stay as they are. `unit`: m per unit of the file. Returns the
/// names of volumes and surfaces. Throws InputError for a surface that is not closed.
EntityNames importSkin(const MeshSource& source, double unit);

}  // namespace fluxtet
