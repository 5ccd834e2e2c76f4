// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/quality.hpp"

#include "lib/base/mpi.hpp"

namespace fluxtet::partition {

namespace {

/// `most`, the largest `own` of all ranks, over their mean. Collective.
double imbalanceOf(std::int64_t own, std::int64_t most, MPI_Comm comm) {
  const std::int64_t sum = sumOverRanks(comm, own);
  return sum > 0 ? static_cast<double>(most) * mpiSize(comm) / static_cast<double>(sum) : 1;
}

/// Of this rank's elements in a time step, in the unit of ElementWork; of all alike, their number.
std::int64_t workOf(const SubMesh& mesh, const ElementWork& work) {
  const std::vector<std::int32_t> weights = elementWeights(work, mesh.region, mesh.faceGroup);
  std::int64_t sum = 0;
  for (std::size_t e = 0; e < mesh.region.size(); ++e)
    sum += std::int64_t{weights.empty() ? 1 : weights[e]} << (mesh.level.empty() ? 0 : mesh.level[e]);
  return sum;
}

}  // namespace

PartitionQuality partitionQuality(const SubMesh& mesh, const ElementWork& work, MPI_Comm comm) {
  const std::int64_t elements = mesh.numElements, haloFaces = mesh.halo.numFaces();
  PartitionQuality quality;
  quality.ranks = mpiSize(comm);
  quality.minElements = -maxOverRanks(comm, -elements);
  quality.maxElements = maxOverRanks(comm, elements);
  quality.imbalance = imbalanceOf(elements, quality.maxElements, comm);
  const std::int64_t ownWork = workOf(mesh, work);
  quality.workImbalance = imbalanceOf(ownWork, maxOverRanks(comm, ownWork), comm);
  quality.cutFaces = sumOverRanks(comm, haloFaces) / 2;
  quality.maxHaloFaces = maxOverRanks(comm, haloFaces);
  quality.maxNeighbours = static_cast<int>(maxOverRanks(comm, static_cast<std::int64_t>(mesh.halo.neighbour.size())));
  return quality;
}

}  // namespace fluxtet::partition
