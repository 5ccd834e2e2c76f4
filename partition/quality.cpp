// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/quality.hpp"

#include "base/mpi.hpp"

#include <numeric>

namespace fluxtet {

namespace {

/// Most over mean of all ranks. Collective.
double imbalanceOf(std::int64_t own, MPI_Comm comm) {
  const std::int64_t sum = sumOverRanks(comm, own), most = maxOverRanks(comm, own);
  return sum > 0 ? static_cast<double>(most) * mpiSize(comm) / static_cast<double>(sum) : 1;
}

}  // namespace

PartitionQuality partitionQuality(const SubMesh& mesh, const ElementWork& work, MPI_Comm comm) {
  const std::int64_t elements = mesh.numElements, haloFaces = mesh.halo.numFaces();
  PartitionQuality quality;
  quality.ranks = mpiSize(comm);
  quality.minElements = -maxOverRanks(comm, -elements);
  quality.maxElements = maxOverRanks(comm, elements);
  quality.imbalance = imbalanceOf(elements, comm);
  const std::vector<std::int32_t> weights = elementWeights(work, mesh.region, mesh.faceGroup);
  quality.workImbalance = work.isUniform()
                              ? quality.imbalance
                              : imbalanceOf(std::accumulate(weights.begin(), weights.end(), std::int64_t{0}), comm);
  quality.cutFaces = sumOverRanks(comm, haloFaces) / 2;
  quality.maxHaloFaces = maxOverRanks(comm, haloFaces);
  quality.maxNeighbours = static_cast<int>(maxOverRanks(comm, static_cast<std::int64_t>(mesh.halo.neighbour.size())));
  return quality;
}

}  // namespace fluxtet
