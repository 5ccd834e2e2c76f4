// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/rawMesh.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {

/// Which models a caller can use.
enum class ModelKind {
  solid,        ///< volumes only
  solidOrPlane  ///< a model without volumes is a plane one: its surfaces are the regions, its curves the surfaces
};

/// Names that entities of a model without physical groups have, by their tags.
struct EntityNames {
  std::map<int, std::string> regions;   ///< volumes, of a plane model surfaces
  std::map<int, std::string> surfaces;  ///< surfaces, of a plane model curves
};

/// Takes the mesh out of Gmsh's current model (a running GmshSession): tetrahedra where there are any, otherwise, if
/// `kind` allows, triangles. `names` are used where the model has no physical group; entities without a name are
/// called by kind and tag. `file` is for messages. Throws InputError for other elements than linear tetrahedra
/// (triangles), regions without or with several physical groups, and a model without elements.
RawMesh takeGmshModel(ModelKind kind, const EntityNames& names, const std::string& file);

/// What Gmsh calls an entity, by its dimension.
inline constexpr std::array<const char*, 4> entityKinds{"point", "curve", "surface", "volume"};

/// Tags of the entities of one dimension of the current model, in their order.
std::vector<int> entityTags(int dimension);

/// Entities of one dimension with the groups of each (indices into `names`).
struct EntityGroups {
  std::vector<std::string> names;
  std::map<int, std::vector<std::int32_t>> groups;
};

/// The physical groups of the current model; one without a name is called by kind and tag. `file` is for messages.
/// Throws InputError for a surface or volume in several.
EntityGroups physicalGroups(int dimension, const std::string& file);

bool hasPhysicalGroups(int dimension);
/// Tag of the physical group of that name; 0: there is none.
int physicalGroupNamed(int dimension, const std::string& name);

/// Tags of the entities of a dimension, a region's or a surface's, that takeGmshModel() calls so.
std::vector<int> entitiesNamed(int dimension, const std::string& name, const EntityNames& names);

/// What takeGmshModel() calls an entity of such a dimension: its first physical group, or else its own name.
std::string nameOfEntity(int dimension, int tag, const EntityNames& names);

/// An entity of Gmsh's model: dimension and tag.
using Entity = std::pair<int, int>;

/// The entities, all that bounds them, and sheets, curves and points within them.
std::set<Entity> withBoundary(std::vector<Entity> entities);

/// Extents along x, y and z of the box round an entity, or round the whole model (-1, -1), in the model's unit.
Vec3 extentsOf(int dimension, int tag);

/// True where the model has volumes.
bool isSolidModel();

/// True where entities of a dimension, or one of them, have elements; -1: any.
bool isMeshed(int dimension = -1, int tag = -1);

/// Values of Gmsh's option Mesh.Algorithm3D.
inline constexpr int gmshDelaunay = 1, gmshHxt = 10;

}  // namespace fluxtet
