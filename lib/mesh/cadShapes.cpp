// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/cadShapes.hpp"

#include "lib/mesh/stepNames.hpp"

#include <gmsh.h>

#include <algorithm>
#include <map>

namespace fluxtet {
namespace {

/// What the file calls a shape: the last part of its label's path, where that says something.
std::string labelOf(int dimension, int tag) {
  std::string name;
  gmsh::model::getEntityName(dimension, tag, name);
  name = name.substr(name.rfind('/') + 1);
  // What the kernel and writers of STEP call a shape without a name.
  const bool saysNothing = name.rfind("Open CASCADE", 0) == 0 || name == "NONE";
  return saysNothing ? std::string() : name;
}

/// Some programs give faces the name of their solid, or all faces of a solid one name: it then says nothing of a face.
bool saysNothingOfFace(const CadShape& face, const std::map<int, std::string>& nameOfFace,
                       const std::vector<CadShape>& solids) {
  if (face.isPainted) return false;
  if (std::any_of(solids.begin(), solids.end(), [&](const CadShape& solid) { return solid.name == face.name; }))
    return true;
  const std::vector<int> volumes = solidsAt(face.tag);
  return std::any_of(volumes.begin(), volumes.end(), [&](int volume) {
    std::vector<int> outside, surfaces;
    gmsh::model::getAdjacencies(3, volume, outside, surfaces);
    return surfaces.size() > 1 && std::all_of(surfaces.begin(), surfaces.end(),
                                              [&](int surface) { return nameOfFace.at(surface) == face.name; });
  });
}

}  // namespace

void importCadFile(const std::string& file) {
  gmsh::vectorpair imported;
  gmsh::model::add("cad");
  gmsh::option::setString("Geometry.OCCTargetUnit", "MM");  // of STEP; BREP has none
  readNamesOfStepFaces();
  gmsh::model::occ::importShapes(file, imported, false);
  gmsh::model::occ::synchronize();
}

std::vector<CadShape> shapesOf(int dimension, CadColours& colours) {
  gmsh::vectorpair entities;
  gmsh::model::getEntities(entities, dimension);
  std::vector<CadShape> shapes;
  for (const auto& [unused, tag] : entities) {
    const std::string ofColour = colours.nameOf(dimension, tag);
    const bool isPainted = !ofColour.empty();
    shapes.push_back({dimension, tag, isPainted ? ofColour : labelOf(dimension, tag), false, isPainted});
  }
  return shapes;
}

void clearSharedNames(std::vector<CadShape>& solids) {
  std::map<std::string, int> count;
  for (const CadShape& solid : solids)
    if (!solid.isPainted) ++count[solid.name];
  for (CadShape& solid : solids)
    if (!solid.isPainted && count[solid.name] > 1) solid.name.clear();
}

std::set<int> surfacesOf(const std::vector<CadShape>& shapes) {
  std::vector<Entity> entities;
  for (const CadShape& shape : shapes) entities.emplace_back(shape.dimension, shape.tag);
  std::set<int> surfaces;
  for (const auto& [dimension, tag] : withBoundary(std::move(entities)))
    if (dimension == 2) surfaces.insert(tag);
  return surfaces;
}

std::vector<int> solidsAt(int face) {
  std::vector<int> volumes, curves;
  gmsh::model::getAdjacencies(2, face, volumes, curves);
  return volumes;
}

std::vector<CadShape> facesOfInterest(CadColours& colours, const std::vector<CadShape>& solids) {
  std::vector<CadShape> faces = shapesOf(2, colours);
  std::map<int, std::string> nameOfFace;
  for (const CadShape& face : faces) nameOfFace[face.tag] = face.name;
  std::erase_if(faces, [&](const CadShape& face) {
    return !solidsAt(face.tag).empty() && (face.name.empty() || saysNothingOfFace(face, nameOfFace, solids));
  });
  for (CadShape& face : faces) face.isSheet = solidsAt(face.tag).empty();
  return faces;
}

}  // namespace fluxtet
