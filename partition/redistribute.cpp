// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/redistribute.hpp"

#include "lib/base/mpi.hpp"
#include "partition/distribute.hpp"
#include "partition/levelPartition.hpp"

#include <utility>

namespace fluxtet::partition {

MeshPart redistributeByLevels(MeshPart part, const PartitionSettings& settings, const WorkOfGroups& work,
                              MPI_Comm comm) {
  GatheredMesh whole = gatherMesh(std::move(part), comm);
  std::vector<std::int32_t> ranks;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    const Mesh& mesh = whole.mesh;
    const auto weights = elementWeights(work(mesh.groups), mesh.region, mesh.faceGroup);
    ranks = partitionByLevels(mesh, whole.levels.level, weights, mpiSize(comm), settings.seed);
  });
  return distributeMesh(std::move(whole.mesh), std::move(ranks), std::move(whole.levels), comm);
}

}  // namespace fluxtet::partition
