// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/scriptStatements.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/geoScript.hpp"
#include "lib/mesh/privateFolder.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

/// How the options of fields that list entities end, by the dimension of these.
const std::array<std::vector<std::string>, 4> listNames{{{"PointsList", "NodesList", "VerticesList"},
                                                         {"CurvesList", "EdgesList"},
                                                         {"SurfacesList", "FacesList"},
                                                         {"VolumesList", "RegionsList"}}};

/// -1: the option lists no entities.
int dimensionOfList(const std::string& option) {
  for (std::size_t dimension = 0; dimension < listNames.size(); ++dimension)
    for (const std::string& name : listNames[dimension])
      if (option.ends_with(name)) return static_cast<int>(dimension);
  return -1;
}

std::vector<int> numbersIn(const std::string& text) {
  static const std::regex number(R"(-?\d+)");
  std::vector<int> numbers;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), number); it != std::sregex_iterator(); ++it)
    numbers.push_back(std::stoi(it->str()));
  return numbers;
}

/// A statement that belongs to entities, and how it begins.
struct Statement {
  const char* name;
  std::regex begin;
};

}  // namespace

std::string unrolledScript() {
  const PrivateFolder folder;
  const std::string file = folder.file("model.geo_unrolled");
  gmsh::write(file);
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool givesSizes() {
  constexpr double none = 1e21;  // Gmsh's 1e22, and less
  double largest = 0, perTurn = 0;
  gmsh::option::getNumber("Mesh.MeshSizeMax", largest);
  gmsh::option::getNumber("Mesh.MeshSizeFromCurvature", perTurn);
  if (largest < none || perTurn > 0) return true;
  static const std::regex atPoints(R"(cl__\d+ = ([^;]+);)");
  const std::string unrolled = unrolledScript();
  if (unrolled.find("Background Field") != std::string::npos) return true;
  for (auto it = std::sregex_iterator(unrolled.begin(), unrolled.end(), atPoints); it != std::sregex_iterator(); ++it)
    if (std::strtod((*it)[1].str().c_str(), nullptr) < none) return true;
  return false;
}

std::vector<FieldList> fieldLists(const std::string& unrolled) {
  static const std::regex list(R"(Field\[(\d+)\]\.(\w+) = \{([^}]+)\};)");
  std::vector<FieldList> lists;
  for (auto it = std::sregex_iterator(unrolled.begin(), unrolled.end(), list); it != std::sregex_iterator(); ++it) {
    const int dimension = dimensionOfList((*it)[2]);
    if (dimension >= 0) lists.push_back({std::stoi((*it)[1]), (*it)[2], dimension, numbersIn((*it)[3])});
  }
  return lists;
}

std::vector<Entity> piecesOf(const Entity& entity, const std::map<Entity, std::vector<Entity>>& pieces) {
  const auto of = pieces.find(entity);
  return of == pieces.end() ? std::vector<Entity>{entity} : of->second;
}

void renumber(const std::vector<FieldList>& lists, const std::map<Entity, std::vector<Entity>>& pieces) {
  for (const FieldList& list : lists) {
    std::vector<double> tags;
    for (const int tag : list.tags)
      for (const auto& [dimension, piece] : piecesOf({list.dimension, std::abs(tag)}, pieces))
        if (dimension == list.dimension) tags.push_back(piece);
    gmsh::model::mesh::field::setNumbers(list.field, list.option, tags);
  }
}

std::vector<Inclusion> inclusionsInVolumes() {
  std::vector<Inclusion> inclusions;
  gmsh::vectorpair volumes;
  gmsh::model::getEntities(volumes, 3);
  for (const auto& [dimension, volume] : volumes) {
    gmsh::vectorpair within;
    gmsh::model::mesh::getEmbedded(dimension, volume, within);
    for (const Entity& entity : within)
      if (entity.first < 2) inclusions.push_back({entity, volume});
  }
  return inclusions;
}

void include(const std::vector<Inclusion>& inclusions, const std::map<Entity, std::vector<Entity>>& pieces,
             const std::string& file) {
  for (const auto& [entity, volume] : inclusions) {
    const std::vector<Entity> of = piecesOf({3, volume}, pieces);
    require(of.size() == 1,
            "{}: {} {} is in volume {}, but that is cut into {} pieces, so its place is not known: take the `In "
            "Volume` out",
            file, entityKinds[static_cast<std::size_t>(entity.first)], entity.second, volume, of.size());
    gmsh::vectorpair within;
    gmsh::model::mesh::getEmbedded(3, of.front().second, within);
    if (std::find(within.begin(), within.end(), entity) == within.end())
      gmsh::model::mesh::embed(entity.first, {entity.second}, 3, of.front().second);
  }
}

void requireNoLostStatements(const std::string& file, const std::string& unrolled) {
  static const std::vector<Statement> statements{{"Transfinite", std::regex(R"(\bTransfinite\b)")},
                                                 {"Recombine", std::regex(R"(\bRecombine\b)")},
                                                 {"Layers", std::regex(R"(\bLayers\s*\{)")},
                                                 {"Periodic", std::regex(R"(\bPeriodic\s+(Curve|Line|Surface)\b)")},
                                                 {"Compound", std::regex(R"(\bCompound\s+(Curve|Line|Surface)\b)")},
                                                 {"MeshAlgorithm", std::regex(R"(\bMeshAlgorithm\s+Surface\b)")},
                                                 {"MeshSizeFromBoundary", std::regex(R"(\bMeshSizeFromBoundary\b)")}};
  const std::string text = geoStatements(file) + withoutStrings(unrolled);
  for (const auto& [name, begin] : statements)
    require(!std::regex_search(text, begin),
            "mesh.airBox and mesh.priority cut the volumes of {}, which its `{}` would not outlast: take that out, and "
            "give mesh.sizes where it set sizes, or draw the air in the geometry itself",
            file, name);
}

}  // namespace fluxtet
