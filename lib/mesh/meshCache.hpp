// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/simplexMesh.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

namespace fluxtet {

/// The mesh of a file that Gmsh reads, as readGmsh() gives it, or readGmshModel() where a plane model will do. The mesh
/// of a geometry comes from the cache if it was made before from the same input, and goes there when it is made; a
/// cache that cannot be written is none. Serial.
std::variant<Mesh, SimplexMesh> readCached(const MeshSource& source, bool planeToo);

/// The folder of the cache: FLUXTET_MESH_CACHE, or fluxtet/meshes in XDG_CACHE_HOME, or in ~/.cache. Nothing if
/// FLUXTET_MESH_CACHE is `off`, or there is no home.
std::optional<std::filesystem::path> meshCacheFolder();

/// Name of a mesh by all that it depends on: contents of the files, what the case says of it, and the programs. Nothing
/// for a mesh that is read as it is, and for a script whose text does not tell all that it depends on.
std::optional<std::string> cachedMeshName(const MeshSource& source, bool planeToo);

/// The file in fluxtet's own format that holds the mesh of a source before its uniform refinement: the file that the
/// source names, or that of the cache. Nothing if there is none. For a source whose mesh was just loaded, since the
/// files of a geometry may change afterwards; does not throw where they did, or are gone. Serial.
std::optional<std::filesystem::path> fileOfMesh(const MeshSource& source, bool planeToo);

}  // namespace fluxtet
