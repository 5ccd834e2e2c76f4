// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/loadMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshCache.hpp"
#include "lib/mesh/meshFile.hpp"
#include "lib/mesh/refine.hpp"
#include "lib/mesh/validateMesh.hpp"

#include <filesystem>
#include <utility>

namespace fluxtet {
namespace {

Mesh readFile(const MeshSource& source) {
  if (!isMeshFile(*source.file)) return std::get<Mesh>(readCached(source, false));
  requireMeshFileAsItIs(source);
  Mesh mesh = readWholeMesh(*source.file);
  validateMesh(mesh, *source.file);
  return mesh;
}

}  // namespace

bool isMeshFile(const std::string& path) {
  return std::filesystem::path(path).extension() == ".h5";
}

bool changesGeometry(const MeshSource& source) {
  return source.size || source.sizeOfWaves || !source.sizes.empty() || !source.parameters.empty() ||
         source.scale != 1 || source.airBox || !source.colours.empty() || !source.priority.empty() ||
         source.algorithm != VolumeAlgorithm::own || source.mendBelow || source.merge;
}

void requireMeshFileAsItIs(const MeshSource& source) {
  require(!changesGeometry(source),
          "mesh.size, mesh.sizes, mesh.scale, mesh.parameters, mesh.airBox, mesh.colours, mesh.priority, "
          "mesh.algorithm, "
          "mesh.mendBelow and mesh.merge do not go with {}, which is meshed already and in metres: remove them "
          "(`--mesh FILE` on the "
          "command line replaces the whole section), or "
          "give the geometry",
          *source.file);
}

Mesh loadWholeMesh(const MeshSource& source) {
  require(source.file.has_value() != source.box.has_value(), "a mesh is either a file or a box: give one of the two");
  if (source.box) return makeBoxMesh(refinedBox(*source.box, source.refine));
  Mesh mesh = readFile(source);
  for (int i = 0; i < source.refine; ++i) mesh = refineUniformly(std::move(mesh));
  return mesh;
}

}  // namespace fluxtet
