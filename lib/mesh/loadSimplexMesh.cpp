// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/loadSimplexMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/loadMesh.hpp"
#include "lib/mesh/meshCache.hpp"
#include "lib/mesh/meshFile.hpp"
#include "lib/mesh/planeMeshFile.hpp"
#include "lib/mesh/rectangleMesh.hpp"
#include "lib/mesh/refine.hpp"
#include "lib/mesh/refineTriangles.hpp"
#include "lib/mesh/renumber.hpp"
#include "lib/mesh/toSimplexMesh.hpp"
#include "lib/mesh/validateMesh.hpp"

#include <utility>

namespace fluxtet {
namespace {

std::variant<Mesh, SimplexMesh> readFile(const MeshSource& source) {
  const std::string& file = *source.file;
  if (!isMeshFile(file)) return readCached(source, true);
  requireMeshFileAsItIs(source);
  if (isPlaneMeshFile(file)) return readPlaneMeshFile(file);
  Mesh mesh = readWholeMesh(file);
  validateMesh(mesh, file);
  return mesh;
}

}  // namespace

std::variant<Mesh, SimplexMesh> loadMeshOfAnyDimension(const MeshSource& source) {
  require(source.file.has_value() + source.box.has_value() + source.rectangle.has_value() == 1,
          "a mesh is a file, a box or a rectangle: give one of the three");
  if (source.rectangle) return makeRectangleMesh(refinedRectangle(*source.rectangle, source.refine));
  if (source.box) return loadWholeMesh(source);
  auto mesh = readFile(source);
  for (int i = 0; i < source.refine; ++i) {
    if (auto* plane = std::get_if<SimplexMesh>(&mesh)) {
      mesh = refineTriangles(std::move(*plane));
    } else {
      mesh = refineUniformly(std::move(std::get<Mesh>(mesh)));
    }
  }
  return mesh;
}

SimplexMesh loadSimplexMesh(const MeshSource& source) {
  auto mesh = loadMeshOfAnyDimension(source);
  if (auto* solid = std::get_if<Mesh>(&mesh)) return toSimplexMesh(std::move(*solid));
  SimplexMesh plane = std::move(std::get<SimplexMesh>(mesh));
  renumberAlongCurve(plane);
  return plane;
}

}  // namespace fluxtet
