// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/rawMesh.hpp"

#include <functional>
#include <string>

namespace fluxtet {

/// Whether to mesh in this process alone, or by others too that are forked from it (mesh/entityMeshing.hpp): then it
/// must have one thread only.
enum class Processes { one, several };

/// Reads `source.file` with Gmsh in this process (a legacy VTK file by readVtkMesh()): a mesh, or a geometry that Gmsh
/// meshes. No option file is loaded, and only a .geo is run as a program. Coordinates are in mesh units, rawScale() m
/// each. `meshing` is called between the reading of a geometry and its meshing. Throws InputError.
RawMesh readWithGmsh(const MeshSource& source, ModelKind model, Processes processes,
                     const std::function<void()>& meshing);

/// What a CAD file holds (mesh/cadDescription.hpp), by Gmsh in this process. Throws InputError.
std::string describeWithGmsh(const MeshSource& source);

/// Length of a mesh unit of readWithGmsh(), m: `source.scale`, or 1e-3 for STEP, whose coordinates Gmsh gives in mm
/// whatever unit the file is in.
double rawScale(const MeshSource& source);

}  // namespace fluxtet
