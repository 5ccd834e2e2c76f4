// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet {

/// A mesh as a file gives it: nodes and elements under the file's tags, facets (triangles, in a plane mesh lines) of
/// the surface groups apart.
struct RawMesh {
  int dimension = 3;                      ///< 3: tetrahedra, 2: triangles of a plane
  std::vector<std::int64_t> nodeTag;      ///< [numNodes]
  std::vector<double> nodes;              ///< [numNodes][3], mesh units
  std::vector<std::int64_t> elementTag;   ///< [n] positive
  std::vector<std::int64_t> elementNode;  ///< [n][dimension + 1] node tags
  std::vector<std::int32_t> region;       ///< [n] index into groups.regions
  std::vector<std::int64_t> facetNode;    ///< [numFacets][dimension] node tags
  std::vector<std::int32_t> facetGroup;   ///< [numFacets] index into groups.surfaces
  MeshGroups groups;
  MeshNotes notes{};
  std::vector<std::string> changes{};  ///< what was changed in a mesh that was given, a line of text each
  bool strictSurfaces = true;          ///< a facet that is no element's side is an error (groups that the user made)
};

/// For tetrahedra. Sorts the elements by tag, keeps the nodes that they use (in the order of tags), scales to m
/// (`scale`: m per mesh unit), marks the faces of the surface groups and validates the mesh. Throws InputError that
/// names the file's tags; `origin`: the file.
/// `mendBelow`: for mendWhereNeeded(); 0: elements stay as they are.
Mesh assembleMesh(RawMesh raw, double scale, const std::string& origin, std::optional<double> mendBelow = 0);

}  // namespace fluxtet
