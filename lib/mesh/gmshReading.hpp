// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/rawMesh.hpp"

#include <functional>

namespace fluxtet {

/// Reads `source.file` with Gmsh in this process: a mesh, or a geometry that Gmsh meshes. No option file is loaded, and
/// only a .geo is run as a program. Coordinates are in mesh units of rawScale(). `meshing` is called when the geometry
/// is read and its mesh comes next. Throws InputError.
RawMesh readWithGmsh(const MeshSource& source, ModelKind model, const std::function<void()>& meshing);

/// Length of a mesh unit of readWithGmsh(), m: `source.scale`, and 1 mm for STEP, whose own unit is obeyed.
double rawScale(const MeshSource& source);

}  // namespace fluxtet
