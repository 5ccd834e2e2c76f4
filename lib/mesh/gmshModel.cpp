// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gmshModel.hpp"

#include "lib/base/error.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace fluxtet {
namespace {

constexpr std::array<int, 4> linearType{15, 1, 2, 4};  ///< Gmsh's type of point, line, triangle, tetrahedron
constexpr std::array<const char*, 4> elementOf{"points", "lines (2 nodes)", "triangles (3 nodes)",
                                               "tetrahedra (4 nodes)"};

/// Index of `name` in `names`, where it is added if it is new.
std::int32_t indexOf(const std::string& name, std::vector<std::string>& names) {
  const auto place = std::find(names.begin(), names.end(), name);
  const auto index = static_cast<std::int32_t>(place - names.begin());
  if (place == names.end()) names.push_back(name);
  return index;
}

/// Curves may belong to several groups, surfaces and volumes to one.
void addToGroup(int dimension, int entity, std::int32_t index, EntityGroups& result, const std::string& file) {
  auto& groups = result.groups[std::abs(entity)];
  if (std::find(groups.begin(), groups.end(), index) != groups.end()) return;
  groups.push_back(index);
  require(groups.size() == 1 || dimension == 1,
          "{}: {} {} lies in the physical {}s `{}` and `{}`: an element or face may belong to one only; take it out of "
          "the others",
          file, entityKinds[dimension], entity, entityKinds[dimension], result.names[groups[0]], result.names[index]);
}

std::string entityName(int dimension, int tag, const std::map<int, std::string>& names) {
  const auto named = names.find(tag);
  return named != names.end() ? named->second : fmt::format("{}{}", entityKinds[dimension], tag);
}

/// Every entity is a group of its own, called as in `names`, or e.g. "volume3".
EntityGroups entityGroups(int dimension, const std::map<int, std::string>& names) {
  EntityGroups result;
  for (const int tag : entityTags(dimension))
    result.groups[tag] = {indexOf(entityName(dimension, tag, names), result.names)};
  return result;
}

/// Refuses elements of another type than the linear simplex in an entity (all entities of the dimension: tag -1).
void requireSimplices(int dimension, int entity, const std::string& where, const std::string& file) {
  std::vector<int> types;
  gmsh::model::mesh::getElementTypes(types, dimension, entity);
  for (const int type : types) {
    if (type == linearType[dimension]) continue;
    std::vector<std::size_t> elements, elementNodes;
    gmsh::model::mesh::getElementsByType(type, elements, elementNodes, entity);
    if (elements.empty()) continue;
    std::string name;
    int typeDimension = 0, order = 0, numNodes = 0, numPrimary = 0;
    std::vector<double> local;
    gmsh::model::mesh::getElementProperties(type, name, typeDimension, order, numNodes, local, numPrimary);
    throw InputError(fmt::format(
        "{}: {}{} elements of type {} (the first has tag {}), but fluxtet computes on linear {} only: {}", file, where,
        elements.size(), name, *std::min_element(elements.begin(), elements.end()), elementOf[dimension],
        order > 1 ? "set Mesh.ElementOrder = 1 and mesh again"
                  : "mesh again without recombination, extruded layers, transfinite volumes or subdivision"));
  }
}

void takeElements(const EntityGroups& regions, const std::string& file, RawMesh& raw) {
  const int d = raw.dimension;
  for (const int entity : entityTags(d)) {
    std::vector<std::size_t> tags, nodes;
    gmsh::model::mesh::getElementsByType(linearType[d], tags, nodes, entity);
    const auto region = regions.groups.find(entity);
    require(
        tags.empty() || region != regions.groups.end(),
        "{}: {} {} ({} {}, the first has tag {}) is in no physical {}, while the file has physical groups: add it to a "
        "Physical {}",
        file, entityKinds[d], entity, tags.size(), d == 3 ? "tetrahedra" : "triangles", tags.empty() ? 0 : tags[0],
        entityKinds[d], d == 3 ? "Volume" : "Surface");
    raw.elementTag.insert(raw.elementTag.end(), tags.begin(), tags.end());
    raw.elementNode.insert(raw.elementNode.end(), nodes.begin(), nodes.end());
    if (!tags.empty()) raw.region.insert(raw.region.end(), tags.size(), region->second.front());
  }
}

void takeFacets(const EntityGroups& surfaces, const std::string& file, RawMesh& raw) {
  const int d = raw.dimension - 1;
  for (const auto& [entity, groups] : surfaces.groups) {
    requireSimplices(d, entity, fmt::format("{} `{}` has ", entityKinds[d], surfaces.names[groups.front()]), file);
    std::vector<std::size_t> tags, nodes;
    gmsh::model::mesh::getElementsByType(linearType[d], tags, nodes, entity);
    for (const std::int32_t group : groups) {
      raw.facetNode.insert(raw.facetNode.end(), nodes.begin(), nodes.end());
      raw.facetGroup.insert(raw.facetGroup.end(), tags.size(), group);
    }
  }
}

bool hasElements(int dimension) {
  std::vector<int> types;
  gmsh::model::mesh::getElementTypes(types, dimension);
  return !types.empty();
}

/// 3 or 2; throws where there is nothing that `kind` allows.
int modelDimension(ModelKind kind, const std::string& file) {
  if (hasElements(3)) return 3;
  if (kind == ModelKind::solidOrPlane) {
    if (hasElements(2)) return 2;
    throw InputError(
        fmt::format("{}: the mesh has neither tetrahedra nor triangles: put the volumes into a Physical Volume, "
                    "in a plane model the areas into a Physical Surface (Gmsh saves only what is in a group)",
                    file));
  }
  throw InputError(fmt::format("{}: the mesh has no tetrahedra{}", file,
                               !hasElements(2) ? ": the file is empty or holds no volume"
                                               : ", only surface elements: mesh in 3D, and put the volumes into a "
                                                 "Physical Volume (Gmsh saves only what is in a group)"));
}

/// Whether the user made groups. In a plane model curves alone do not do.
bool isGrouped(int dimension, const std::string& file) {
  const bool regions = hasPhysicalGroups(dimension), sides = hasPhysicalGroups(dimension - 1);
  if (dimension == 3) return regions || sides;
  require(regions || !(sides || hasPhysicalGroups(0)),
          "{} has physical curves or points, but no physical surface: put the area of each material into a "
          "Physical Surface(\"Name\") = {{...}}, and the curves with a boundary condition into Physical Curves",
          file);
  return regions;
}

}  // namespace

