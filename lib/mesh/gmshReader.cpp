// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gmshReader.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/gmshProcess.hpp"
#include "lib/mesh/gmshReading.hpp"
#include "lib/mesh/meshSourceFile.hpp"
#include "lib/mesh/rawPlaneMesh.hpp"

#include <gmsh.h>

#include <utility>

namespace fluxtet {

namespace {

Mesh assemble(RawMesh raw, const MeshSource& source) {
  // A mesh that the user gives changes only where it is asked for.
  const bool isGiven = checkedFileKind(source) == MeshFileKind::mesh;
  return assembleMesh(std::move(raw), rawScale(source), *source.file,
                      isGiven ? source.mendBelow.value_or(0) : source.mendBelow);
}

}  // namespace

Mesh readGmsh(const MeshSource& source) {
  return assemble(readRawMesh(source, ModelKind::solid), source);
}

std::variant<Mesh, SimplexMesh> readGmshModel(const MeshSource& source) {
  RawMesh raw = readRawMesh(source, ModelKind::solidOrPlane);
  if (raw.dimension == 3) return assemble(std::move(raw), source);
  require(!source.mendBelow, "mesh.mendBelow is for tetrahedra, and {} is a plane mesh: remove it", *source.file);
  return assemblePlaneMesh(std::move(raw), rawScale(source), *source.file);
}

std::string describeGeometry(const MeshSource& source) {
  return readDescription(source);
}

std::string gmshVersion() {
  return GMSH_API_VERSION;
}

}  // namespace fluxtet
