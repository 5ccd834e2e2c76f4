// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/cadModel.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/airBoxSides.hpp"
#include "lib/mesh/cadColours.hpp"
#include "lib/mesh/stepNames.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

/// One solid, sheet or named face of the file, or the box of air.
struct Shape {
  int dimension = 3, tag = 0;
  std::string name;  ///< empty: the file gives none
  bool isAir = false;
  bool isPainted = false;  ///< its name is that of its colour

  /// As a region or surface: a shape without a name is called by its kind and its number in the file.
  std::string group() const { return name.empty() ? fmt::format("{}{}", entityKinds[dimension], tag) : name; }
  std::string text() const {
    return name.empty() ? fmt::format("{} {}", entityKinds[dimension], tag)
                        : fmt::format("{} `{}`", entityKinds[dimension], name);
  }
};

/// What the file calls a shape: the last part of its label's path, where that says something.
std::string labelOf(int dimension, int tag) {
  std::string name;
  gmsh::model::getEntityName(dimension, tag, name);
  name = name.substr(name.rfind('/') + 1);
  // What the kernel and writers of STEP call a shape without a name.
  const bool saysNothing = name.rfind("Open CASCADE", 0) == 0 || name == "NONE";
  return saysNothing ? std::string() : name;
}

std::vector<Shape> shapesOf(int dimension, CadColours& colours) {
  gmsh::vectorpair entities;
  gmsh::model::getEntities(entities, dimension);
  std::vector<Shape> shapes;
  for (const auto& [unused, tag] : entities) {
    const std::string ofColour = colours.nameOf(dimension, tag);
    const bool isPainted = !ofColour.empty();
    shapes.push_back({dimension, tag, isPainted ? ofColour : labelOf(dimension, tag), false, isPainted});
  }
  return shapes;
}

/// Solids to which the file gives one name are not told apart by it; solids in one colour are one region.
void clearSharedNames(std::vector<Shape>& shapes) {
  std::map<std::string, int> count;
  for (const Shape& shape : shapes)
    if (!shape.isPainted) ++count[shape.name];
  for (Shape& shape : shapes)
    if (!shape.isPainted && count[shape.name] > 1) shape.name.clear();
}

std::vector<int> solidsAt(int surface) {
  std::vector<int> volumes, curves;
  gmsh::model::getAdjacencies(2, surface, volumes, curves);
  return volumes;
}

/// Some programs give faces the name of their solid, or all faces of a solid one name: it then says nothing of a face.
bool saysNothingOfFace(const Shape& face, const std::map<int, std::string>& nameOfFace,
                       const std::vector<Shape>& solids) {
  if (face.isPainted) return false;
  if (std::any_of(solids.begin(), solids.end(), [&](const Shape& solid) { return solid.name == face.name; }))
    return true;
  const std::vector<int> volumes = solidsAt(face.tag);
  return std::any_of(volumes.begin(), volumes.end(), [&](int volume) {
    std::vector<int> outside, surfaces;
    gmsh::model::getAdjacencies(3, volume, outside, surfaces);
    return surfaces.size() > 1 && std::all_of(surfaces.begin(), surfaces.end(),
                                              [&](int surface) { return nameOfFace.at(surface) == face.name; });
  });
}

/// Sheets, and faces of solids that have a name. Faces of one name are one surface.
std::vector<Shape> facesOfInterest(CadColours& colours, const std::vector<Shape>& solids) {
  std::vector<Shape> faces = shapesOf(2, colours);
  std::map<int, std::string> nameOfFace;
  for (const Shape& face : faces) nameOfFace[face.tag] = face.name;
  std::erase_if(faces, [&](const Shape& face) {
    return !solidsAt(face.tag).empty() && (face.name.empty() || saysNothingOfFace(face, nameOfFace, solids));
  });
  return faces;
}

Shape makeAir(const AirBox& box, const BoxSides& s, const std::string& file) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    require(s[2 * axis + 1] > s[2 * axis],
            "mesh.airBox: {} has no extent along {}, and the margins of {} and {} are 0: give one of them a margin",
            file, "xyz"[axis], sideNames[2 * axis], sideNames[2 * axis + 1]);
  const int tag = gmsh::model::occ::addBox(s[0], s[2], s[4], s[1] - s[0], s[3] - s[2], s[5] - s[4]);
  return {3, tag, box.region, true};
}

/// Which solid keeps what several of them share: the one of the smallest rank.
class Priority {
 public:
  Priority(const std::vector<std::string>& order, const std::string& file) : order_(order), file_(file) {}

  /// The owner of a piece that belongs to all these shapes (indices into `shapes`).
  std::size_t ownerOf(const std::vector<std::size_t>& claimants, const std::vector<Shape>& shapes) const {
    const auto before = [&](std::size_t a, std::size_t b) { return rankOf(shapes[a]) < rankOf(shapes[b]); };
    const auto first = std::min_element(claimants.begin(), claimants.end(), before);
    for (const std::size_t other : claimants)
      require(other == *first || shapes[other].group() == shapes[*first].group() || before(*first, other),
              "{}: the {} and the {} overlap, so the region of their common part is not known: name one of them in "
              "mesh.priority, or cut one from the other",
              file_, shapes[*first].text(), shapes[other].text());
    return *first;
  }

 private:
  std::size_t rankOf(const Shape& shape) const {
    if (shape.isAir) return order_.size() + 1;
    const auto place = std::find(order_.begin(), order_.end(), shape.group());
    return static_cast<std::size_t>(place - order_.begin());
  }

  const std::vector<std::string>& order_;
  const std::string& file_;
};

