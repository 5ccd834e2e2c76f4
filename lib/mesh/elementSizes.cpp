// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/elementSizes.hpp"

#include "lib/base/error.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

constexpr double unlimited = 1e22;  ///< what Gmsh takes for no limit

/// Regions and surfaces of a name.
gmsh::vectorpair groupsNamed(const std::string& name, const EntityNames& names) {
  gmsh::vectorpair found;
  const int regions = isSolidModel() ? 3 : 2;
  for (const int dimension : {regions, regions - 1})
    for (const int tag : entitiesNamed(dimension, name, names)) found.emplace_back(dimension, tag);
  return found;
}

std::string knownNames(const EntityNames& names) {
  std::vector<std::string> known;
  gmsh::vectorpair groups;
  gmsh::model::getPhysicalGroups(groups);
  for (const auto& [dimension, tag] : groups) gmsh::model::getPhysicalName(dimension, tag, known.emplace_back());
  for (const auto* const map : {&names.regions, &names.surfaces})
    for (const auto& [unused, name] : *map) known.push_back(name);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::string text;
  for (const std::string& name : known)
    if (!name.empty()) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "it has no names" : "it has " + text;
}

/// Largest sizes of entities by dimension and tag, in the model's unit.
using EntitySizes = std::map<std::pair<int, int>, double>;

void limit(const std::pair<int, int>& entity, double size, EntitySizes& sizes) {
  const auto [known, fresh] = sizes.emplace(entity, size);
  if (!fresh) known->second = std::min(known->second, size);
}

/// The entities and all that bounds them.
void limitWithBoundary(gmsh::vectorpair entities, double size, EntitySizes& sizes) {
  while (!entities.empty()) {
    for (const auto& [dimension, tag] : entities) limit({dimension, std::abs(tag)}, size, sizes);
    gmsh::vectorpair boundary;
    gmsh::model::getBoundary(entities, boundary, false, false);
    entities = std::move(boundary);
  }
}

/// A slip of the unit would keep Gmsh busy for days without a word.
constexpr double mostElements = 2147483648.0;

/// Extents of an entity, or of the whole model (-1, -1), along x, y and z, in the model's unit.
std::array<double, 3> extentsOf(int dimension, int tag) {
  double x0, y0, z0, x1, y1, z1;
  gmsh::model::getBoundingBox(dimension, tag, x0, y0, z0, x1, y1, z1);
  return {x1 - x0, y1 - y0, z1 - z0};
}

/// About how many elements fill a box: a regular tetrahedron of edge h fills 0.118 h^3, a regular triangle 0.433 h^2.
double elementsIn(const std::array<double, 3>& extents, int dimension, double size) {
  const double x = extents[0] / size, y = extents[1] / size, z = extents[2] / size;
  return dimension == 3 ? x * y * z / 0.118 : (x * y + y * z + z * x) / 0.433;
}

void requireReachable(const std::string& name, const gmsh::vectorpair& entities, double size, double unit) {
  double elements = 0;
  for (const auto& [dimension, tag] : entities) elements += elementsIn(extentsOf(dimension, tag), dimension, size);
  require(elements < mostElements,
          "mesh.sizes.{}: elements of {:.4g} m would be about {:.1g}: check the unit of the size, and mesh.scale", name,
          size * unit, elements);
}

}  // namespace

void setLargestSize(double size, int dimension, MeshFileKind kind, double unit, const std::string& file) {
  const auto extents = extentsOf(-1, -1);
  const double elements = elementsIn(extents, dimension, size);
  require(elements < mostElements,
          "mesh.size = {:.4g} m would cut {}, which spans {:.4g} x {:.4g} x {:.4g} m, into about {:.1g} {}: check the "
          "units of mesh.size and mesh.scale",
          size * unit, file, unit * extents[0], unit * extents[1], unit * extents[2], elements,
          dimension == 3 ? "tetrahedra" : "triangles");
  gmsh::option::setNumber("Mesh.MeshSizeMax", size);
  if (kind == MeshFileKind::script) return;
  gmsh::vectorpair points;
  gmsh::model::getEntities(points, 0);
  gmsh::model::mesh::setSize(points, size);
}

void setSizesByName(const std::map<std::string, double>& sizes, double unit, const EntityNames& names,
                    const std::string& file) {
  if (sizes.empty()) return;
  EntitySizes ofEntities;
  for (const auto& [name, size] : sizes) {
    const auto entities = groupsNamed(name, names);
    require(!entities.empty(), "mesh.sizes: {} has no region or surface `{}` to give a size to; {}", file, name,
            knownNames(names));
    requireReachable(name, entities, size / unit, unit);
    limitWithBoundary(entities, size / unit, ofEntities);
  }
  gmsh::model::mesh::setSizeCallback(
      [ofEntities = std::move(ofEntities)](int dimension, int tag, double, double, double) {
        const auto found = ofEntities.find({dimension, tag});
        return found == ofEntities.end() ? unlimited : found->second;
      });
}

}  // namespace fluxtet
