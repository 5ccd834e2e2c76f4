// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "lib/mesh/meshFile.hpp"
#include "partition/meshInput.hpp"
#include "partition/partitionMesh.hpp"

#include <filesystem>
#include <fstream>
#include <numeric>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

int ranks() {
  return mpiSize(MPI_COMM_WORLD);
}

constexpr PartitionSettings metis{PartitionMethod::metis, 1};
constexpr PartitionSettings box{PartitionMethod::box, 1};

MeshSource boxSource(std::array<std::int64_t, 3> cells, int refine = 0) {
  MeshSource source;
  source.box = BoxMesh{};
  source.box->size = {2, 1, 1};
  source.box->cells = cells;
  source.box->perturb = 0.2;
  source.refine = refine;
  return source;
}

/// A folder of its own for files that all ranks read; gone at the end.
class SharedFolder {
 public:
  SharedFolder() {
    const auto name = fmt::format("fluxtetMeshInputTest{}", MPI_Wtime());
    path_ = broadcast(MPI_COMM_WORLD, (std::filesystem::temp_directory_path() / name).string());
    if (mpiRank(MPI_COMM_WORLD) == 0) std::filesystem::create_directories(path_);
  }
  ~SharedFolder() {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mpiRank(MPI_COMM_WORLD) == 0) std::filesystem::remove_all(path_);
  }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// Rank 0 writes the mesh in so many parts; all wait for it.
MeshSource meshFileOf(const SharedFolder& folder, const Mesh& mesh, int parts) {
  MeshSource source;
  source.file = folder.file(fmt::format("mesh{}.h5", parts));
  if (mpiRank(MPI_COMM_WORLD) == 0) writeMeshFile(*source.file, mesh, partitionMesh(mesh, metis, parts), parts);
  MPI_Barrier(MPI_COMM_WORLD);
  return source;
}

void expectPartsOf(const Mesh& mesh, const MeshPart& part) {
  EXPECT_GT(part.numElements(), 0);
  EXPECT_EQ(part.totalElements, mesh.numElements());
  EXPECT_EQ(part.totalVertices, mesh.numVertices());
  EXPECT_EQ(part.groups.surfaces, mesh.groups.surfaces);
  EXPECT_EQ(part.groups.regions, mesh.groups.regions);
  std::vector<std::int64_t> all(mesh.numElements());
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(sortedUnion(part.elementId), all);
  for (std::int32_t e = 0; e < part.numElements(); ++e)
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(part.elementVertex[4 * e + i], mesh.elements[4 * part.elementId[e] + i]);
      EXPECT_EQ(part.faceGroup[4 * e + i], mesh.faceGroup[4 * part.elementId[e] + i]);
    }
  for (std::size_t v = 0; v < part.vertexId.size(); ++v)
    for (int a = 0; a < 3; ++a) EXPECT_EQ(part.vertices[3 * v + a], mesh.vertices[3 * part.vertexId[v] + a]);
}

TEST(LoadMeshPart, OfABoxIsTheSameMeshWithEveryPartition) {
  const Mesh mesh = boxMesh({4, 4, 2});
  for (const PartitionSettings& settings : {PartitionSettings{}, box, metis})
    expectPartsOf(mesh, loadMeshPart(boxSource({4, 4, 2}), settings, MPI_COMM_WORLD));
}

TEST(LoadMeshPart, RefinesABoxByMoreCells) {
  const Mesh mesh = boxMesh({4, 8, 4});
  expectPartsOf(mesh, loadMeshPart(boxSource({2, 4, 2}, 1), box, MPI_COMM_WORLD));
  expectPartsOf(mesh, loadMeshPart(boxSource({1, 2, 1}, 2), metis, MPI_COMM_WORLD));
}

TEST(LoadMeshPart, ReadsEachRanksOwnPartOfAPartitionedFile) {
  const SharedFolder folder;
  const Mesh mesh = boxMesh({4, 3, 3});
  MeshSource source = meshFileOf(folder, mesh, ranks());
  const MeshPart part = loadMeshPart(source, {}, MPI_COMM_WORLD);
  expectPartsOf(mesh, part);
  const auto written = partitionMesh(mesh, metis, ranks());
  for (const std::int64_t id : part.elementId) EXPECT_EQ(written[id], mpiRank(MPI_COMM_WORLD));
}

