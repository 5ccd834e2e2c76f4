// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"

namespace fluxtet {

/// Reads the closed surfaces of triangles in the .stl file `source.file` into Gmsh's current model as solids, and puts
/// `source.airBox` round them. Each chamber that the triangles enclose (chambers.hpp) is a volume: a surface within
/// another one leaves out of that what it encloses, and surfaces that touch have their walls in common. One chamber is
/// a region of the file's name; of several each is called as the smallest solid of the file that it is in, where the
/// file has several solids with names, or by the file's name and a number. Where `source.sizes` has the regions, the
/// surfaces are made new with triangles of these sizes; otherwise their triangles stay as they are. `unit`: m per unit
/// of the file. Returns the names of volumes and surfaces. Throws InputError for surfaces that are not closed.
EntityNames importSkin(const MeshSource& source, double unit);

}  // namespace fluxtet
