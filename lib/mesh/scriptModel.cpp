// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/scriptModel.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/conformingModel.hpp"
#include "lib/mesh/meshSourceFile.hpp"
#include "lib/mesh/scriptStatements.hpp"
#include "lib/mesh/sideNames.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

/// Volumes and surfaces must be those of the kernel that cuts, and must not have elements.
void requireUnmeshedSolids(const std::string& file) {
  require(!isMeshed(),
          "mesh.airBox and mesh.priority have no effect on {}, which meshes by itself: take its Mesh command out",
          file);
  for (const int dimension : {3, 2}) {
    gmsh::vectorpair all, cuttable;
    gmsh::model::getEntities(all, dimension);
    gmsh::model::occ::getEntities(cuttable, dimension);
    const std::set<Entity> known(cuttable.begin(), cuttable.end());
    for (const Entity& entity : all)
      require(known.contains(entity),
              "mesh.airBox and mesh.priority go with the OpenCASCADE kernel, but {} {} of {} is of another: begin the "
              "file with SetFactory(\"OpenCASCADE\");, or draw the air in the geometry itself",
              entityKinds[dimension], entity.second, file);
  }
}

std::string nameIn(const EntityGroups& groups, int tag) {
  const auto of = groups.groups.find(tag);
  return of == groups.groups.end() ? std::string() : groups.names[static_cast<std::size_t>(of->second.front())];
}

/// The volumes; in a model with physical groups each is in one.
std::vector<CadShape> solidsIn(const EntityGroups& groups, bool isGrouped, const std::string& file) {
  std::vector<CadShape> solids;
  for (const int tag : entityTags(3)) {
    const std::string name = nameIn(groups, tag);
    require(!isGrouped || !name.empty(),
            "{}: volume {} is in no physical volume, while the file has physical groups: add it to a Physical Volume",
            file, tag);
    solids.push_back({3, tag, name, false, isGrouped, false});
  }
  return solids;
}

/// Sheets, then faces of volumes that have a name. In a model with physical groups a face that is in none is a help to
/// draw others.
std::vector<CadShape> facesIn(const EntityGroups& groups, bool isGrouped) {
  std::vector<CadShape> faces;
  for (const int tag : entityTags(2)) {
    const std::string name = nameIn(groups, tag);
    const bool isSheet = solidsAt(tag).empty();
    if (!name.empty() || (isSheet && !isGrouped)) faces.push_back({2, tag, name, false, isGrouped, isSheet});
  }
  std::stable_partition(faces.begin(), faces.end(), [](const CadShape& face) { return face.isSheet; });
  return faces;
}

/// Faces, and what bounds them or lies in them. Not the points and curves in volumes: the kernel would make another
/// volume in the place of one that has them.
std::set<Entity> partsOf(const std::vector<CadShape>& shapes) {
  std::vector<Entity> faces;
  for (const int surface : surfacesOf(shapes)) faces.emplace_back(2, surface);
  return withBoundary(std::move(faces));
}

/// A piece of a sheet and a face is one of the sheet; of two sheets, or two faces, one of them must give the name.
void requireOneName(const ConformingModel& model, const std::string& file) {
  for (const auto& [unused, claimants] : model.pieces.faces) {
    const CadShape& first = model.shapes[claimants.front()];
    for (const std::size_t s : claimants) {
      const CadShape& other = model.shapes[s];
      require(other.isSheet != first.isSheet || other.name == first.name,
              "{}: a face lies in the physical surfaces `{}` (surface {}) and `{}` (surface {}), but it may belong to "
              "one only: take it out of the other, or cut one from the other",
              file, first.name, first.tag, other.name, other.tag);
    }
  }
}

std::map<std::string, std::vector<int>> byName(const std::map<int, std::string>& names) {
  std::map<std::string, std::vector<int>> tags;
  for (const auto& [tag, name] : names) tags[name].push_back(tag);
  return tags;
}

/// The curves of physical groups after cutting.
std::map<std::string, std::vector<int>> curvesIn(const EntityGroups& groups, const CadPieces& pieces) {
  std::map<std::string, std::vector<int>> tags;
  for (const auto& [curve, of] : groups.groups)
    for (const Entity& piece : piecesOf({1, curve}, pieces.of))
      for (const std::int32_t group : of) tags[groups.names[static_cast<std::size_t>(group)]].push_back(piece.second);
  return tags;
}

/// Gmsh would not give a name again that it knows.
void removeGroups() {
  gmsh::vectorpair groups;
  gmsh::model::getPhysicalGroups(groups);
  for (const auto& [dimension, tag] : groups) {
    std::string name;
    gmsh::model::getPhysicalName(dimension, tag, name);
    if (!name.empty()) gmsh::model::removePhysicalName(name);
  }
  gmsh::model::removePhysicalGroups();
}

/// Makes physical groups in the order of `names`.
void makeGroups(int dimension, const std::vector<std::string>& names, std::map<std::string, std::vector<int>> tags) {
  for (const std::string& name : names) {
    std::vector<int>& of = tags[name];
    std::sort(of.begin(), of.end());
    of.erase(std::unique(of.begin(), of.end()), of.end());
    if (!of.empty()) gmsh::model::setPhysicalName(dimension, gmsh::model::addPhysicalGroup(dimension, of), name);
  }
}

}  // namespace

bool cutsScript(const MeshSource& source) {
  return (source.airBox || !source.priority.empty()) && checkedFileKind(source) == MeshFileKind::script;
}

EntityNames cutScriptModel(const MeshSource& source, double unit) {
  const std::string& file = *source.file;
  requireUnmeshedSolids(file);
  const std::string unrolled = unrolledScript();
  requireNoLostStatements(file, unrolled);
  const std::vector<FieldList> fields = fieldLists(unrolled);
  const bool isGrouped = hasPhysicalGroups(3) || hasPhysicalGroups(2);
  EntityGroups regions = physicalGroups(3, file), surfaces = physicalGroups(2, file);
  const EntityGroups curves = physicalGroups(1, file);
  std::vector<CadShape> shapes = solidsIn(regions, isGrouped, file);
  for (CadShape& face : facesIn(surfaces, isGrouped)) shapes.push_back(std::move(face));
  const std::set<Entity> parts = partsOf(shapes);
  const std::vector<Inclusion> inclusions = inclusionsInVolumes();
  removeGroups();
  const ConformingModel model = conformingModel(std::move(shapes), parts, source, unit);
  requireOneName(model, file);
  renumber(fields, model.pieces.of);
  include(inclusions, model.pieces.of, file);
  makeGroups(1, curves.names, curvesIn(curves, model.pieces));
  if (!isGrouped) return model.names;
  if (source.airBox) regions.names.push_back(source.airBox->region);
  surfaces.names.insert(surfaces.names.end(), sideNames.begin(), sideNames.end());
  makeGroups(3, regions.names, byName(model.names.regions));
  makeGroups(2, surfaces.names, byName(model.names.surfaces));
  return {};
}

}  // namespace fluxtet
