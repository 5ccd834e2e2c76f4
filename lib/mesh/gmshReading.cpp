// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gmshReading.hpp"

#include "lib/base/error.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/mesh/cadDescription.hpp"
#include "lib/mesh/cadModel.hpp"
#include "lib/mesh/curvatureSizes.hpp"
#include "lib/mesh/cutOut.hpp"
#include "lib/mesh/elementSizes.hpp"
#include "lib/mesh/entityMeshing.hpp"
#include "lib/mesh/geoParameters.hpp"
#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/gmshSession.hpp"
#include "lib/mesh/mergeNodes.hpp"
#include "lib/mesh/meshSourceFile.hpp"
#include "lib/mesh/privateFolder.hpp"
#include "lib/mesh/scriptModel.hpp"
#include "lib/mesh/scriptStatements.hpp"
#include "lib/mesh/skinModel.hpp"
#include "lib/mesh/vtkMesh.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

/// Opens a mesh by a link: Gmsh runs FILE.opt, where there is one beside the file that it opens.
void openMesh(const std::string& file) {
  const PrivateFolder folder;
  std::string link = folder.file("mesh" + std::filesystem::path(file).extension().string());
  std::transform(link.end() - 4, link.end(), link.end() - 4, [](unsigned char c) { return std::tolower(c); });
  std::filesystem::create_symlink(std::filesystem::absolute(file), link);
  gmsh::open(link);
}

/// Runs a .geo, with its constants set, by a script that sets them and includes the file. DefineConstant leaves alone
/// what is defined already, while Gmsh's command line would keep the values for later files; of a file that it opens
/// itself Gmsh runs FILE.opt, too, and loses a last statement that does not end its line.
void openScript(const std::string& file, const std::map<std::string, double>& constants) {
  const std::string path = std::filesystem::absolute(file).string();
  require(path.find_first_of("\"\n") == std::string::npos,
          "{}: Gmsh takes no path with a quotation mark or a line break: rename it", path);
  std::string text;
  for (const auto& [variable, value] : constants) text += fmt::format("{} = {:.17g};\n", variable, value);
  const PrivateFolder folder;
  const std::string script = folder.file(std::filesystem::path(path).filename());  // what CurrentFileName gives
  std::ofstream(script) << text << fmt::format("Include \"{}\";\n", path);
  gmsh::open(script);
}

int dimensionOf(ModelKind model) {
  return model == ModelKind::solidOrPlane && !isSolidModel() ? 2 : 3;
}

/// Whether neither the case nor the file gives sizes; a script without a box of air is left to itself.
bool hasNoSizes(const MeshSource& source, MeshFileKind kind) {
  if (source.size || !source.sizes.empty()) return false;
  return kind == MeshFileKind::cad || (cutsScript(source) && !givesSizes());
}

/// Warns of curved solids that are to be meshed without any size: Gmsh then takes a tenth of the model's extent.
void warnOfCurvedSolids(const MeshSource& source, const EntityNames& names, MeshNotes& notes) {
  const double size = norm(extentsOf(-1, -1)) / 10;
  const CurvedSurfaces curved = curvedSurfaces(size, names);
  if (curved.names.empty()) return;
  constexpr std::size_t most = 5;
  const std::size_t count = std::min(curved.names.size(), most);
  notes.warnings.push_back(fmt::format(
      "without mesh.size elements are a tenth of the model, {}, and the facets of curved surfaces ({}{}) lie up to "
      "{:.2g} % of the radius within them: give mesh.size, a length or auto, or mesh.sizes for these surfaces",
      lengthText(size * rawScale(source)),
      fmt::join(curved.names.begin(), curved.names.begin() + static_cast<std::ptrdiff_t>(count), ", "),
      curved.names.size() > most ? ", ..." : "", 100 * curved.depth));
}

void chooseAlgorithm(VolumeAlgorithm algorithm) {
  if (algorithm == VolumeAlgorithm::own) return;
  gmsh::option::setNumber("Mesh.Algorithm3D", algorithm == VolumeAlgorithm::hxt ? gmshHxt : gmshDelaunay);
}