std::vector<int> entityTags(int dimension) {
  gmsh::vectorpair entities;
  gmsh::model::getEntities(entities, dimension);
  std::vector<int> tags;
  for (const auto& entity : entities) tags.push_back(entity.second);
  std::sort(tags.begin(), tags.end());
  return tags;
}

EntityGroups physicalGroups(int dimension, const std::string& file) {
  gmsh::vectorpair physical;
  gmsh::model::getPhysicalGroups(physical, dimension);
  std::sort(physical.begin(), physical.end());
  EntityGroups result;
  for (const auto& [unused, tag] : physical) {
    std::string name;
    gmsh::model::getPhysicalName(dimension, tag, name);
    if (name.empty()) name = fmt::format("{}{}", entityKinds[dimension], tag);
    const std::int32_t index = indexOf(name, result.names);
    std::vector<int> entities;
    gmsh::model::getEntitiesForPhysicalGroup(dimension, tag, entities);
    for (const int entity : entities) addToGroup(dimension, entity, index, result, file);
  }
  return result;
}

bool isSolidModel() {
  return !entityTags(3).empty();
}

bool isMeshed(int dimension, int tag) {
  std::vector<int> types;
  gmsh::model::mesh::getElementTypes(types, dimension, tag);
  return !types.empty();
}

bool hasPhysicalGroups(int dimension) {
  gmsh::vectorpair groups;
  gmsh::model::getPhysicalGroups(groups, dimension);
  return !groups.empty();
}

int physicalGroupNamed(int dimension, const std::string& name) {
  gmsh::vectorpair groups;
  gmsh::model::getPhysicalGroups(groups, dimension);
  for (const auto& [unused, tag] : groups) {
    std::string own;
    gmsh::model::getPhysicalName(dimension, tag, own);
    if (own == name) return tag;
  }
  return 0;
}

std::vector<int> entitiesNamed(int dimension, const std::string& name, const EntityNames& names) {
  std::vector<int> found;
  if (const int group = physicalGroupNamed(dimension, name); group != 0) {
    gmsh::model::getEntitiesForPhysicalGroup(dimension, group, found);
    for (int& entity : found) entity = std::abs(entity);
    return found;
  }
  if (hasPhysicalGroups(dimension)) return found;
  const auto& own = dimension == (isSolidModel() ? 3 : 2) ? names.regions : names.surfaces;
  for (const int tag : entityTags(dimension))
    if (entityName(dimension, tag, own) == name) found.push_back(tag);
  return found;
}

std::string nameOfEntity(int dimension, int tag, const EntityNames& names) {
  std::vector<int> groups;
  gmsh::model::getPhysicalGroupsForEntity(dimension, tag, groups);
  std::string name;
  if (!groups.empty()) gmsh::model::getPhysicalName(dimension, groups.front(), name);
  if (!name.empty()) return name;
  return entityName(dimension, tag, dimension == (isSolidModel() ? 3 : 2) ? names.regions : names.surfaces);
}

std::set<Entity> withBoundary(std::vector<Entity> entities) {
  std::set<Entity> all;
  while (!entities.empty()) {
    gmsh::vectorpair lower;
    gmsh::model::getBoundary(entities, lower, false, false);
    for (const auto& [dimension, tag] : entities) {
      all.emplace(dimension, std::abs(tag));
      gmsh::vectorpair within;
      if (dimension > 1) gmsh::model::mesh::getEmbedded(dimension, std::abs(tag), within);
      lower.insert(lower.end(), within.begin(), within.end());
    }
    entities = std::move(lower);
  }
  return all;
}

Vec3 extentsOf(int dimension, int tag) {
  double x0, y0, z0, x1, y1, z1;
  gmsh::model::getBoundingBox(dimension, tag, x0, y0, z0, x1, y1, z1);
  return {x1 - x0, y1 - y0, z1 - z0};
}

RawMesh takeGmshModel(ModelKind kind, const EntityNames& names, const std::string& file) {
  RawMesh raw;
  raw.dimension = modelDimension(kind, file);
  requireSimplices(raw.dimension, -1, "", file);
  raw.strictSurfaces = isGrouped(raw.dimension, file);
  const EntityGroups regions =
      raw.strictSurfaces ? physicalGroups(raw.dimension, file) : entityGroups(raw.dimension, names.regions);
  const EntityGroups surfaces =
      raw.strictSurfaces ? physicalGroups(raw.dimension - 1, file) : entityGroups(raw.dimension - 1, names.surfaces);
  raw.groups = {regions.names, surfaces.names};
  takeElements(regions, file, raw);
  takeFacets(surfaces, file, raw);

  std::vector<std::size_t> nodeTags;
  std::vector<double> parametric;
  gmsh::model::mesh::getNodes(nodeTags, raw.nodes, parametric);
  raw.nodeTag.assign(nodeTags.begin(), nodeTags.end());
  return raw;
}

}  // namespace fluxtet
