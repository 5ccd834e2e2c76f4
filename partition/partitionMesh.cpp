// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/partitionMesh.hpp"

#include "partition/boxPartition.hpp"
#include "partition/metisPartition.hpp"

namespace fluxtet::partition {

std::vector<std::int32_t> partitionMesh(const Mesh& mesh, const PartitionSettings& settings, int parts,
                                        const ElementWork& work) {
  if (settings.method == PartitionMethod::box) return partitionByCoordinates(mesh, parts);
  return partitionByMetis(mesh, parts, settings.seed, elementWeights(work, mesh.region, mesh.faceGroup));
}

}  // namespace fluxtet::partition
