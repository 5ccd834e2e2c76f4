// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gmshReader.hpp"

#include "tests/unit/mesh/meshTestSupport.hpp"

namespace fluxtet::test {
namespace {

TEST(GmshReader, withoutGmshSaysWhatToDo) {
  const MeshFolder folder;
  MeshSource source;
  source.file = folder.write("box.geo", "Point(1) = {0, 0, 0};");
  expectInputError([&] { readGmsh(source); }, {"box.geo needs Gmsh", "FLUXTET_GMSH=OFF", "fluxtet mesh"});
  expectInputError([&] { readGmshModel(source); }, {"box.geo needs Gmsh", "FLUXTET_GMSH=OFF", "fluxtet mesh"});
  source.file = folder.file("none.geo");
  expectInputError([&] { readGmsh(source); }, {"does not exist"});
}

}  // namespace
}  // namespace fluxtet::test
