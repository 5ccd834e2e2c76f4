// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh/gmshReader.hpp"

#include "mesh/geoParameters.hpp"
#include "mesh/gmshModel.hpp"
#include "mesh/gmshSession.hpp"
#include "mesh/meshSourceFile.hpp"
#include "mesh/rawMesh.hpp"
#include "mesh/rawPlaneMesh.hpp"

#include <gmsh.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

using RegionNames = std::map<int, std::string>;

/// The names that a CAD file gives its volumes or faces: the last part of the label's path, where it says something and
/// is unique.
std::vector<std::string> cadNames(const gmsh::vectorpair& shapes) {
  std::vector<std::string> names;
  std::multiset<std::string> seen;
  for (const auto& [dimension, tag] : shapes) {
    std::string name;
    gmsh::model::getEntityName(dimension, tag, name);
    name = name.substr(name.rfind('/') + 1);
    if (name.rfind("Open CASCADE", 0) == 0) name.clear();  // what the kernel calls an unnamed shape
    names.push_back(name);
    seen.insert(name);
  }
  for (auto& name : names)
    if (seen.count(name) > 1) name.clear();
  return names;
}

/// Cuts volumes (or faces of a plane model) that touch at what they have in common, so that the mesh conforms there;
/// names follow their shapes.
RegionNames makeConforming(const gmsh::vectorpair& shapes, const std::vector<std::string>& names,
                           const std::string& file) {
  gmsh::vectorpair pieces;
  std::vector<gmsh::vectorpair> piecesOf;
  gmsh::model::occ::fragment({shapes.front()}, {shapes.begin() + 1, shapes.end()}, pieces, piecesOf);
  gmsh::model::occ::synchronize();
  RegionNames result;
  std::map<int, std::size_t> owner;
  for (std::size_t v = 0; v < shapes.size(); ++v) {
    for (const auto& [dimension, tag] : piecesOf[v]) {
      const auto [known, fresh] = owner.emplace(tag, v);
      require(fresh,
              "{}: the {} {} and {} overlap, so the region of their common part is not known: cut one from the other",
              file, dimension == 3 ? "volumes" : "surfaces", shapes[known->second].second, shapes[v].second);
      if (!names[v].empty()) result[tag] = names[v];
    }
  }
  return result;
}

RegionNames importCad(ModelKind model, const std::string& file) {
  gmsh::vectorpair imported, shapes;
  gmsh::model::add("cad");
  gmsh::model::occ::importShapes(file, imported);
  gmsh::model::occ::synchronize();
  gmsh::model::getEntities(shapes, 3);
  if (shapes.empty() && model == ModelKind::solidOrPlane) {
    gmsh::model::getEntities(shapes, 2);
    require(!shapes.empty(), "{} has neither volumes nor surfaces: export the solids, of a plane model the faces",
            file);
  }
  require(!shapes.empty(), "{} has no volume, only surfaces or curves: export the solids", file);
  const auto names = cadNames(shapes);
  if (shapes.size() > 1) return makeConforming(shapes, names, file);
  return names[0].empty() ? RegionNames{} : RegionNames{{shapes[0].second, names[0]}};
}