void requireKnown(const std::vector<std::string>& order, const std::vector<Shape>& solids, const std::string& file) {
  std::string known;
  for (const Shape& solid : solids) known += (known.empty() ? "" : ", ") + solid.group();
  for (const std::string& wanted : order)
    require(std::any_of(solids.begin(), solids.end(), [&](const Shape& s) { return s.group() == wanted; }),
            "mesh.priority: {} has no solid `{}`; it has {}", file, wanted, known);
}

/// Two solids of one name would be one region.
void requireDifferent(const std::vector<Shape>& solids, const std::string& file) {
  std::map<std::string, const Shape*> known;
  for (const Shape& solid : solids) {
    const Shape*& first = known[solid.group()];
    require(first == nullptr || (solid.isPainted && first->isPainted),
            "{}: a solid is called `{}`, which is also what solids without a name are called by their number: give it "
            "another name",
            file, solid.group());
    if (first == nullptr) first = &solid;
  }
}

/// What the program calls its own must not be the name of a shape.
void requireOthers(const AirBox& box, const std::vector<Shape>& shapes, const std::string& file) {
  for (const Shape& shape : shapes) {
    require(shape.group() != box.region,
            "{}: a {} is called `{}`, as the region of mesh.airBox is: let mesh.airBox.region be another name", file,
            entityKinds[shape.dimension], box.region);
    require(std::find(sideNames.begin(), sideNames.end(), shape.name) == sideNames.end(),
            "{}: a {} is called `{}`, as a side of mesh.airBox is: give it another name", file,
            entityKinds[shape.dimension], shape.name);
  }
}

/// The shapes of one dimension that each piece belongs to, by its tag.
std::map<int, std::vector<std::size_t>> claimantsOfPieces(int dimension, const std::vector<Shape>& shapes,
                                                          const std::vector<gmsh::vectorpair>& piecesOf) {
  std::map<int, std::vector<std::size_t>> claimants;
  for (std::size_t s = 0; s < shapes.size(); ++s)
    if (shapes[s].dimension == dimension)
      for (const auto& [pieceDimension, tag] : piecesOf[s])
        if (pieceDimension == dimension) claimants[tag].push_back(s);
  return claimants;
}

/// Names of regions.
std::map<int, std::string> namesOfRegions(int dimension, const std::vector<Shape>& shapes,
                                          const std::vector<gmsh::vectorpair>& piecesOf, const Priority& priority) {
  std::map<int, std::string> names;
  for (const auto& [tag, claimants] : claimantsOfPieces(dimension, shapes, piecesOf))
    names[tag] = shapes[priority.ownerOf(claimants, shapes)].group();
  return names;
}

/// Names of sheets and faces: what lies in several has the first name.
std::map<int, std::string> namesOfFaces(const std::vector<Shape>& shapes,
                                        const std::vector<gmsh::vectorpair>& piecesOf) {
  std::map<int, std::string> names;
  for (const auto& [tag, claimants] : claimantsOfPieces(2, shapes, piecesOf))
    for (const std::size_t s : claimants)
      if (!shapes[s].name.empty()) names.emplace(tag, shapes[s].name);
  return names;
}

/// Cuts the shapes at what they have in common, so that the mesh conforms there.
EntityNames makeConforming(const std::vector<Shape>& shapes, int dimension, const Priority& priority) {
  gmsh::vectorpair entities, pieces;
  for (const Shape& shape : shapes) entities.emplace_back(shape.dimension, shape.tag);
  std::vector<gmsh::vectorpair> piecesOf(1, entities);
  if (entities.size() > 1)
    gmsh::model::occ::fragment({entities.front()}, {entities.begin() + 1, entities.end()}, pieces, piecesOf);
  gmsh::model::occ::synchronize();
  return {namesOfRegions(dimension, shapes, piecesOf, priority),
          dimension == 3 ? namesOfFaces(shapes, piecesOf) : std::map<int, std::string>{}};
}

}  // namespace

EntityNames importCad(const MeshSource& source, ModelKind kind, double unit) {
  const std::string& file = *source.file;
  gmsh::vectorpair imported;
  gmsh::model::add("cad");
  gmsh::option::setString("Geometry.OCCTargetUnit", "MM");  // of STEP, whatever unit the file is in; BREP has none
  readNamesOfStepFaces();
  gmsh::model::occ::importShapes(file, imported, false);
  gmsh::model::occ::synchronize();
  const Priority priority(source.priority, file);
  CadColours colours(source.colours);
  std::vector<Shape> shapes = shapesOf(3, colours);
  if (shapes.empty() && !source.airBox && kind == ModelKind::solidOrPlane) {
    shapes = shapesOf(2, colours);
    require(!shapes.empty(), "{} has neither volumes nor surfaces: export the solids, of a plane model the faces",
            file);
    colours.requireAllFound(file);
    clearSharedNames(shapes);
    return makeConforming(shapes, 2, priority);
  }
  require(!shapes.empty() || source.airBox, "{} has no volume, only surfaces or curves: export the solids", file);
  clearSharedNames(shapes);
  requireDifferent(shapes, file);
  requireKnown(source.priority, shapes, file);
  for (Shape& face : facesOfInterest(colours, shapes)) shapes.push_back(std::move(face));
  colours.requireAllFound(file);
  BoxSides box{};
  if (source.airBox) {
    requireOthers(*source.airBox, shapes, file);
    box = airBoxSides(*source.airBox, unit);
    shapes.insert(shapes.begin(), makeAir(*source.airBox, box, file));
  }
  EntityNames names = makeConforming(shapes, 3, priority);
  if (source.airBox) nameSides(box, names.surfaces);
  return names;
}

}  // namespace fluxtet
