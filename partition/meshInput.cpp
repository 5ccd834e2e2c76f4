// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/meshInput.hpp"

#include "lib/base/mpi.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/loadMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "partition/boxPartition.hpp"
#include "partition/distribute.hpp"
#include "partition/partitionMesh.hpp"

#include <algorithm>
#include <utility>

namespace fluxtet::partition {

namespace {

/// Each rank makes its own block: nobody holds the whole box.
MeshPart generateBoxPart(const MeshSource& source, MPI_Comm comm) {
  MeshPart part;
  agreeOnErrors(comm, [&] {
    const BoxMesh box = refinedBox(*source.box, source.refine);
    checkedBoxElements(box);
    part = makeBoxPart(box, partitionCells(box.cells, mpiSize(comm))[mpiRank(comm)]);
  });
  return part;
}

void checkRanks(std::int64_t elements, int ranks) {
  require(elements >= ranks,
          "more ranks than elements: the mesh has {} elements and there are {} ranks; use at most {} ranks", elements,
          ranks, elements);
}

/// A source that is a mesh file just as it is: what changes or refuses it needs the whole mesh (loadWholeMesh).
bool isPlainMeshFile(const MeshSource& source) {
  return source.file && !source.box && isMeshFile(*source.file) && source.refine == 0 && !changesGeometry(source);
}

/// True where the mesh file holds one part for each rank. Collective.
bool isPartitionedForRanks(const MeshSource& source, MPI_Comm comm) {
  if (!isPlainMeshFile(source)) return false;
  const int ranks = mpiSize(comm);
  int fits = 0;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    requireMeshFileAsItIs(source);
    const MeshFileHeader header = readMeshHeader(*source.file);
    checkRanks(header.totalElements, ranks);
    if (header.parts != ranks) return;
    for (int p = 0; p < header.parts; ++p)
      require(header.elementOffset[p] < header.elementOffset[p + 1],
              "{}: part {} has no elements, so that rank {} would have no work: write the file again with fewer parts",
              *source.file, p, p);
    fits = 1;
  });
  mpiCheck(MPI_Bcast(&fits, 1, MPI_INT, 0, comm));
  return fits != 0;
}

MeshPart readOwnPart(const MeshSource& source, MPI_Comm comm) {
  MeshPart part;
  agreeOnErrors(comm, [&] { part = readMeshPart(*source.file, mpiRank(comm)); });
  return part;
}

MeshPart partitionOnRankZero(const MeshSource& source, const PartitionSettings& partition, const WorkOfGroups& work,
                             PhaseTimer& phases, MPI_Comm comm) {
  const int ranks = mpiSize(comm);
  Mesh mesh;
  std::vector<std::int32_t> part;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    mesh = loadWholeMesh(source);
    checkRanks(mesh.numElements(), ranks);
  });
  phases.end("read");
  if (ranks == 1) return distributeMesh(std::move(mesh), std::move(part), comm);
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) part = partitionMesh(mesh, partition, ranks, work(mesh.groups));
  });
  phases.end("partition");
  MeshPart mine = distributeMesh(std::move(mesh), std::move(part), comm);
  phases.end("distribute");
  return mine;
}

/// Whether each rank makes its part of a box.
bool isGenerated(const MeshSource& source, const PartitionSettings& partition) {
  return source.box && !source.file && partition.method != PartitionMethod::metis;
}

MeshPart generateOrReadPart(const MeshSource& source, bool generate, PhaseTimer& phases, MPI_Comm comm) {
  MeshPart part = generate ? generateBoxPart(source, comm) : readOwnPart(source, comm);
  phases.end("read");
  return part;
}

}  // namespace

MeshPart loadMeshPart(const MeshSource& source, const PartitionSettings& partition, const WorkOfGroups& work,
                      PhaseTimer& phases, MPI_Comm comm) {
  const bool generate = isGenerated(source, partition);
  if (generate || isPartitionedForRanks(source, comm)) return generateOrReadPart(source, generate, phases, comm);
  return partitionOnRankZero(source, partition, work, phases, comm);
}

bool isDistributedByMetis(const MeshSource& source, const PartitionSettings& partition, MPI_Comm comm) {
  return mpiSize(comm) > 1 && partition.method != PartitionMethod::box && !isGenerated(source, partition) &&
         !isPartitionedForRanks(source, comm);
}

MeshPart loadMeshPart(const MeshSource& source, const PartitionSettings& partition, MPI_Comm comm) {
  PhaseTimer phases;
  return loadMeshPart(source, partition, uniformWork, phases, comm);
}

}  // namespace fluxtet::partition
