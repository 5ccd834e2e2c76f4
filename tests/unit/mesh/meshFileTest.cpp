// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/meshFile.hpp"

#include "lib/base/hdf5.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFileTables.hpp"
#include "tests/support/fileSizeLimit.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

namespace fluxtet::test {
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
  const MeshFolder folder;
  const Mesh mesh = someMesh();
  for (const int parts : {1, 3}) {
    const std::string path = folder.file("mesh.h5");
    writeMeshFile(path, mesh, parts == 1 ? std::vector<std::int32_t>{} : somePartition(mesh, parts), parts);
    expectSameMesh(readWholeMesh(path), mesh);
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  }
}

TEST(MeshFile, headerTellsCountsPartsAndGroups) {
  const MeshFolder folder;
  const Mesh mesh = someMesh();
  writeMeshFile(folder.file("mesh.h5"), mesh, somePartition(mesh, 3), 3);
  const MeshFileHeader header = readMeshHeader(folder.file("mesh.h5"));
  EXPECT_EQ(header.version, 3);
  EXPECT_EQ(header.parts, 3);
  EXPECT_EQ(header.totalElements, mesh.numElements());
  EXPECT_EQ(header.totalVertices, mesh.numVertices());
  EXPECT_EQ(header.groups.regions, mesh.groups.regions);
  EXPECT_EQ(header.groups.surfaces, mesh.groups.surfaces);
}

TEST(MeshFile, partsHoldTheirElementsUnderTheOriginalIds) {
  const MeshFolder folder;
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
  const MeshFolder folder;
  const Mesh mesh = twoElements();
  expectInputError([&] { writeMeshFile(folder.file("mesh.h5"), mesh, {0, 2}, 3); }, {"part 1 of 3 has no elements"});
  expectInputError([&] { writeMeshFile(folder.file("mesh.h5"), mesh, {0, 3}, 3); }, {"element 1 is in part 3 of 3"});
  expectInputError([&] { writeMeshFile(folder.file("mesh.h5"), mesh, {0}, 1); }, {"1 have a part"});
  EXPECT_TRUE(folder.isEmpty());
}

TEST(MeshFile, failsWhereTheFolderIsMissing) {
  const MeshFolder folder;
  EXPECT_THROW(writeMeshFile(folder.file("none/mesh.h5"), twoElements(), {}, 1), RunError);
}

TEST(MeshFile, aFullDiskIsARunErrorThatLeavesNothing) {
  const MeshFolder folder;
  BoxMesh box;
  box.cells = {16, 16, 16};
  const Mesh mesh = makeBoxMesh(box);
  // Full before HDF5 lays the file out, and full before its values are written.
  for (const rlim_t limit : {std::size_t{1000}, mesh.elements.size() * sizeof(std::int64_t)}) {
    const FileSizeLimit full(limit);
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
  const MeshFolder folder;
  expectInputError([&] { readMeshHeader(folder.file("none.h5")); }, {"none.h5", "does not exist"});
  expectInputError([&] { readMeshHeader(folder.write("text.h5", "hello")); }, {"text.h5", "not an HDF5 file"});
  hdf5::closeFile(hdf5::createFile(folder.file("other.h5")));
  expectInputError([&] { readWholeMesh(folder.file("other.h5")); }, {"other.h5", "not a mesh of fluxtet"});
}

TEST(MeshFile, refusesANewerVersion) {
  const MeshFolder folder;
  {
    const hdf5::Handle file = hdf5::createFile(folder.file("new.h5"));
    hdf5::writeAttribute(file, "format", std::string("fluxtet mesh"));
    hdf5::writeAttribute(file, "version", std::int64_t{4});
  }
  expectInputError([&] { readMeshHeader(folder.file("new.h5")); }, {"format version 4, newer than the 3"});
}

TEST(MeshFile, refusesATruncatedFileAtAnyLength) {
  const MeshFolder folder;
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
  const MeshFolder folder;
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

/// Opens a file for changes, past all checks.
hdf5::Handle openForChanges(const std::string& path) {
  return hdf5::Handle(hdf5::check(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)));
}

template <class T>
void overwrite(hid_t file, const std::string& dataset, const std::vector<T>& values) {
  const hdf5::Handle set(hdf5::check(H5Dopen2(file, dataset.c_str(), H5P_DEFAULT)));
  hdf5::check(H5Dwrite(set, hdf5::type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
}

void replaceAttribute(hid_t file, const std::string& name, std::int64_t value) {
  hdf5::check(H5Adelete(file, name.c_str()));
  hdf5::writeAttribute(file, name, value);
}

TEST(MeshFile, refusesNamesThatWereSwapped) {
  const MeshFolder folder;
  const std::string path = folder.file("mesh.h5");
  Mesh mesh = someMesh();
  mesh.groups.regions = {"air", "tin"};
  writeMeshFile(path, mesh, {}, 1);
  overwrite(openForChanges(path), "regionNames", packNames({"tin", "air"}));
  for (const auto& read : std::vector<std::function<void()>>{
           [&] { readMeshHeader(path); }, [&] { readWholeMesh(path); }, [&] { readMeshPart(path, 0); }})
    expectInputError(read, {"mesh.h5 is damaged", "header and names do not have their checksum", "write it again"});
}

TEST(MeshFile, refusesAHeaderThatWasChanged) {
  const MeshFolder folder;
  const Mesh mesh = someMesh();
  const auto change = [&](const std::function<void(hid_t)>& how) {
    std::filesystem::remove(folder.file("mesh.h5"));
    writeMeshFile(folder.file("mesh.h5"), mesh, somePartition(mesh, 3), 3);
    how(openForChanges(folder.file("mesh.h5")));
    expectInputError([&] { readWholeMesh(folder.file("mesh.h5")); }, {"mesh.h5 is damaged"});
  };
  change([&](hid_t file) { replaceAttribute(file, "totalVertices", mesh.numVertices() + 1); });
  change([&](hid_t file) { replaceAttribute(file, "headerChecksum", 0); });
  change([&](hid_t file) { replaceAttribute(file, "version", 1); });  // which had no checksum of the header
  change([&](hid_t file) {
    auto offset = hdf5::read<std::int64_t>(file, "vertexOffset");
    --offset[1];
    overwrite(file, "vertexOffset", offset);
  });
}

TEST(MeshFile, readsVersionOneWhichHasNoChecksumOfItsHeader) {
  const MeshFolder folder;
  const std::string path = folder.file("mesh.h5");
  const Mesh mesh = someMesh();
  writeMeshFile(path, mesh, {}, 1);
  const MeshPart part = readMeshPart(path, 0);
  MeshChecksum sum;
  sum.add(std::span<const std::int64_t>(part.elementId));
  sum.add(std::span<const std::int64_t>(part.elementVertex));
  sum.add(std::span<const std::int32_t>(part.region));
  sum.add(std::span<const std::int32_t>(part.faceGroup));
  sum.add(std::span<const std::int64_t>(part.vertexId));
  sum.add(std::span<const double>(part.vertices));
  {
    const hdf5::Handle file = openForChanges(path);
    replaceAttribute(file, "version", 1);
    hdf5::check(H5Adelete(file, "headerChecksum"));
    overwrite(file, "partChecksum", std::vector<std::uint64_t>{sum.value()});
  }
  EXPECT_EQ(readMeshHeader(path).version, 1);
  expectSameMesh(readWholeMesh(path), mesh);
}

}  // namespace
}  // namespace fluxtet::test
