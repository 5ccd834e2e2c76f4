// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/simplexMesh.hpp"

#include <optional>
#include <string>
#include <variant>

namespace fluxtet {

/// Reads `source.file` with the Gmsh SDK: a mesh (.msh 2.2 or 4.1, ASCII or binary; .bdf, .nas, .unv, .vtk) or a
/// geometry that Gmsh meshes
/// (.geo, .geo_unrolled, .step, .stp, .brep, .stl). Serial. Coordinates come out in m (`source.scale` applied),
/// elements and vertices in the order of the file's tags; `source.refine` is left to the caller. Regions are the
/// physical volumes, surfaces the physical surfaces; where the file has no physical group at all, every volume is a
/// region (`volume<tag>` unless the file names it) and every surface a surface (`surface<tag>`). The mesh has passed
/// validateMesh(). Throws InputError that names the file's element, entity or group.
Mesh readGmsh(const MeshSource& source);

/// As readGmsh(), and a file without volumes is a plane model, which must lie in the plane z = 0: regions are then its
/// physical surfaces (`surface<tag>`), surfaces its physical curves (`curve<tag>`); the mesh is that of
/// assemblePlaneMesh().
std::variant<Mesh, SimplexMesh> readGmshModel(const MeshSource& source);

/// What the CAD file `source.file` holds, in lines for a reader (mesh/cadDescription.hpp). Serial. Throws InputError,
/// also for another kind of file.
std::string describeGeometry(const MeshSource& source);

/// From now on, a process of `program` reads files for this one, as Gmsh and OpenCASCADE crash or hang on some damaged
/// files. `program` must call readForAnotherProcess() first in its main().
void useGmshProcess(std::string program);

/// If this process was started to read for another one, reads and returns the exit status of this process; otherwise
/// returns nothing. To be called before MPI is initialised, or the launcher takes the process for a rank. `argc`,
/// `argv`: those of main().
std::optional<int> readForAnotherProcess(int argc, char** argv);

/// Version of Gmsh, such as "4.8.4", or a text that says that this build has none.
std::string gmshVersion();

}  // namespace fluxtet