TEST(LoadMeshPart, PartitionsAFileOfAnotherNumberOfParts) {
  const SharedFolder folder;
  const Mesh mesh = boxMesh({4, 3, 3});
  MeshSource source = meshFileOf(folder, mesh, ranks() + 1);
  for (const PartitionSettings& settings : {metis, box})
    expectPartsOf(mesh, loadMeshPart(source, settings, MPI_COMM_WORLD));
  source.scale = 1000;
  EXPECT_THROW(loadMeshPart(source, box, MPI_COMM_WORLD), Error) << "the file is in metres";
}

TEST(LoadMeshPart, RefinesAPartitionedFile) {
  const SharedFolder folder;
  const Mesh mesh = boxMesh({2, 2, 2});
  MeshSource source = meshFileOf(folder, mesh, ranks());
  source.refine = 1;
  const MeshPart part = loadMeshPart(source, {}, MPI_COMM_WORLD);
  EXPECT_EQ(part.totalElements, 8 * mesh.numElements());
  EXPECT_EQ(sumOverRanks(MPI_COMM_WORLD, std::int64_t{part.numElements()}), 8 * mesh.numElements());
}

TEST(LoadMeshPart, RefusesMoreRanksThanElements) {
  const SharedFolder folder;
  Mesh one;
  one.vertices = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  one.elements = {0, 1, 2, 3};
  one.region = {0};
  one.faceGroup = {0, 0, 0, 0};
  one.groups = {{"box"}, {"outer"}};
  const MeshSource source = meshFileOf(folder, one, 1);
  if (ranks() == 1) {
    expectPartsOf(one, loadMeshPart(source, {}, MPI_COMM_WORLD));
    return;
  }
  expectErrorOnAllRanks(ExitCode::badInput, fmt::format("the mesh has 1 elements and there are {} ranks", ranks()),
                        [&] { loadMeshPart(source, {}, MPI_COMM_WORLD); });
  expectErrorOnAllRanks(ExitCode::badInput, "more ranks than cells", [&] {
    loadMeshPart(boxSource({1, 1, 1}), box, MPI_COMM_WORLD);
  });
}

TEST(LoadMeshPart, TellsAllRanksOfAFileThatRankZeroCannotRead) {
  const SharedFolder folder;
  MeshSource source;
  source.file = folder.file("absent.h5");
  expectErrorOnAllRanks(ExitCode::badInput, "absent.h5", [&] { loadMeshPart(source, {}, MPI_COMM_WORLD); });
  source.file = folder.file("foreign.h5");
  if (mpiRank(MPI_COMM_WORLD) == 0) std::ofstream(*source.file) << "no mesh at all";
  MPI_Barrier(MPI_COMM_WORLD);
  expectErrorOnAllRanks(ExitCode::badInput, "foreign.h5", [&] { loadMeshPart(source, {}, MPI_COMM_WORLD); });
}

TEST(LoadMeshPart, TellsAllRanksOfADamagedPart) {
  const SharedFolder folder;
  const MeshSource source = meshFileOf(folder, boxMesh({4, 3, 3}), ranks());
  if (mpiRank(MPI_COMM_WORLD) == 0)
    std::filesystem::resize_file(*source.file, std::filesystem::file_size(*source.file) / 2);
  MPI_Barrier(MPI_COMM_WORLD);
  expectErrorOnAllRanks(ExitCode::badInput, *source.file, [&] { loadMeshPart(source, {}, MPI_COMM_WORLD); });
}

TEST(LoadMeshPart, RefusesABoxOfTooManyElements) {
  expectErrorOnAllRanks(ExitCode::badInput, "2^31", [] {
    loadMeshPart(boxSource({1, 1, 1}, 40), box, MPI_COMM_WORLD);
  });
  expectErrorOnAllRanks(ExitCode::badInput, "2^31", [] {
    loadMeshPart(boxSource({2000, 2000, 2000}), box, MPI_COMM_WORLD);
  });
}

}  // namespace
}  // namespace fluxtet::test