/// Returns what there is to tell of the sizes of elements.
MeshNotes meshGeometry(const MeshSource& source, ModelKind model, MeshFileKind kind, const EntityNames& names,
                       Processes processes) {
  const std::string& file = *source.file;
  const int dimension = dimensionOf(model);
  if (isMeshed(dimension)) {  // the .geo meshes by itself
    require(source.sizes.empty() && !source.autoSizes,
            "mesh.size: auto and mesh.sizes have no effect on {}, which meshes by itself: take its Mesh command out",
            file);
    require(source.algorithm == VolumeAlgorithm::own,
            "mesh.algorithm has no effect on {}, which meshes by itself: take its Mesh command out", file);
    return {};
  }
  gmsh::vectorpair shapes;
  gmsh::model::getEntities(shapes, dimension);
  require(!shapes.empty() || source.cutOut.empty(),
          "{}: nothing is left to mesh, all of its regions are pec: give one a material", file);
  require(!shapes.empty(), "{} {}", file,
          model == ModelKind::solid ? "has no volume: fluxtet needs a geometry of three dimensions here"
                                    : "has neither volumes nor surfaces: fluxtet needs a geometry to mesh");
  if (source.size) {
    const double scale = rawScale(source);
    setLargestSize(*source.size / scale, dimension, kind, scale, file);
  }
  require(dimension == 3 || source.algorithm == VolumeAlgorithm::own,
          "mesh.algorithm says how volumes are filled, and {} has none: remove it", file);
  chooseAlgorithm(source.algorithm);
  MeshNotes notes{setSizes(source, rawScale(source), names), {}};
  if (dimension == 3 && hasNoSizes(source, kind)) warnOfCurvedSolids(source, names, notes);
  if (dimension < 3 || processes == Processes::one || !meshByEntities()) gmsh::model::mesh::generate(dimension);
  for (const auto& [unused, tag] : shapes)
    require(isMeshed(dimension, tag), "{}: Gmsh made no elements in {} {}: check that its {} close it", file,
            dimension == 3 ? "volume" : "surface", tag, dimension == 3 ? "surfaces" : "curves");
  return notes;
}

/// `left`: regions that are to be cut out, of which those stay that the geometry does not have.
RawMesh readByGmsh(const MeshSource& source, ModelKind model, MeshFileKind kind, Processes processes,
                   const std::function<void()>& meshing, std::vector<std::string>& left) {
  const std::string& file = *source.file;
  const auto constants = resolveParameters(file, source.parameters);
  RawMesh raw;
  EntityNames names;
  const GmshSession session(file);
  session.run("read", [&] {
    if (kind == MeshFileKind::cad) {
      names = importCad(source, model, rawScale(source));
    } else if (kind == MeshFileKind::skin) {
      names = importSkin(source, rawScale(source));
    } else if (kind == MeshFileKind::script) {
      openScript(file, constants);
    } else {
      openMesh(file);
    }
  });
  if (cutsScript(source)) session.run("cut", [&] { names = cutScriptModel(source, rawScale(source)); });
  if (kind != MeshFileKind::mesh && !isMeshed(dimensionOf(model)))
    session.run("cut regions out of", [&] { left = cutOutOfModel(source.cutOut, dimensionOf(model), names); });
  meshing();
  MeshNotes notes;
  if (kind != MeshFileKind::mesh)
    session.run("mesh", [&] { notes = meshGeometry(source, model, kind, names, processes); });
  session.run("give the elements of", [&] { raw = takeGmshModel(model, names, file); });
  raw.notes = std::move(notes);
  return raw;
}

}  // namespace

RawMesh readWithGmsh(const MeshSource& source, ModelKind model, Processes processes,
                     const std::function<void()>& meshing) {
  const std::string& file = *source.file;
  const MeshFileKind kind = checkedFileKind(source);
  std::vector<std::string> left = source.cutOut;
  RawMesh raw = isVtkFile(file) ? readVtkMesh(file, model) : readByGmsh(source, model, kind, processes, meshing, left);
  if (source.merge) mergeNodes(raw, *source.merge / rawScale(source), rawScale(source), file);
  cutOutOfMesh(left, raw, file);
  const bool hasSheets = kind == MeshFileKind::cad || cutsScript(source);
  if (hasSheets && raw.dimension == 3) raw.strictSurfaces = true;  // sheets that touch nothing
  return raw;
}

std::string describeWithGmsh(const MeshSource& source) {
  requireCadToDescribe(source);
  const GmshSession session(*source.file);
  std::string text;
  session.run("describe", [&] { text = describeCad(source, rawScale(source)); });
  return text;
}

double rawScale(const MeshSource& source) {
  return hasOwnUnit(*source.file) ? 1e-3 : source.scale;
}

}  // namespace fluxtet
