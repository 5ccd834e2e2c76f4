// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh/meshFile.hpp"

#include "base/hdf5.hpp"
#include "mesh/boxMesh.hpp"
#include "meshTestSupport.hpp"
#include "tests/support/fileSizeLimit.hpp"

namespace fluxtet {
namespace {

Mesh someMesh() {
  BoxMesh box;
  box.cells = {4, 3, 3};
  box.perturb = 0.2;
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions.push_back("second region");
  for (std::int64_t e = 0; e < mesh.numElements(); e += 3) mesh.region[e] = 1;
  return mesh;
}

std::vector<std::int32_t> somePartition(const Mesh& mesh, int parts) {
  std::vector<std::int32_t> part;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) part.push_back(static_cast<std::int32_t>((e / 7 * 5) % parts));
  return part;
}

TEST(MeshFile, roundTripGivesTheSameMesh) {
  const TemporaryFolder folder;
  const Mesh mesh = someMesh();
  for (const int parts : {1, 3}) {
    const std::string path = folder.file("mesh.h5");
    writeMeshFile(path, mesh, parts == 1 ? std::vector<std::int32_t>{} : somePartition(mesh, parts), parts);
    expectSameMesh(readWholeMesh(path), mesh);
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  }
}

TEST(MeshFile, headerTellsCountsPartsAndGroups) {
  const TemporaryFolder folder;
  const Mesh mesh = someMesh();
  writeMeshFile(folder.file("mesh.h5"), mesh, somePartition(mesh, 3), 3);
  const MeshFileHeader header = readMeshHeader(folder.file("mesh.h5"));
  EXPECT_EQ(header.version, 1);
  EXPECT_EQ(header.parts, 3);
  EXPECT_EQ(header.totalElements, mesh.numElements());
  EXPECT_EQ(header.totalVertices, mesh.numVertices());
  EXPECT_EQ(header.groups.regions, mesh.groups.regions);
  EXPECT_EQ(header.groups.surfaces, mesh.groups.surfaces);
}

TEST(MeshFile, partsHoldTheirElementsUnderTheOriginalIds) {
  const TemporaryFolder folder;
  const Mesh mesh = someMesh();
  const auto partition = somePartition(mesh, 3);
  writeMeshFile(folder.file("mesh.h5"), mesh, partition, 3);
  std::int64_t elements = 0;
  for (int p = 0; p < 3; ++p) {
    const MeshPart part = readMeshPart(folder.file("mesh.h5"), p);
    elements += part.numElements();
    EXPECT_EQ(part.totalElements, mesh.numElements());
    EXPECT_EQ(part.totalVertices, mesh.numVertices());
    EXPECT_TRUE(std::is_sorted(part.elementId.begin(), part.elementId.end()));
    EXPECT_TRUE(std::is_sorted(part.vertexId.begin(), part.vertexId.end()));
    for (std::size_t i = 0; i < part.elementId.size(); ++i) {
      const std::int64_t e = part.elementId[i];
      EXPECT_EQ(partition[e], p);
      EXPECT_EQ(part.region[i], mesh.region[e]);
      for (int v = 0; v < 4; ++v) EXPECT_EQ(part.elementVertex[4 * i + v], mesh.elements[4 * e + v]);
      for (int f = 0; f < 4; ++f) EXPECT_EQ(part.faceGroup[4 * i + f], mesh.faceGroup[4 * e + f]);
    }
    for (std::size_t i = 0; i < part.vertexId.size(); ++i)
      for (int a = 0; a < 3; ++a) EXPECT_EQ(part.vertices[3 * i + a], mesh.vertices[3 * part.vertexId[i] + a]);
  }
  EXPECT_EQ(elements, mesh.numElements());
  expectInputError([&] { readMeshPart(folder.file("mesh.h5"), 3); }, {"parts 0..2, not 3"});
}

TEST(MeshFile, refusesPartsWithoutElementsAndLeavesNothing) {
  const TemporaryFolder folder;
  const Mesh mesh = twoElements();
  expectInputError([&] { writeMeshFile(folder.file("mesh.h5"), mesh, {0, 2}, 3); }, {"part 1 of 3 has no elements"});
  expectInputError([&] { writeMeshFile(folder.file("mesh.h5"), mesh, {0, 3}, 3); }, {"element 1 is in part 3 of 3"});
  expectInputError([&] { writeMeshFile(folder.file("mesh.h5"), mesh, {0}, 1); }, {"1 have a part"});
  EXPECT_TRUE(folder.isEmpty());
}

TEST(MeshFile, failsWhereTheFolderIsMissing) {
  const TemporaryFolder folder;
  EXPECT_THROW(writeMeshFile(folder.file("none/mesh.h5"), twoElements(), {}, 1), RunError);
}

TEST(MeshFile, aFullDiskIsARunErrorThatLeavesNothing) {
  const TemporaryFolder folder;
  BoxMesh box;
  box.cells = {16, 16, 16};
  const Mesh mesh = makeBoxMesh(box);
  // Full before HDF5 lays the file out, and full before its values are written.
  for (const rlim_t limit : {std::size_t{1000}, mesh.elements.size() * sizeof(std::int64_t)}) {
    const test::FileSizeLimit full(limit);
    try {
      writeMeshFile(folder.file("mesh.h5"), mesh, {}, 1);
      ADD_FAILURE() << "no error was thrown at " << limit << " bytes";
    } catch (const RunError& error) {
      EXPECT_NE(std::string(error.what()).find("mesh.h5"), std::string::npos) << error.what();
    }
    EXPECT_TRUE(folder.isEmpty()) << limit;
  }
  writeMeshFile(folder.file("mesh.h5"), mesh, {}, 1);
  expectSameMesh(readWholeMesh(folder.file("mesh.h5")), mesh);
}

TEST(MeshFile, refusesMissingAndForeignFiles) {
  const TemporaryFolder folder;
  expectInputError([&] { readMeshHeader(folder.file("none.h5")); }, {"none.h5", "does not exist"});
  expectInputError([&] { readMeshHeader(folder.write("text.h5", "hello")); }, {"text.h5", "not an HDF5 file"});
  hdf5::closeFile(hdf5::createFile(folder.file("other.h5")));
  expectInputError([&] { readWholeMesh(folder.file("other.h5")); }, {"other.h5", "not a mesh of fluxtet"});
}

TEST(MeshFile, refusesANewerVersion) {
  const TemporaryFolder folder;
  {
    const hdf5::Handle file = hdf5::createFile(folder.file("new.h5"));
    hdf5::writeAttribute(file, "format", std::string("fluxtet mesh"));
    hdf5::writeAttribute(file, "version", std::int64_t{3});
  }
  expectInputError([&] { readMeshHeader(folder.file("new.h5")); }, {"format version 3, newer than the 2"});
}

TEST(MeshFile, refusesATruncatedFileAtAnyLength) {
  const TemporaryFolder folder;
  const std::string path = folder.file("mesh.h5");
  writeMeshFile(path, someMesh(), {}, 1);
  const auto size = std::filesystem::file_size(path);
  for (const auto kept : {size - 1, size / 2, size / 10, std::uintmax_t{9}}) {
    std::filesystem::resize_file(path, kept);
    EXPECT_THROW(readWholeMesh(path), InputError) << kept << " of " << size << " bytes";
    EXPECT_THROW(readMeshPart(path, 0), InputError) << kept << " of " << size << " bytes";
  }
}

TEST(MeshFile, refusesAChangedByteInTheData) {
  const TemporaryFolder folder;
  const std::string path = folder.file("mesh.h5");
  const Mesh mesh = someMesh();
  writeMeshFile(path, mesh, {}, 1);
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const std::string coordinates(reinterpret_cast<const char*>(&mesh.vertices[30]), 24);
  const std::size_t place = bytes.find(coordinates);
  ASSERT_NE(place, std::string::npos);
  bytes[place + 3] = static_cast<char>(bytes[place + 3] ^ 16);
  folder.write("mesh.h5", bytes);
  expectInputError([&] { readWholeMesh(path); }, {"part 0 does not have its checksum"});
  EXPECT_NO_THROW(readMeshHeader(path));
}

}  // namespace
}  // namespace fluxtet
