// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A mesh file whose parts the ranks read themselves is judged as a whole all the same.
#include "app/dgtd/setup/discretisation.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "partition/partitionMesh.hpp"
#include "tests/support/solverCase.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace fluxtet::test {
namespace {

/// Two cubes, the second `gap` beyond the first in x, without common vertices.
Mesh twoCubes(double port) {
  Mesh mesh = makeBoxMesh({{1, 1, 1}, {0, 0, 0}, {2, 2, 2}, 0});
  const Mesh second = makeBoxMesh({{1, 1, 1}, {1 + port, 0, 0}, {2, 2, 2}, 0});
  for (const std::int64_t v : second.elements) mesh.elements.push_back(v + mesh.numVertices());
  mesh.vertices.insert(mesh.vertices.end(), second.vertices.begin(), second.vertices.end());
  mesh.region.insert(mesh.region.end(), second.region.begin(), second.region.end());
  mesh.faceGroup.insert(mesh.faceGroup.end(), second.faceGroup.begin(), second.faceGroup.end());
  return mesh;
}

/// Writes the mesh in as many parts as there are ranks and sets a case up on it.
void discretiseFile(const Mesh& mesh, const std::string& file) {
  const int ranks = mpiSize(MPI_COMM_WORLD);
  if (mpiRank(MPI_COMM_WORLD) == 0) {
    std::filesystem::remove(file);
    writeMeshFile(file, mesh, partition::partitionMesh(mesh, {partition::PartitionMethod::metis, 1}, ranks), ranks);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  dgtd::discretise(
      parseDgtdCase("mesh: {file: " + file +
                        "}\nmaterials: {air: {}}\nregions: {box: air}\nboundaries: {x-: pec, "
                        "x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}\ndgtd: {order: 1}\ntime: {end: 1 ns}\n",
                    "case.yaml", {}),
      MPI_COMM_WORLD);
}

TEST(MeshErrors, partsOfAFileThatTouchWithoutCommonVerticesAreRefusedOnEveryRank) {
  const std::string file =
      broadcast(MPI_COMM_WORLD,
                (std::filesystem::temp_directory_path() / fmt::format("fluxtetMeshErrors{}.h5", getpid())).string());
  EXPECT_NO_THROW(discretiseFile(twoCubes(0.1), file));
  try {
    discretiseFile(twoCubes(0), file);
    ADD_FAILURE() << "the mesh was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::badInput);
    const std::string text = error.what();
    EXPECT_NE(text.find(file + ": the mesh does not conform"), std::string::npos) << text;
    EXPECT_NE(text.find("8 such pairs"), std::string::npos) << text;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (mpiRank(MPI_COMM_WORLD) == 0) std::filesystem::remove(file);
}

}  // namespace
}  // namespace fluxtet::test
