// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mesh/mesh.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet {

/// A mesh as a file gives it: nodes and elements under the file's tags, triangles of the surface groups apart.
struct RawMesh {
  std::vector<std::int64_t> nodeTag;        ///< [numNodes]
  std::vector<double> nodes;                ///< [numNodes][3], mesh units
  std::vector<std::int64_t> elementTag;     ///< [n] positive
  std::vector<std::int64_t> elementNode;    ///< [n][4] node tags
  std::vector<std::int32_t> region;         ///< [n] index into groups.regions
  std::vector<std::int64_t> triangleNode;   ///< [numTriangles][3] node tags
  std::vector<std::int32_t> triangleGroup;  ///< [numTriangles] index into groups.surfaces
  MeshGroups groups;
  bool strictSurfaces = true;  ///< a triangle that is no element's face is an error (groups that the user made)
};

/// Sorts the elements by tag, keeps the nodes that they use (in the order of tags), scales to m (`scale`: m per mesh
/// unit), marks the faces of the surface groups and validates the mesh. Throws InputError that names the file's tags;
/// `origin`: the file.
Mesh assembleMesh(RawMesh raw, double scale, const std::string& origin);

}  // namespace fluxtet
