// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/cadModel.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/airBoxSides.hpp"
#include "lib/mesh/cadColours.hpp"
#include "lib/mesh/cadPieces.hpp"
#include "lib/mesh/cadShapes.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

CadShape makeAir(const AirBox& box, const BoxSides& s, const std::string& file) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    require(s[2 * axis + 1] > s[2 * axis],
            "mesh.airBox: {} has no extent along {}, and the margins of {} and {} are 0: give one of them a margin",
            file, "xyz"[axis], sideNames[2 * axis], sideNames[2 * axis + 1]);
  const int tag = gmsh::model::occ::addBox(s[0], s[2], s[4], s[1] - s[0], s[3] - s[2], s[5] - s[4]);
  return {3, tag, box.region, true};
}

void requireKnown(const std::vector<std::string>& order, const std::vector<CadShape>& solids, const std::string& file) {
  std::string known;
  for (const CadShape& solid : solids) known += (known.empty() ? "" : ", ") + solid.group();
  for (const std::string& wanted : order)
    require(std::any_of(solids.begin(), solids.end(), [&](const CadShape& s) { return s.group() == wanted; }),
            "mesh.priority: {} has no solid `{}`; it has {}", file, wanted, known);
}

/// Two solids of one name would be one region.
void requireDifferent(const std::vector<CadShape>& solids, const std::string& file) {
  std::map<std::string, const CadShape*> known;
  for (const CadShape& solid : solids) {
    const CadShape*& first = known[solid.group()];
    require(first == nullptr || (solid.isPainted && first->isPainted),
            "{}: a solid is called `{}`, which is also what solids without a name are called by their number: give it "
            "another name",
            file, solid.group());
    if (first == nullptr) first = &solid;
  }
}

/// What the program calls its own must not be the name of a shape.
void requireOthers(const AirBox& box, const std::vector<CadShape>& shapes, const std::string& file) {
  for (const CadShape& shape : shapes) {
    require(shape.group() != box.region,
            "{}: a {} is called `{}`, as the region of mesh.airBox is: let mesh.airBox.region be another name", file,
            entityKinds[shape.dimension], box.region);
    require(std::find(sideNames.begin(), sideNames.end(), shape.name) == sideNames.end(),
            "{}: a {} is called `{}`, as a side of mesh.airBox is: give it another name", file,
            entityKinds[shape.dimension], shape.name);
  }
}

std::map<int, std::string> namesOfRegions(const Claimants& pieces, const std::vector<CadShape>& shapes,
                                          const MeshSource& source) {
  std::map<int, std::string> names;
  for (const auto& [tag, claimants] : pieces) {
    const auto [owner, rival] = ownerOf(claimants, shapes, source.priority);
    require(!rival,
            "{}: the {} and the {} overlap, so the region of their common part is not known: name one of them in "
            "mesh.priority, or cut one from the other; `fluxtet mesh {} --describe` tells all that overlap",
            *source.file, shapes[owner].text(), shapes[rival.value_or(0)].text(), *source.file);
    names[tag] = shapes[owner].group();
  }
  return names;
}

/// Names of sheets and faces: what lies in several has the first name.
std::map<int, std::string> namesOfFaces(const Claimants& pieces, const std::vector<CadShape>& shapes) {
  std::map<int, std::string> names;
  for (const auto& [tag, claimants] : pieces)
    for (const std::size_t s : claimants)
      if (!shapes[s].name.empty()) names.emplace(tag, shapes[s].name);
  return names;
}

/// Cuts the shapes at what they have in common; of a plane model (2) the faces are the regions.
EntityNames makeConforming(const std::vector<CadShape>& shapes, int dimension, const MeshSource& source) {
  const CadPieces pieces = cutShapes(shapes);
  if (dimension == 2) return {namesOfRegions(pieces.faces, shapes, source), {}};
  return {namesOfRegions(pieces.solids, shapes, source), namesOfFaces(pieces.faces, shapes)};
}

}  // namespace

EntityNames importCad(const MeshSource& source, ModelKind kind, double unit) {
  const std::string& file = *source.file;
  importCadFile(file);
  CadColours colours(source.colours);
  std::vector<CadShape> shapes = shapesOf(3, colours);
  if (shapes.empty() && !source.airBox && kind == ModelKind::solidOrPlane) {
    shapes = shapesOf(2, colours);
    require(!shapes.empty(), "{} has neither volumes nor surfaces: export the solids, of a plane model the faces",
            file);
    colours.requireAllFound(file);
    clearSharedNames(shapes);
    return makeConforming(shapes, 2, source);
  }
  require(!shapes.empty() || source.airBox, "{} has no volume, only surfaces or curves: export the solids", file);
  clearSharedNames(shapes);
  requireDifferent(shapes, file);
  requireKnown(source.priority, shapes, file);
  for (CadShape& face : facesOfInterest(colours, shapes)) shapes.push_back(std::move(face));
  colours.requireAllFound(file);
  BoxSides box{};
  if (source.airBox) {
    requireOthers(*source.airBox, shapes, file);
    box = airBoxSides(*source.airBox, unit);
    shapes.insert(shapes.begin(), makeAir(*source.airBox, box, file));
  }
  EntityNames names = makeConforming(shapes, 3, source);
  if (source.airBox) nameSides(box, names.surfaces);
  return names;
}

}  // namespace fluxtet
