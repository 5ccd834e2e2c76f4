// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/cadDescription.hpp"

#include "lib/base/lengthText.hpp"
#include "lib/mesh/cadPieces.hpp"
#include "lib/mesh/cadShapes.hpp"
#include "lib/mesh/groupPlaces.hpp"
#include "lib/mesh/meshSourceFile.hpp"
#include "lib/mesh/stepUnit.hpp"

#include <fmt/ranges.h>
#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

constexpr const char* nameless = "(without a name)";

/// A solid, sheet or face as the file has it.
struct CadPart {
  CadShape shape;
  std::string solid;  ///< of a face: the solid that it bounds; empty of a sheet
  std::optional<Colour> colour;
  double measure = 0;  ///< volume or area, m^3 or m^2
  GroupPlace place;
  std::optional<Vec3> normal;  ///< of a plane face

  bool isFace() const { return shape.dimension == 2 && !solid.empty(); }
  const char* kind() const { return shape.dimension == 3 ? "solid" : isFace() ? "face" : "sheet"; }
  /// As it is called in the mesh; faces without a name get their numbers only there.
  std::string name() const { return shape.dimension == 2 && shape.name.empty() ? nameless : shape.group(); }
};

GroupPlace placeOf(int dimension, int tag, double unit) {
  GroupPlace place;
  gmsh::model::getBoundingBox(dimension, tag, place.low[0], place.low[1], place.low[2], place.high[0], place.high[1],
                              place.high[2]);
  if (dimension >= 0)
    gmsh::model::occ::getCenterOfMass(dimension, tag, place.centre[0], place.centre[1], place.centre[2]);
  place.centre = unit * place.centre;
  place.low = unit * place.low;
  place.high = unit * place.high;
  return place;
}

double measureOf(int dimension, int tag, double unit) {
  double mass = 0;
  gmsh::model::occ::getMass(dimension, tag, mass);
  return mass * std::pow(unit, dimension);
}

std::optional<Vec3> normalOf(int face) {
  std::string type;
  gmsh::model::getType(2, face, type);
  if (type != "Plane") return std::nullopt;
  std::vector<double> low, high, normal;
  gmsh::model::getParametrizationBounds(2, face, low, high);
  gmsh::model::getNormal(face, {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}, normal);
  return axisDirection({normal[0], normal[1], normal[2]});
}

CadPart partOf(const CadShape& shape, double unit) {
  CadPart part{shape,
               "",
               ownColour(shape.dimension, shape.tag),
               measureOf(shape.dimension, shape.tag, unit),
               placeOf(shape.dimension, shape.tag, unit),
               std::nullopt};
  if (shape.dimension == 2) part.normal = normalOf(shape.tag);
  return part;
}

/// All solids and faces. Faces that say nothing have no name.
std::vector<CadPart> partsOf(const MeshSource& source, double unit) {
  CadColours colours(source.colours);
  std::vector<CadShape> solids = shapesOf(3, colours);
  clearSharedNames(solids);
  std::map<int, std::string> nameOfFace, nameOfSolid;
  for (const CadShape& face : facesOfInterest(colours, solids)) nameOfFace[face.tag] = face.name;
  std::vector<CadPart> parts;
  for (const CadShape& solid : solids) {
    nameOfSolid[solid.tag] = solid.group();
    parts.push_back(partOf(solid, unit));
  }
  gmsh::vectorpair faces;
  gmsh::model::getEntities(faces, 2);
  for (const auto& [unused, tag] : faces) {
    CadPart part = partOf({2, tag, nameOfFace[tag]}, unit);
    if (const std::vector<int> of = solidsAt(tag); !of.empty()) part.solid = nameOfSolid.at(of.front());
    parts.push_back(std::move(part));
  }
  return parts;
}

/// Edges that bound no face.
int numLooseEdges() {
  gmsh::vectorpair edges;
  gmsh::model::getEntities(edges, 1);
  return static_cast<int>(std::count_if(edges.begin(), edges.end(), [](const std::pair<int, int>& edge) {
    std::vector<int> faces, points;
    gmsh::model::getAdjacencies(1, edge.second, faces, points);
    return faces.empty();
  }));
}

std::string unitText(const std::string& file, double unit) {
  if (!hasOwnUnit(file)) return lengthText(unit) + " (mesh.scale)";
  std::ifstream in(file, std::ios::binary);
  const std::string found = stepUnit({std::istreambuf_iterator<char>(in), {}});
  return found.empty() ? "not told, taken for mm" : found;
}

