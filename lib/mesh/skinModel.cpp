// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/skinModel.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/airBoxSides.hpp"
#include "lib/mesh/insideSolids.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

/// An edge of a closed surface belongs to two triangles.
void requireClosed(const std::vector<std::size_t>& nodes, const std::string& file) {
  require(!nodes.empty(), "{} has no triangles", file);
  std::vector<std::array<std::size_t, 2>> edges;
  for (std::size_t t = 0; t < nodes.size(); t += 3)
    for (std::size_t v = 0; v < 3; ++v) {
      const auto [low, high] = std::minmax(nodes[t + v], nodes[t + (v + 1) % 3]);
      edges.push_back({low, high});
    }
  std::sort(edges.begin(), edges.end());
  std::size_t open = 0;
  for (std::size_t e = 0, count = 0; e < edges.size(); e += count) {
    count = 1;
    while (e + count < edges.size() && edges[e + count] == edges[e]) ++count;
    if (count != 2) ++open;
  }
  require(
      open == 0,
      "{}: the surface is not closed: {} of its edges do not belong to two triangles: mend it with the program that "
      "made it",
      file, open);
}

/// The parts of a surface that hang together, by the nodes of its triangles.
class Parts {
 public:
  explicit Parts(const std::vector<std::size_t>& nodes) {
    for (const std::size_t node : nodes) parent_.emplace(node, node);
    for (std::size_t t = 0; t < nodes.size(); t += 3)
      for (std::size_t v = 1; v < 3; ++v) parent_[rootOf(nodes[t + v])] = rootOf(nodes[t]);
    for (const std::size_t node : nodes) number_.emplace(rootOf(node), number_.size());
  }
  std::size_t count() const { return number_.size(); }
  /// In the order of the first triangles.
  std::size_t of(std::size_t node) { return number_.at(rootOf(node)); }

 private:
  std::size_t rootOf(std::size_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }

  std::unordered_map<std::size_t, std::size_t> parent_, number_;
};

/// A closed surface of the file.
struct Skin {
  std::string region;
  std::vector<Triangle> triangles;
  std::set<std::size_t> in;  ///< others in which it lies
  int loop = 0;              ///< Gmsh's surface loop
};

/// Names of the parts: those of the solids in the file, where each part is one.
std::vector<std::string> namesOf(Parts& parts, const std::string& fileName) {
  if (parts.count() == 1) return {fileName};
  std::vector<std::string> names(parts.count());
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  for (const auto& [unused, surface] : surfaces) {
    std::set<std::size_t> found;
    for (const std::size_t node : triangleNodes(surface)) found.insert(parts.of(node));
    if (found.size() == 1) gmsh::model::getEntityName(2, surface, names[*found.begin()]);
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].empty() || std::count(names.begin(), names.end(), names[i]) > 1)
      names[i] = fmt::format("{}{}", fileName, i + 1);
  return names;
}

std::vector<Skin> skinsOf(Parts& parts, const std::vector<std::size_t>& nodes, const std::string& fileName) {
  std::vector<Skin> skins(parts.count());
  const auto names = namesOf(parts, fileName);
  for (std::size_t i = 0; i < skins.size(); ++i) skins[i].region = names[i];
  const std::vector<Triangle> triangles = trianglesOf(nodes, nodePositions());
  for (std::size_t t = 0; t < triangles.size(); ++t) skins[parts.of(nodes[3 * t])].triangles.push_back(triangles[t]);
  for (std::size_t outer = 0; outer < skins.size() && skins.size() > 1; ++outer) {
    const InsideSolids inside(skins[outer].triangles);
    for (std::size_t i = 0; i < skins.size(); ++i)
      if (i != outer && inside.contains(skins[i].triangles.front().front())) skins[i].in.insert(outer);
  }
  return skins;
}

/// What else than the regions may have a size, and what the regions may be called.
void requireNames(const MeshSource& source, const std::vector<Skin>& skins) {
  const auto isSide = [](const std::string& name) {
    return std::find(sideNames.begin(), sideNames.end(), name) != sideNames.end();
  };
  const std::string air = source.airBox ? source.airBox->region : "";
  std::vector<std::string> regions;
  for (const Skin& skin : skins) regions.push_back(skin.region);
  for (const std::string& region : regions)
    require(region != air && !isSide(region),
            "{}: a region is called `{}`, as the file or a solid in it, but that is a name of mesh.airBox: give the "
            "file, the solid or mesh.airBox.region another name",
            *source.file, region);
  for (const auto& [name, unused] : source.sizes)
    require(std::count(regions.begin(), regions.end(), name) > 0 || (source.airBox && (name == air || isSide(name))),
            "mesh.sizes: `{}` is no part of {} that can have a size: its regions are {}", name, *source.file,
            fmt::join(regions, ", "));
  const auto sized =
      std::count_if(regions.begin(), regions.end(), [&](const auto& region) { return source.sizes.contains(region); });
  require(sized == 0 || sized == std::ssize(regions),
          "mesh.sizes: some of the regions of {} have a size and some have none, but either all surfaces get new "
          "triangles or none: give sizes to all of {}",
          *source.file, fmt::join(regions, ", "));
}

