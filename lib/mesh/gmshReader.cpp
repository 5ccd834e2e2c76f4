// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gmshReader.hpp"

#include "lib/mesh/gmshProcess.hpp"
#include "lib/mesh/gmshReading.hpp"
#include "lib/mesh/rawPlaneMesh.hpp"

#include <gmsh.h>

#include <utility>

namespace fluxtet {

Mesh readGmsh(const MeshSource& source) {
  return assembleMesh(readRawMesh(source, ModelKind::solid), rawScale(source), *source.file);
}

std::variant<Mesh, SimplexMesh> readGmshModel(const MeshSource& source) {
  RawMesh raw = readRawMesh(source, ModelKind::solidOrPlane);
  if (raw.dimension == 3) return assembleMesh(std::move(raw), rawScale(source), *source.file);
  return assemblePlaneMesh(std::move(raw), rawScale(source), *source.file);
}

std::string gmshVersion() {
  return GMSH_API_VERSION;
}

}  // namespace fluxtet