std::string counted(std::ptrdiff_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// "solid Board, 2 faces of First", by kind and solid.
std::string ownersText(const std::vector<const CadPart*>& parts) {
  std::vector<std::string> texts;
  std::map<std::string, std::ptrdiff_t> facesOf;
  for (const CadPart* part : parts) {
    if (part->isFace()) {
      ++facesOf[part->solid];
    } else {
      texts.push_back(fmt::format("{} {}", part->kind(), part->name()));
    }
  }
  for (const auto& [solid, count] : facesOf) texts.push_back(counted(count, "face") + " of " + solid);
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// A line for each colour with what has it.
std::string coloursText(const std::vector<CadPart>& parts) {
  std::map<std::string, std::vector<const CadPart*>> painted;
  for (const CadPart& part : parts)
    if (part.colour) painted[colourText(*part.colour)].push_back(&part);
  std::string text;
  for (const auto& [colour, of] : painted) text += fmt::format("colour        {}: {}\n", colour, ownersText(of));
  return text;
}

std::string partText(const CadPart& part, const PlaceText& places) {
  std::vector<std::string> details;
  if (part.isFace()) details.push_back("of " + part.solid);
  if (part.normal) details.push_back("plane, normal " + places.direction(*part.normal));
  if (part.colour) details.push_back("colour " + colourText(*part.colour));
  return places.entry(part.kind(), part.name(), fmt::format("{:.6g} m^{}", part.measure, part.shape.dimension),
                      fmt::format("{}", fmt::join(details, "; ")), part.place);
}

/// A line for each set of shapes that have something in common: solids, or faces where there are no solids. Cuts the
/// shapes of the model.
std::string overlapsText(const std::vector<CadPart>& parts, const MeshSource& source, double unit) {
  std::vector<CadShape> shapes;
  for (const CadPart& part : parts)
    if (!part.isFace()) shapes.push_back(part.shape);
  const bool isSolid = !parts.empty() && parts.front().shape.dimension == 3;
  const CadPieces pieces = cutShapes(shapes);
  std::map<std::vector<std::string>, std::pair<double, PieceOwner>> shared;
  for (const auto& [tag, claimants] : isSolid ? pieces.solids : pieces.faces) {
    std::vector<std::string> names;
    for (const std::size_t s : claimants)
      if (std::find(names.begin(), names.end(), shapes[s].group()) == names.end()) names.push_back(shapes[s].group());
    if (names.size() < 2) continue;
    auto& [sum, owner] = shared[names];
    sum += measureOf(isSolid ? 3 : 2, tag, unit);
    owner = ownerOf(claimants, shapes, source.priority);
  }
  std::string text;
  for (const auto& [names, common] : shared) {
    const auto& [sum, owner] = common;
    text += fmt::format("overlap       {} share {:.6g} m^{}: {}\n", fmt::join(names, " and "), sum, isSolid ? 3 : 2,
                        owner.rival ? "mesh.priority has to name one of them"
                                    : shapes[owner.owner].group() + " keeps it by mesh.priority");
  }
  return text;
}

}  // namespace

std::string describeCad(const MeshSource& source, double unit) {
  const std::string& file = *source.file;
  importCadFile(file);
  const std::vector<CadPart> parts = partsOf(source, unit);
  const GroupPlace whole = placeOf(-1, -1, unit);
  const PlaceText places(3, norm(whole.high - whole.low));
  const auto count = [&](const std::string& kind) {
    return std::count_if(parts.begin(), parts.end(), [&](const CadPart& part) { return part.kind() == kind; });
  };
  std::string text =
      fmt::format("file          {}: unit {}, {}, {}, {} of solids\n", std::filesystem::path(file).filename().string(),
                  unitText(file, unit), counted(count("solid"), "solid"), counted(count("sheet"), "sheet"),
                  counted(count("face"), "face"));
  text += fmt::format("box           {}\n", places.box(whole));
  for (const CadPart& part : parts)
    if (!part.isFace() || !part.shape.name.empty() || part.colour) text += partText(part, places);
  text += coloursText(parts);
  if (const int edges = numLooseEdges(); edges > 0)
    text += fmt::format("edges         {} that bound no face: they are not used\n", edges);
  return text + overlapsText(parts, source, unit);
}

}  // namespace fluxtet
