// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "lib/mesh/simplexMesh.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

/// Files by which ParaView shows a mesh: VTKHDF unstructured grids of linear cells that share their points (float32,
/// m). One holds the elements, with the cell data `region`, `quality` and, where there are parts, `part`; the other,
/// beside it, the faces of surfaces (of a plane mesh the edges of curves), with `surface`, and `region` and
/// `otherRegion`, what is on their two sides. All but the quality are int32; a face inside the mesh stands there once,
/// with its normal from `region` to `otherRegion`, which is -1 outside of the mesh. The field data `regionNames` and
/// `surfaceNames`, and the attribute `names` of each such array, tell what the numbers mean.
namespace fluxtet {

/// Where the surfaces of a mesh go whose elements are in `file`: "view.vtkhdf" has its surfaces in
/// "view.surfaces.vtkhdf".
std::filesystem::path surfacesBeside(const std::filesystem::path& file);

/// Writes both files, complete or not at all; a mesh without surfaces has the first one only. Returns what was written.
/// `part`: of each element, or empty. Serial. Throws RunError.
std::vector<std::filesystem::path> writeModelView(const std::filesystem::path& file, const Mesh& mesh,
                                                  const std::vector<std::int32_t>& part);

/// The same for a plane mesh, which lies in z = 0.
std::vector<std::filesystem::path> writeModelView(const std::filesystem::path& file, const SimplexMesh& mesh);

}  // namespace fluxtet
