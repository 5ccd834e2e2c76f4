// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "lib/mesh/boxMesh.hpp"
#include "partition/boxPartition.hpp"
#include "partition/distribute.hpp"
#include "partition/metisPartition.hpp"

#include <algorithm>

namespace fluxtet::test {

using namespace fluxtet::partition;

Mesh boxMesh(std::array<std::int64_t, 3> cells, double perturb) {
  BoxMesh box;
  box.size = {2, 1, 1};
  box.cells = cells;
  box.perturb = perturb;
  return makeBoxMesh(box);
}

std::vector<std::int32_t> spreadElements(const Mesh& mesh, Spread spread, int ranks) {
  if (spread == Spread::metis) return partitionByMetis(mesh, ranks, 1);
  if (spread == Spread::coordinates) return partitionByCoordinates(mesh, ranks);
  std::vector<std::int32_t> part;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e)
    part.push_back(static_cast<std::int32_t>(e * 2654435761 / 64 % ranks));
  return part;
}

MeshPart spreadMesh(const Mesh& mesh, Spread spread) {
  return distributeMesh(mesh, spreadElements(mesh, spread, mpiSize(MPI_COMM_WORLD)), MPI_COMM_WORLD);
}

std::vector<SurfaceRole> allSurfaces(const Mesh& mesh, SurfaceRole role) {
  return std::vector<SurfaceRole>(mesh.groups.surfaces.size(), role);
}

std::array<std::int64_t, 3> keyOf(const std::int64_t* elementVertices, int face) {
  std::array<std::int64_t, 3> key;
  for (int v = 0, i = 0; v < 4; ++v)
    if (v != face) key[i++] = elementVertices[v];
  return key;
}

FaceTable facesOf(const Mesh& mesh) {
  FaceTable table;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e)
    for (int f = 0; f < 4; ++f) table[keyOf(&mesh.elements[4 * e], f)].push_back({e, f});
  return table;
}

std::vector<std::int64_t> sortedUnion(const std::vector<std::int64_t>& values) {
  std::vector<std::int64_t> all;
  const std::vector<std::vector<std::int64_t>> toAll(mpiSize(MPI_COMM_WORLD), values);
  for (const auto& fromRank : exchangeAll(MPI_COMM_WORLD, toAll))
    all.insert(all.end(), fromRank.begin(), fromRank.end());
  std::sort(all.begin(), all.end());
  return all;
}

void expectErrorOnAllRanks(ExitCode code, const std::string& part, const std::function<void()>& work) {
  std::string text;
  try {
    work();
    ADD_FAILURE() << "no error was thrown";
  } catch (const Error& error) {
    text = error.what();
    EXPECT_EQ(error.code(), code);
  }
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << text << "\" does not contain \"" << part << "\"";
  EXPECT_EQ(text, broadcast(MPI_COMM_WORLD, text));
}

}  // namespace fluxtet::test
