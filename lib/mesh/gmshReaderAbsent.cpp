// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/error.hpp"
#include "lib/mesh/gmshReader.hpp"
#include "lib/mesh/meshSourceFile.hpp"

namespace fluxtet {

namespace {

[[noreturn]] void refuse(const MeshSource& source) {
  checkedFileKind(source);
  throw InputError(
      fmt::format("{} needs Gmsh, and this fluxtet was built without it (FLUXTET_GMSH=OFF): convert the file with "
                  "`fluxtet mesh {} -o mesh.h5` on a machine whose fluxtet has Gmsh, and give the .h5 here",
                  *source.file, *source.file));
}

}  // namespace

/// These stand in for gmshReader.cpp where fluxtet is built without the Gmsh SDK.
Mesh readGmsh(const MeshSource& source) {
  refuse(source);
}

std::variant<Mesh, SimplexMesh> readGmshModel(const MeshSource& source) {
  refuse(source);
}

std::string describeGeometry(const MeshSource& source) {
  refuse(source);
}

void useGmshProcess(std::string) {}

std::optional<int> readForAnotherProcess(int, char**) {
  return std::nullopt;
}

std::string gmshVersion() {
  return "none (built without the Gmsh SDK)";
}

}  // namespace fluxtet
