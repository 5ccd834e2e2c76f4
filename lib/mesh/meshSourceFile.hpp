// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/meshSource.hpp"

#include <string>

namespace fluxtet {

/// Kind of a file, from which the work of Gmsh follows.
enum class MeshFileKind {
  mesh,    ///< .msh, .bdf, .nas, .unv, .vtk: read
  script,  ///< .geo, .geo_unrolled: run and mesh
  cad,     ///< .step, .stp, .brep: import and mesh
  skin     ///< .stl, a closed surface: fill
};

/// The kind of `source.file`, by its extension. Throws InputError for a file that is missing or unreadable, has an
/// unknown extension, is not what its extension says or is cut short, for `size` or `parameters` that would have no
/// effect, and for a `scale` of a file that has a unit.
MeshFileKind checkedFileKind(const MeshSource& source);

/// Throws InputError as checkedFileKind(), and for a file that is no CAD file.
void requireCadToDescribe(const MeshSource& source);

/// True for a .vtk.
bool isVtkFile(const std::string& file);

/// True for a file that says what its unit of length is: STEP.
bool hasOwnUnit(const std::string& file);

}  // namespace fluxtet
