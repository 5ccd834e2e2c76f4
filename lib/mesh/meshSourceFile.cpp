// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/meshSourceFile.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/colour.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace fluxtet {
namespace {

std::string lowerExtension(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

/// Up to `count` bytes from the beginning or the end of a file.
std::string bytesAt(const std::string& file, std::streamoff count, std::ios::seekdir from) {
  std::ifstream in(file, std::ios::binary);
  in.seekg(0, std::ios::end);
  const std::streamoff size = in.tellg();
  const std::streamoff length = std::min(size, count);
  in.seekg(from == std::ios::beg ? 0 : size - length);
  std::string text(static_cast<std::size_t>(length), '\0');
  in.read(text.data(), length);
  return text;
}

/// Gmsh takes a file that begins otherwise for a script, and runs it.
void requireMshBegin(const std::string& file) {
  const std::string begin = bytesAt(file, 12, std::ios::beg);
  const auto beginsWith = [&](const std::string& word) {
    return begin.compare(0, word.size(), word) == 0 && begin.size() > word.size() &&
           std::isspace(static_cast<unsigned char>(begin[word.size()])) != 0;
  };
  require(beginsWith("$MeshFormat") || beginsWith("$Comments"),
          "{} is not a Gmsh mesh of format 2.2 or 4.1: it does not begin with $MeshFormat", file);
}

/// Last line of a file that is not empty, without the blanks round it.
std::string lastLine(const std::string& file) {
  constexpr std::streamoff window = 4096;
  std::string end = bytesAt(file, window, std::ios::end);
  end.erase(end.find_last_not_of(" \t\r\n") + 1);
  end.erase(0, end.find_last_of("\r\n") + 1);
  end.erase(0, end.find_first_not_of(" \t"));
  return end;
}

/// Gmsh reads some files that were cut short without a word.
void requireWholeMsh(const std::string& file) {
  requireMshBegin(file);
  require(lastLine(file).rfind("$End", 0) == 0,
          "{} is damaged: it ends within a section (was it cut short?); write it again", file);
}

/// Mesh files of other programs, of which Gmsh reads any beginning without a word: what their last line is.
const std::map<std::string, std::string> foreignMeshes{{".bdf", "ENDDATA"}, {".nas", "ENDDATA"}, {".unv", "-1"}};

/// OpenCASCADE takes a foreign file for an empty one, and writes to the terminal.
void requireHead(const std::string& file, const std::string& kind, const std::string& mark) {
  require(bytesAt(file, 4096, std::ios::beg).find(mark) != std::string::npos,
          "{} is not a {} file: `{}` does not stand at its beginning", file, kind, mark);
}

bool isStep(const std::string& extension) {
  return extension == ".step" || extension == ".stp";
}

bool isScript(const std::string& extension) {
  return extension == ".geo" || extension == ".geo_unrolled";
}

/// A binary one says how many triangles of 50 bytes follow its header.
void requireWholeStl(const std::string& file) {
  const std::string first = bytesAt(file, 6, std::ios::beg);
  const bool isText = first.compare(0, 5, "solid") == 0 && std::isspace(static_cast<unsigned char>(first.back())) != 0;
  if (isText && lastLine(file).rfind("endsolid", 0) == 0) return;
  constexpr std::streamoff header = 84, triangle = 50;
  const std::string begin = bytesAt(file, header, std::ios::beg);
  std::uint32_t count = 0;
  if (begin.size() == header) std::memcpy(&count, begin.data() + header - sizeof count, sizeof count);
  require(count > 0 && std::filesystem::file_size(file) == header + triangle * std::uintmax_t{count},
          "{} is damaged or no STL file: it has not as many bytes as its number of triangles asks for", file);
}

/// What only the shapes of a geometry can follow.
void requireShapeKeys(const MeshSource& source) {
  const std::string extension = lowerExtension(*source.file);
  const bool hasSolids = isStep(extension) || extension == ".brep" || isScript(extension);
  require(hasSolids || extension == ".stl" || !source.airBox,
          "mesh.airBox goes with geometries (.geo, .step, .brep, .stl), but {} is none: let the program that meshes it "
          "put air round it",
          *source.file);
  require(isStep(extension) || source.colours.empty(),
          "mesh.colours goes with .step files, but {} is none: use the names of its regions and surfaces",
          *source.file);
  for (const auto& [name, colour] : source.colours)
    require(parseColour(colour).has_value(), "mesh.colours: {}: `{}` is no colour: write it as '#rrggbb'", name,
            colour);
  require(hasSolids || source.priority.empty(),
          "mesh.priority goes with solids (.geo, .step, .brep), but {} has none that could be cut: cut them in the "
          "program that it is from",
          *source.file);
}

}  // namespace

bool isVtkFile(const std::string& file) {
  return lowerExtension(file) == ".vtk";
}

bool hasOwnUnit(const std::string& file) {
  return isStep(lowerExtension(file));
}

MeshFileKind checkedFileKind(const MeshSource& source) {
  const std::string& file = *source.file;
  require(std::filesystem::exists(file),
          "mesh file {} does not exist: check `mesh.file` (it is relative to the case file)", file);
  require(std::filesystem::is_regular_file(file) && std::ifstream(file).good(), "mesh file {} cannot be read", file);
  const std::string extension = lowerExtension(file);
  requireShapeKeys(source);
  const auto foreign = foreignMeshes.find(extension);
  if (extension == ".msh" || isVtkFile(file) || foreign != foreignMeshes.end()) {
    require(source.sizes.empty(),
            "mesh.sizes have no effect on {}, which is meshed already: remove them, or give the geometry", file);
    require(!source.size, "mesh.size has no effect on {}, which is meshed already: remove it, or give the geometry",
            file);
    require(source.algorithm == VolumeAlgorithm::own,
            "mesh.algorithm has no effect on {}, which is meshed already: remove it, or give the geometry", file);
    require(source.parameters.empty(), "mesh.parameters have no effect on {}: they belong to a .geo file", file);
    if (isVtkFile(file)) {
      requireHead(file, "legacy VTK", "# vtk DataFile");
    } else if (foreign == foreignMeshes.end()) {
      requireWholeMsh(file);
    } else {
      require(lastLine(file) == foreign->second, "{} is damaged or no mesh: its last line is not {}; write it again",
              file, foreign->second);
    }
    return MeshFileKind::mesh;
  }
  require(!source.merge,
          "mesh.merge joins the nodes of mesh files (.msh, .bdf, .nas, .unv, .vtk), but {} is a geometry: let its "
          "volumes share their common surface (in Gmsh: BooleanFragments, or Coherence; of CAD files they do)",
          file);
  if (isScript(extension)) return MeshFileKind::script;
  require(source.parameters.empty(), "mesh.parameters have no effect on {}: they belong to a .geo file", file);
  if (isStep(extension)) {
    require(source.scale == 1,
            "mesh.scale does not go with {}: a STEP file says what its unit of length is, and fluxtet obeys it; remove "
            "mesh.scale (if the file is wrong, mend its unit, or import it by `Merge` in a .geo, which has no unit)",
            file);
    requireHead(file, "STEP", "ISO-10303-21");
    return MeshFileKind::cad;
  }
  if (extension == ".stl") {
    requireWholeStl(file);
    return MeshFileKind::skin;
  }
  require(
      extension == ".brep",
      "mesh file {} has an unknown extension: give a .geo, .geo_unrolled, .msh, .bdf, .nas, .unv, .vtk, .step, .stp, "
      ".brep, .stl or .h5 file",
      file);
  requireHead(file, "BREP", "CASCADE Topology");
  return MeshFileKind::cad;
}

void requireCadToDescribe(const MeshSource& source) {
  require(checkedFileKind(source) == MeshFileKind::cad,
          "--describe tells what a CAD file (.step, .brep) holds, but {} is none: `fluxtet mesh` tells what the mesh "
          "has",
          *source.file);
}

}  // namespace fluxtet