/// A .geo that goes away with the object.
class TemporaryScript {
 public:
  explicit TemporaryScript(const std::string& text)
      : path_((std::filesystem::temp_directory_path() / "fluxtetXXXXXX.geo").string()) {
    const int descriptor = mkstemps(path_.data(), 4);
    requireRun(descriptor >= 0, "cannot write {}, by which mesh.parameters go to Gmsh: {}", path_,
               std::strerror(errno));
    close(descriptor);
    std::ofstream(path_) << text;
  }
  ~TemporaryScript() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryScript(const TemporaryScript&) = delete;
  TemporaryScript& operator=(const TemporaryScript&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Runs a .geo with its constants set: a script of one's own sets them and includes the file, because DefineConstant
/// leaves alone what is defined already, while Gmsh's command line would keep the values for later files.
void openScript(const std::string& file, const std::map<std::string, double>& constants) {
  if (constants.empty()) return gmsh::open(file);
  std::string text;
  for (const auto& [variable, value] : constants) text += fmt::format("{} = {:.17g};\n", variable, value);
  const TemporaryScript script(text + fmt::format("Include \"{}\";\n", std::filesystem::absolute(file).string()));
  gmsh::open(script.path());
}

bool isMeshed(int dimension) {
  std::vector<int> types;
  gmsh::model::mesh::getElementTypes(types, dimension);
  return !types.empty();
}

/// A script's own sizes stay where they are smaller. A CAD file has none, and Gmsh would take a tenth of its extent.
void setLargestSize(double size, MeshFileKind kind) {
  gmsh::option::setNumber("Mesh.MeshSizeMax", size);
  if (kind != MeshFileKind::cad) return;
  gmsh::vectorpair points;
  gmsh::model::getEntities(points, 0);
  gmsh::model::mesh::setSize(points, size);
}

/// A slip of the unit would keep Gmsh busy for days without a word. A regular tetrahedron of edge h fills 0.118 h^3, a
/// regular triangle 0.433 h^2.
void requireReachableSize(int dimension, double size, double scale, const std::string& file) {
  double x0, y0, z0, x1, y1, z1;
  gmsh::model::getBoundingBox(-1, -1, x0, y0, z0, x1, y1, z1);
  const double perArea = (x1 - x0) * (y1 - y0) / (size * size);
  const double elements = dimension == 3 ? perArea * (z1 - z0) / (0.118 * size) : perArea / 0.433;
  constexpr double mostElements = 2147483648.0;
  require(elements < mostElements,
          "mesh.size = {:.4g} m would cut {}, which spans {:.4g} x {:.4g} x {:.4g} m, into about {:.1g} {}: check the "
          "units of mesh.size and mesh.scale",
          size * scale, file, scale * (x1 - x0), scale * (y1 - y0), scale * (z1 - z0), elements,
          dimension == 3 ? "tetrahedra" : "triangles");
}

void meshGeometry(const MeshSource& source, ModelKind model, MeshFileKind kind, const std::string& file) {
  const int dimension = model == ModelKind::solidOrPlane && !isSolidModel() ? 2 : 3;
  if (isMeshed(dimension)) return;  // the .geo meshes by itself
  gmsh::vectorpair shapes;
  gmsh::model::getEntities(shapes, dimension);
  require(!shapes.empty(), "{} {}", file,
          model == ModelKind::solid ? "has no volume: fluxtet needs a geometry of three dimensions here"
                                    : "has neither volumes nor surfaces: fluxtet needs a geometry to mesh");
  if (source.size) {
    requireReachableSize(dimension, *source.size / source.scale, source.scale, file);
    setLargestSize(*source.size / source.scale, kind);
  }
  gmsh::model::mesh::generate(dimension);
  for (const auto& [unused, tag] : shapes) {
    std::vector<int> types;
    gmsh::model::mesh::getElementTypes(types, dimension, tag);
    require(!types.empty(), "{}: Gmsh made no elements in {} {}: check that its {} close it", file,
            dimension == 3 ? "volume" : "surface", tag, dimension == 3 ? "surfaces" : "curves");
  }
}

RawMesh readRaw(const MeshSource& source, ModelKind model) {
  const std::string file = *source.file;
  const MeshFileKind kind = checkedFileKind(source);
  const auto constants = resolveParameters(file, source.parameters);
  RawMesh raw;
  const GmshSession session(file);
  RegionNames regionName;
  session.run("read", [&] {
    if (kind == MeshFileKind::cad) {
      regionName = importCad(model, file);
    } else {
      openScript(file, constants);
    }
  });
  if (kind != MeshFileKind::mesh) session.run("mesh", [&] { meshGeometry(source, model, kind, file); });
  session.run("give the elements of", [&] { raw = takeGmshModel(model, regionName, file); });
  return raw;
}

}  // namespace

Mesh readGmsh(const MeshSource& source) {
  return assembleMesh(readRaw(source, ModelKind::solid), source.scale, *source.file);
}

std::variant<Mesh, SimplexMesh> readGmshModel(const MeshSource& source) {
  RawMesh raw = readRaw(source, ModelKind::solidOrPlane);
  if (raw.dimension == 3) return assembleMesh(std::move(raw), source.scale, *source.file);
  return assemblePlaneMesh(std::move(raw), source.scale, *source.file);
}

std::string gmshVersion() {
  return GMSH_API_VERSION;
}

}  // namespace fluxtet
