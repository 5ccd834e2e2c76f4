// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/quality.hpp"

#include "base/mpi.hpp"

namespace fluxtet {

PartitionQuality partitionQuality(const SubMesh& mesh, MPI_Comm comm) {
  const std::int64_t elements = mesh.numElements, haloFaces = mesh.halo.numFaces();
  PartitionQuality quality;
  quality.ranks = mpiSize(comm);
  quality.minElements = -maxOverRanks(comm, -elements);
  quality.maxElements = maxOverRanks(comm, elements);
  const double mean = static_cast<double>(sumOverRanks(comm, elements)) / quality.ranks;
  quality.imbalance = mean > 0 ? static_cast<double>(quality.maxElements) / mean : 1;
  quality.cutFaces = sumOverRanks(comm, haloFaces) / 2;
  quality.maxHaloFaces = maxOverRanks(comm, haloFaces);
  quality.maxNeighbours = static_cast<int>(maxOverRanks(comm, static_cast<std::int64_t>(mesh.halo.neighbour.size())));
  return quality;
}

}  // namespace fluxtet
