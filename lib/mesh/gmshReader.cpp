// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gmshReader.hpp"

#include "lib/base/error.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/mesh/gmshProcess.hpp"
#include "lib/mesh/gmshReading.hpp"
#include "lib/mesh/meshSourceFile.hpp"
#include "lib/mesh/rawPlaneMesh.hpp"

#include <gmsh.h>
#include <spdlog/spdlog.h>

#include <string>
#include <utility>

namespace fluxtet {

namespace {

/// Runs `work`, which makes a mesh of what was read. What is wrong with a mesh whose nodes were joined may be what was
/// not.
template <class Work>
auto assembling(const MeshSource& source, Work&& work) {
  try {
    return work();
  } catch (const InputError& error) {
    if (!source.merge) throw;
    throw InputError(fmt::format(
        "{}; nodes within {} of each other were joined (mesh.merge): bodies that are still apart have other "
        "triangles on their common surface, or lie farther apart",
        error.what(), lengthText(*source.merge)));
  }
}

RawMesh readAndTell(const MeshSource& source, ModelKind model) {
  RawMesh raw = readRawMesh(source, model);
  for (const std::string& change : raw.changes) spdlog::info("{}: {}", *source.file, change);
  return raw;
}

Mesh assemble(RawMesh raw, const MeshSource& source) {
  // A mesh that the user gives changes only where it is asked for.
  const bool isGiven = checkedFileKind(source) == MeshFileKind::mesh;
  return assembling(source, [&] {
    return assembleMesh(std::move(raw), rawScale(source), *source.file,
                        isGiven ? source.mendBelow.value_or(0) : source.mendBelow);
  });
}

}  // namespace

Mesh readGmsh(const MeshSource& source) {
  return assemble(readAndTell(source, ModelKind::solid), source);
}

std::variant<Mesh, SimplexMesh> readGmshModel(const MeshSource& source) {
  RawMesh raw = readAndTell(source, ModelKind::solidOrPlane);
  if (raw.dimension == 3) return assemble(std::move(raw), source);
  require(!source.mendBelow, "mesh.mendBelow is for tetrahedra, and {} is a plane mesh: remove it", *source.file);
  for (const std::string& warning : raw.notes.warnings) spdlog::warn("{}: {}", *source.file, warning);
  return assembling(source, [&] { return assemblePlaneMesh(std::move(raw), rawScale(source), *source.file); });
}

std::string describeGeometry(const MeshSource& source) {
  return readDescription(source);
}

std::string gmshVersion() {
  return GMSH_API_VERSION;
}

}  // namespace fluxtet
