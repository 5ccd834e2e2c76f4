// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/quality.hpp"

#include "lib/base/mpi.hpp"

#include <numeric>

namespace fluxtet::partition {

namespace {

/// `most`, the largest `own` of all ranks, over their mean. Collective.
double imbalanceOf(std::int64_t own, std::int64_t most, MPI_Comm comm) {
  const std::int64_t sum = sumOverRanks(comm, own);
  return sum > 0 ? static_cast<double>(most) * mpiSize(comm) / static_cast<double>(sum) : 1;
}

}  // namespace

PartitionQuality partitionQuality(const SubMesh& mesh, const ElementWork& work, MPI_Comm comm) {
  const std::int64_t elements = mesh.numElements, haloFaces = mesh.halo.numFaces();
  PartitionQuality quality;
  quality.ranks = mpiSize(comm);
  quality.minElements = -maxOverRanks(comm, -elements);
  quality.maxElements = maxOverRanks(comm, elements);
  quality.imbalance = imbalanceOf(elements, quality.maxElements, comm);
  const std::vector<std::int32_t> weights = elementWeights(work, mesh.region, mesh.faceGroup);
  const std::int64_t ownWork = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  quality.workImbalance =
      work.isUniform() ? quality.imbalance : imbalanceOf(ownWork, maxOverRanks(comm, ownWork), comm);
  quality.cutFaces = sumOverRanks(comm, haloFaces) / 2;
  quality.maxHaloFaces = maxOverRanks(comm, haloFaces);
  quality.maxNeighbours = static_cast<int>(maxOverRanks(comm, static_cast<std::int64_t>(mesh.halo.neighbour.size())));
  return quality;
}

}  // namespace fluxtet::partition
