// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh/gmshReader.hpp"

#include "mesh/geoParameters.hpp"
#include "mesh/gmshModel.hpp"
#include "mesh/gmshSession.hpp"
#include "mesh/meshSourceFile.hpp"
#include "mesh/rawMesh.hpp"

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

using VolumeNames = std::map<int, std::string>;

/// The names that a CAD file gives its volumes: the last part of the label's path, where it says something and is
/// unique.
std::vector<std::string> cadNames(const gmsh::vectorpair& volumes) {
  std::vector<std::string> names;
  std::multiset<std::string> seen;
  for (const auto& [dimension, tag] : volumes) {
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

/// Cuts volumes that touch at their common faces, so that the mesh conforms there; names follow their volumes.
VolumeNames makeConforming(const gmsh::vectorpair& volumes, const std::vector<std::string>& names,
                           const std::string& file) {
  gmsh::vectorpair pieces;
  std::vector<gmsh::vectorpair> piecesOf;
  gmsh::model::occ::fragment({volumes.front()}, {volumes.begin() + 1, volumes.end()}, pieces, piecesOf);
  gmsh::model::occ::synchronize();
  VolumeNames result;
  std::map<int, std::size_t> owner;
  for (std::size_t v = 0; v < volumes.size(); ++v) {
    for (const auto& [dimension, tag] : piecesOf[v]) {
      const auto [known, fresh] = owner.emplace(tag, v);
      require(
          fresh,
          "{}: the volumes {} and {} overlap, so the region of their common part is not known: cut one from the other",
          file, volumes[known->second].second, volumes[v].second);
      if (!names[v].empty()) result[tag] = names[v];
    }
  }
  return result;
}

VolumeNames importCad(const std::string& file) {
  gmsh::vectorpair imported, volumes;
  gmsh::model::add("cad");
  gmsh::model::occ::importShapes(file, imported);
  gmsh::model::occ::synchronize();
  gmsh::model::getEntities(volumes, 3);
  require(!volumes.empty(), "{} has no volume, only surfaces or curves: export the solids", file);
  const auto names = cadNames(volumes);
  if (volumes.size() > 1) return makeConforming(volumes, names, file);
  return names[0].empty() ? VolumeNames{} : VolumeNames{{volumes[0].second, names[0]}};
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

bool isMeshed() {
  std::vector<int> types;
  gmsh::model::mesh::getElementTypes(types, 3);
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

/// A slip of the unit would keep Gmsh busy for days without a word. A regular tetrahedron of edge h fills 0.118 h^3.
void requireReachableSize(double size, double scale, const std::string& file) {
  double x0, y0, z0, x1, y1, z1;
  gmsh::model::getBoundingBox(-1, -1, x0, y0, z0, x1, y1, z1);
  const double elements = (x1 - x0) * (y1 - y0) * (z1 - z0) / (0.118 * size * size * size);
  constexpr double mostElements = 2147483648.0;
  require(elements < mostElements,
          "mesh.size = {:.4g} m would cut {}, which spans {:.4g} x {:.4g} x {:.4g} m, into about {:.1g} tetrahedra: check the "
          "units of mesh.size and mesh.scale",
          size * scale, file, scale * (x1 - x0), scale * (y1 - y0), scale * (z1 - z0), elements);
}

void meshGeometry(const MeshSource& source, MeshFileKind kind, const std::string& file) {
  if (isMeshed()) return;  // the .geo meshes by itself
  gmsh::vectorpair volumes;
  gmsh::model::getEntities(volumes, 3);
  require(!volumes.empty(), "{} has no volume: fluxtet needs a geometry of three dimensions", file);
  if (source.size) {
    requireReachableSize(*source.size / source.scale, source.scale, file);
    setLargestSize(*source.size / source.scale, kind);
  }
  gmsh::model::mesh::generate(3);
  for (const auto& [dimension, tag] : volumes) {
    std::vector<int> types;
    gmsh::model::mesh::getElementTypes(types, dimension, tag);
    require(!types.empty(), "{}: Gmsh made no elements in volume {}: check that its surfaces close it", file, tag);
  }
}

}  // namespace

Mesh readGmsh(const MeshSource& source) {
  const std::string file = *source.file;
  const MeshFileKind kind = checkedFileKind(source);
  const auto constants = resolveParameters(file, source.parameters);
  RawMesh raw;
  {
    const GmshSession session(file);
    VolumeNames volumeName;
    session.run("read", [&] {
      if (kind == MeshFileKind::cad) {
        volumeName = importCad(file);
      } else {
        openScript(file, constants);
      }
    });
    if (kind != MeshFileKind::mesh) session.run("mesh", [&] { meshGeometry(source, kind, file); });
    session.run("give the elements of", [&] { raw = takeGmshModel(volumeName, file); });
  }
  return assembleMesh(std::move(raw), source.scale, file);
}

std::string gmshVersion() {
  return GMSH_API_VERSION;
}

}  // namespace fluxtet
