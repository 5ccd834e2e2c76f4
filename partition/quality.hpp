// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/subMesh.hpp"
#include "partition/elementWork.hpp"

#include <mpi.h>

#include <cstdint>

namespace fluxtet::partition {

/// Balance of the work of a partition, and the amount of its communication.
struct PartitionQuality {
  int ranks = 1;
  std::int64_t minElements = 0, maxElements = 0;  ///< of a rank
  double imbalance = 1;                           ///< elements of the fullest rank over the mean; 1 is perfect
  double workImbalance = 1;                       ///< the same of the elements' work
  std::int64_t cutFaces = 0;      ///< faces between ranks, each once (thin sheets do not count: nothing crosses them)
  std::int64_t maxHaloFaces = 0;  ///< of a rank: what it sends and receives each half step
  int maxNeighbours = 0;          ///< of a rank
};

/// Quality of the partition; the same on every rank. Collective.
PartitionQuality partitionQuality(const SubMesh& mesh, const ElementWork& work, MPI_Comm comm);

}  // namespace fluxtet::partition
