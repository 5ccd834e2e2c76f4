// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/conformingModel.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/airBoxSides.hpp"
#include "lib/mesh/meshSourceFile.hpp"

#include <fmt/ranges.h>
#include <gmsh.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

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

void requireKnown(const std::vector<std::string>& order, const std::vector<CadShape>& shapes, const std::string& file) {
  std::set<std::string> known;
  for (const CadShape& shape : shapes)
    if (shape.dimension == 3) known.insert(shape.group());
  for (const std::string& wanted : order)
    require(known.contains(wanted), "mesh.priority: {} has no solid `{}`; it has {}", file, wanted,
            known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")));
}

/// Two solids of one name would be one region.
void requireDifferent(const std::vector<CadShape>& shapes, const std::string& file) {
  std::map<std::string, const CadShape*> known;
  for (const CadShape& solid : shapes) {
    if (solid.dimension < 3) continue;
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

std::string whereToLook(const MeshSource& source) {
  if (checkedFileKind(source) != MeshFileKind::cad) return "";
  return fmt::format("; `fluxtet mesh {} --describe` tells all that overlap", *source.file);
}

std::map<int, std::string> namesOfRegions(const Claimants& pieces, const std::vector<CadShape>& shapes,
                                          const MeshSource& source) {
  std::map<int, std::string> names;
  for (const auto& [tag, claimants] : pieces) {
    const auto [owner, rival] = ownerOf(claimants, shapes, source.priority);
    require(!rival,
            "{}: the {} and the {} overlap, so the region of their common part is not known: name one of them in "
            "mesh.priority, or cut one from the other{}",
            *source.file, shapes[owner].text(), shapes[rival.value_or(0)].text(), rival ? whereToLook(source) : "");
    names[tag] = shapes[owner].group();
  }
  return names;
}

/// The kernel has been seen to make two solids in one place.
void requireNoneTwice(const Claimants& solids, const std::vector<CadShape>& shapes, const std::string& file) {
  for (const auto& [unused, claimants] : solids)
    require(shapes[claimants.front()].isAir,
            "{}: OpenCASCADE did not cut the {} out of mesh.airBox: cut touching and overlapping volumes in the "
            "geometry itself",
            file, shapes[claimants.front()].text());
}

/// Names of sheets and faces: what lies in several has the first name.
std::map<int, std::string> namesOfFaces(const Claimants& pieces, const std::vector<CadShape>& shapes) {
  std::map<int, std::string> names;
  for (const auto& [tag, claimants] : pieces)
    for (const std::size_t s : claimants)
      if (!shapes[s].name.empty()) names.emplace(tag, shapes[s].name);
  return names;
}

}  // namespace

EntityNames conformingPlane(const std::vector<CadShape>& faces, const MeshSource& source) {
  return {namesOfRegions(cutShapes(faces).faces, faces, source), {}};
}

ConformingModel conformingModel(std::vector<CadShape> shapes, const std::set<Entity>& parts, const MeshSource& source,
                                double unit) {
  const std::string& file = *source.file;
  require(!shapes.empty(), "{} has neither volumes nor surfaces, of which a mesh could be made", file);
  requireDifferent(shapes, file);
  requireKnown(source.priority, shapes, file);
  BoxSides box{};
  if (source.airBox) {
    requireOthers(*source.airBox, shapes, file);
    box = airBoxSides(*source.airBox, surfacesOf(shapes), unit);
    shapes.insert(shapes.begin(), makeAir(*source.airBox, box, file));
  }
  ConformingModel model{std::move(shapes), {}, {}};
  model.pieces = cutShapes(model.shapes, parts);
  if (source.airBox) requireNoneTwice(model.pieces.solids, model.shapes, file);
  model.names = {namesOfRegions(model.pieces.solids, model.shapes, source),
                 namesOfFaces(model.pieces.faces, model.shapes)};
  if (source.airBox) nameSides(box, model.names.surfaces);
  return model;
}

}  // namespace fluxtet
