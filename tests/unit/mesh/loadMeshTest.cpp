// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/loadMesh.hpp"

#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "lib/mesh/validateMesh.hpp"
#include "tests/unit/mesh/gmshTestSupport.hpp"

namespace fluxtet::test {
namespace {

TEST(LoadWholeMesh, readsEveryKindOfSourceWithScaleAndRefinement) {
  const MeshFolder folder;
  writeMeshFile(folder.file("two.h5"), twoElements(), {0, 1}, 2);
  folder.write("two.msh", msh2(fiveNodes, twoTetrahedra()));
  const double volume = totalVolume(twoElements());
  for (const char* name : {"two.h5", "two.msh"}) {
    MeshSource source = fileSource(folder.file(name));
    const bool ownFile = isMeshFile(name);
    if (!ownFile) source.scale = 0.1;
    source.refine = 2;
    const Mesh mesh = loadWholeMesh(source);
    EXPECT_EQ(mesh.numElements(), 2 * 64);
    EXPECT_NEAR(totalVolume(mesh), (ownFile ? 1 : 1e-3) * volume, 1e-14);
    EXPECT_NO_THROW(validateMesh(mesh, name));
  }
}

TEST(LoadWholeMesh, refusesToScaleAMeshFileWhichIsInMetres) {
  const MeshFolder folder;
  writeMeshFile(folder.file("two.h5"), twoElements(), {}, 1);
  MeshSource source = fileSource(folder.file("two.h5"));
  source.scale = 0.001;
  EXPECT_THROW(loadWholeMesh(source), InputError);
}

TEST(LoadWholeMesh, refinesABoxByItsCells) {
  MeshSource source;
  source.box = BoxMesh{};
  source.refine = 1;
  BoxMesh fine;
  fine.cells = {2, 2, 2};
  expectSameMesh(loadWholeMesh(source), makeBoxMesh(fine));
}

TEST(LoadWholeMesh, refusesAnInvalidMeshFile) {
  const MeshFolder folder;
  Mesh mesh = twoElements();
  mesh.faceGroup[4] = -1;
  writeMeshFile(folder.file("open.h5"), mesh, {}, 1);
  expectInputError([&] { loadWholeMesh(fileSource(folder.file("open.h5"))); },
                   {"open.h5", "untagged outer face of element 1"});
  MeshSource sized = fileSource(folder.file("open.h5"));
  sized.size = 0.1;
  expectInputError([&] { loadWholeMesh(sized); }, {"mesh.scale, mesh.parameters, mesh.airBox", "do not go with"});
}

TEST(LoadWholeMesh, refusesNeitherOrBothSources) {
  expectInputError([] { loadWholeMesh(MeshSource{}); }, {"either a file or a box"});
}

}  // namespace
}  // namespace fluxtet::test