/// Makes the surface of new triangles possible: patches that end at edges sharper than 40 degrees.
void makeRemeshable() {
  constexpr double sharp = 40 * constants::pi / 180;
  const bool withBoundary = true, forNewTriangles = true;
  gmsh::model::mesh::classifySurfaces(sharp, withBoundary, forNewTriangles, constants::pi);
  gmsh::model::mesh::createGeometry();
}

/// Sets Skin::loop.
void makeLoops(Parts& parts, std::vector<Skin>& skins) {
  std::vector<std::vector<int>> surfacesOf(skins.size());
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  for (const auto& [unused, surface] : surfaces)
    surfacesOf[parts.of(triangleNodes(surface).front())].push_back(surface);
  for (std::size_t i = 0; i < skins.size(); ++i) skins[i].loop = gmsh::model::geo::addSurfaceLoop(surfacesOf[i]);
}

/// The surface loops of a volume: the outer one, then those of the skins that lie in these and in no others.
std::vector<int> loopsOf(int outer, const std::vector<Skin>& skins, const std::set<std::size_t>& in) {
  std::vector<int> loops{outer};
  for (const Skin& skin : skins)
    if (skin.in == in) loops.push_back(skin.loop);
  return loops;
}

/// A box as the surface loop of its six sides.
int boxLoop(const BoxSides& s) {
  namespace geo = gmsh::model::geo;
  std::array<int, 8> point{};
  for (std::size_t i = 0; i < 8; ++i) point[i] = geo::addPoint(s[i & 1], s[2 + ((i >> 1) & 1)], s[4 + (i >> 2)]);
  // Along each axis four lines, each from the point of its number with a 0 put in for the axis.
  std::array<std::array<int, 4>, 3> line{};
  for (std::size_t i = 0; i < 4; ++i) {
    line[0][i] = geo::addLine(point[2 * i], point[2 * i + 1]);
    const std::size_t y = (i & 1) + 4 * (i >> 1);
    line[1][i] = geo::addLine(point[y], point[y + 2]);
    line[2][i] = geo::addLine(point[i], point[i + 4]);
  }
  const auto& [x, y, z] = line;
  std::vector<int> sides;
  for (const std::array<int, 4>& loop : {std::array<int, 4>{y[0], z[2], -y[2], -z[0]},
                                         {y[1], z[3], -y[3], -z[1]},
                                         {x[0], z[1], -x[2], -z[0]},
                                         {x[1], z[3], -x[3], -z[2]},
                                         {x[0], y[1], -x[1], -y[0]},
                                         {x[2], y[3], -x[3], -y[2]}})
    sides.push_back(geo::addPlaneSurface({geo::addCurveLoop({loop[0], loop[1], loop[2], loop[3]})}));
  return geo::addSurfaceLoop(sides);
}

}  // namespace

EntityNames importSkin(const MeshSource& source, double unit) {
  const std::string& file = *source.file;
  gmsh::model::add("skin");
  gmsh::merge(file);
  const std::vector<std::size_t> nodes = triangleNodes(-1);
  requireClosed(nodes, file);
  Parts parts(nodes);
  std::vector<Skin> skins = skinsOf(parts, nodes, std::filesystem::path(file).stem().string());
  requireNames(source, skins);
  const bool isNew = source.sizes.contains(skins.front().region);
  if (isNew) {
    makeRemeshable();
  } else {
    gmsh::model::mesh::createTopology();
  }
  BoxSides box{};
  if (source.airBox) {
    for (int side = 0; side < 6; ++side)
      require(marginOf(*source.airBox, side) > 0,
              "mesh.airBox: the margin at {} is 0, but the box must have room round the surface of {}",
              sideNames[static_cast<std::size_t>(side)], file);
    box = airBoxSides(*source.airBox, unit);
  }
  EntityNames names;
  makeLoops(parts, skins);
  for (std::size_t i = 0; i < skins.size(); ++i) {
    std::set<std::size_t> in = skins[i].in;
    in.insert(i);
    names.regions[gmsh::model::geo::addVolume(loopsOf(skins[i].loop, skins, in))] = skins[i].region;
  }
  if (source.airBox)
    names.regions[gmsh::model::geo::addVolume(loopsOf(boxLoop(box), skins, {}))] = source.airBox->region;
  gmsh::model::geo::synchronize();
  if (source.airBox) nameSides(box, names.surfaces);
  return names;
}

}  // namespace fluxtet
