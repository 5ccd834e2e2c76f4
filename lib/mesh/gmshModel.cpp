// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh/gmshModel.hpp"

#include "base/error.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fluxtet {
namespace {

constexpr int triangleType = 2;
constexpr int tetrahedronType = 4;

/// Entities of one dimension with the group of each (an index into `names`).
struct EntityGroups {
  std::vector<std::string> names;
  std::map<int, std::int32_t> group;
};

const char* kindOf(int dimension) {
  return dimension == 3 ? "volume" : "surface";
}

std::vector<int> entityTags(int dimension) {
  gmsh::vectorpair entities;
  gmsh::model::getEntities(entities, dimension);
  std::vector<int> tags;
  for (const auto& entity : entities) tags.push_back(entity.second);
  std::sort(tags.begin(), tags.end());
  return tags;
}

bool hasPhysicalGroups() {
  gmsh::vectorpair volumes, surfaces;
  gmsh::model::getPhysicalGroups(volumes, 3);
  gmsh::model::getPhysicalGroups(surfaces, 2);
  return !volumes.empty() || !surfaces.empty();
}

EntityGroups physicalGroups(int dimension, const std::string& file) {
  gmsh::vectorpair physical;
  gmsh::model::getPhysicalGroups(physical, dimension);
  std::sort(physical.begin(), physical.end());
  EntityGroups result;
  for (const auto& [unused, tag] : physical) {
    std::string name;
    gmsh::model::getPhysicalName(dimension, tag, name);
    if (name.empty()) name = fmt::format("{}{}", kindOf(dimension), tag);
    auto place = std::find(result.names.begin(), result.names.end(), name);
    const auto index = static_cast<std::int32_t>(place - result.names.begin());
    if (place == result.names.end()) result.names.push_back(name);
    std::vector<int> entities;
    gmsh::model::getEntitiesForPhysicalGroup(dimension, tag, entities);
    for (const int entity : entities) {
      const auto [known, fresh] = result.group.emplace(std::abs(entity), index);
      require(
          fresh || known->second == index,
          "{}: {} {} lies in the physical {}s `{}` and `{}`: an element or face may belong to one only; take it out of "
          "the others",
          file, kindOf(dimension), entity, kindOf(dimension), result.names[known->second], name);
    }
  }
  return result;
}

/// Every entity is a group of its own, called as in `names`, or e.g. "volume3".
EntityGroups entityGroups(int dimension, const std::map<int, std::string>& names) {
  EntityGroups result;
  for (const int tag : entityTags(dimension)) {
    const auto named = names.find(tag);
    const std::string name = named != names.end() ? named->second : fmt::format("{}{}", kindOf(dimension), tag);
    const auto place = std::find(result.names.begin(), result.names.end(), name);
    result.group[tag] = static_cast<std::int32_t>(place - result.names.begin());
    if (place == result.names.end()) result.names.push_back(name);
  }
  return result;
}

/// Refuses elements of another type than `wanted` in an entity (all entities of the dimension: tag -1).
void requireType(int dimension, int entity, int wanted, const std::string& where, const std::string& file) {
  std::vector<int> types;
  std::vector<std::vector<std::size_t>> tags, nodes;
  gmsh::model::mesh::getElementTypes(types, dimension, entity);
  for (const int type : types) {
    if (type == wanted) continue;
    std::vector<std::size_t> elements, elementNodes;
    gmsh::model::mesh::getElementsByType(type, elements, elementNodes, entity);
    if (elements.empty()) continue;
    std::string name;
    int typeDimension = 0, order = 0, numNodes = 0, numPrimary = 0;
    std::vector<double> local;
    gmsh::model::mesh::getElementProperties(type, name, typeDimension, order, numNodes, local, numPrimary);
    throw InputError(fmt::format(
        "{}: {}{} elements of type {} (the first has tag {}), but fluxtet computes on linear {} only: {}", file, where,
        elements.size(), name, *std::min_element(elements.begin(), elements.end()),
        wanted == tetrahedronType ? "tetrahedra (4 nodes)" : "triangles (3 nodes)",
        order > 1 ? "set Mesh.ElementOrder = 1 and mesh again"
                  : "mesh again without recombination, extruded layers, transfinite volumes or subdivision"));
  }
}

void takeTetrahedra(const EntityGroups& regions, const std::string& file, RawMesh& raw) {
  for (const int volume : entityTags(3)) {
    std::vector<std::size_t> tags, nodes;
    gmsh::model::mesh::getElementsByType(tetrahedronType, tags, nodes, volume);
    const auto region = regions.group.find(volume);
    require(tags.empty() || region != regions.group.end(),
            "{}: volume {} ({} tetrahedra, the first has tag {}) is in no physical volume, while the file has physical "
            "groups: add it to a Physical Volume",
            file, volume, tags.size(), tags.empty() ? 0 : tags[0]);
    raw.elementTag.insert(raw.elementTag.end(), tags.begin(), tags.end());
    raw.elementNode.insert(raw.elementNode.end(), nodes.begin(), nodes.end());
    if (!tags.empty()) raw.region.insert(raw.region.end(), tags.size(), region->second);
  }
}

void takeTriangles(const EntityGroups& surfaces, const std::string& file, RawMesh& raw) {
  for (const auto& [surface, group] : surfaces.group) {
    requireType(2, surface, triangleType, fmt::format("surface `{}` has ", surfaces.names[group]), file);
    std::vector<std::size_t> tags, nodes;
    gmsh::model::mesh::getElementsByType(triangleType, tags, nodes, surface);
    raw.triangleNode.insert(raw.triangleNode.end(), nodes.begin(), nodes.end());
    raw.triangleGroup.insert(raw.triangleGroup.end(), tags.size(), group);
  }
}

void requireTetrahedra(const std::string& file) {
  std::vector<int> volumeTypes, surfaceTypes;
  gmsh::model::mesh::getElementTypes(volumeTypes, 3);
  if (!volumeTypes.empty()) return;
  gmsh::model::mesh::getElementTypes(surfaceTypes, 2);
  throw InputError(fmt::format("{}: the mesh has no tetrahedra{}", file,
                               surfaceTypes.empty() ? ": the file is empty or holds no volume"
                                                    : ", only surface elements: mesh in 3D, and put the volumes into a "
                                                      "Physical Volume (Gmsh saves only what is in a group)"));
}

}  // namespace

RawMesh takeGmshModel(const std::map<int, std::string>& volumeName, const std::string& file) {
  requireTetrahedra(file);
  requireType(3, -1, tetrahedronType, "", file);
  RawMesh raw;
  raw.strictSurfaces = hasPhysicalGroups();
  const EntityGroups regions = raw.strictSurfaces ? physicalGroups(3, file) : entityGroups(3, volumeName);
  const EntityGroups surfaces = raw.strictSurfaces ? physicalGroups(2, file) : entityGroups(2, {});
  raw.groups = {regions.names, surfaces.names};
  takeTetrahedra(regions, file, raw);
  takeTriangles(surfaces, file, raw);

  std::vector<std::size_t> nodeTags;
  std::vector<double> parametric;
  gmsh::model::mesh::getNodes(nodeTags, raw.nodes, parametric);
  raw.nodeTag.assign(nodeTags.begin(), nodeTags.end());
  return raw;
}

}  // namespace fluxtet
