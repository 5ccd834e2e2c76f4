// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace fluxtet {

/// Elements of one of Gmsh's types.
struct EntityElements {
  int type = 0;
  std::vector<std::size_t> nodes;  ///< tags
};

/// The mesh of a surface or volume of Gmsh's current model, without its boundary's nodes.
struct EntityMesh {
  std::vector<std::size_t> nodeTags;
  std::vector<double> coordinates, parameters;  ///< three for each node; two for each of a surface
  std::vector<EntityElements> elements;
};

EntityMesh meshOfEntity(int dimension, int tag);

/// Gives the nodes new tags, those after `last`, which becomes the last one. Other nodes of elements keep theirs.
void renumber(EntityMesh& mesh, std::size_t& last);

/// Adds the mesh to an entity that has none.
void addToEntity(int dimension, int tag, const EntityMesh& mesh);

/// Writes a mesh to a file, alone. Throws std::string where that fails, as Gmsh does.
void writeMesh(int file, const EntityMesh& mesh);

/// Reads what writeMesh() wrote.
EntityMesh readMesh(int file);

}  // namespace fluxtet
