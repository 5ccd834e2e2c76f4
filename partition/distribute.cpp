// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/distribute.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <span>

namespace fluxtet::partition {

namespace {

/// Values in one message: far below the 2^31 that MPI counts, large enough for full bandwidth.
constexpr std::size_t chunkValues = std::size_t{1} << 24;

/// Elements sorted by part, in the order of their ids within each.
struct ElementsByPart {
  std::vector<std::int64_t> begin;    ///< [parts + 1]
  std::vector<std::int64_t> element;  ///< [numElements]
  std::span<const std::int64_t> of(int p) const {
    return std::span(element).subspan(begin[p], begin[p + 1] - begin[p]);
  }
};

ElementsByPart sortByPart(const std::vector<std::int32_t>& part, int parts) {
  ElementsByPart sorted;
  sorted.begin.assign(parts + 1, 0);
  for (const std::int32_t p : part) ++sorted.begin[p + 1];
  std::partial_sum(sorted.begin.begin(), sorted.begin.end(), sorted.begin.begin());
  sorted.element.resize(part.size());
  std::vector<std::int64_t> next(sorted.begin.begin(), sorted.begin.end() - 1);
  for (std::size_t e = 0; e < part.size(); ++e) sorted.element[next[part[e]]++] = static_cast<std::int64_t>(e);
  return sorted;
}

MeshPart extractPart(const Mesh& mesh, const MeshLevels& levels, std::span<const std::int64_t> elements) {
  MeshPart part;
  if (!levels.level.empty())
    for (const std::int64_t e : elements) {
      part.level.push_back(levels.level[e]);
      part.besideFiner.push_back(levels.besideFiner[e]);
    }
  part.elementId.assign(elements.begin(), elements.end());
  part.elementVertex.reserve(4 * elements.size());
  part.region.reserve(elements.size());
  part.faceGroup.reserve(4 * elements.size());
  for (const std::int64_t e : elements) {
    part.elementVertex.insert(part.elementVertex.end(), &mesh.elements[4 * e], &mesh.elements[4 * e] + 4);
    part.region.push_back(mesh.region[e]);
    part.faceGroup.insert(part.faceGroup.end(), &mesh.faceGroup[4 * e], &mesh.faceGroup[4 * e] + 4);
  }
  part.vertexId = part.elementVertex;
  std::sort(part.vertexId.begin(), part.vertexId.end());
  part.vertexId.erase(std::unique(part.vertexId.begin(), part.vertexId.end()), part.vertexId.end());
  part.vertexId.shrink_to_fit();
  part.vertices.reserve(3 * part.vertexId.size());
  for (const std::int64_t v : part.vertexId)
    part.vertices.insert(part.vertices.end(), &mesh.vertices[3 * v], &mesh.vertices[3 * v] + 3);
  return part;
}

/// The mesh as the only part, without copies of its arrays.
MeshPart wholeAsPart(Mesh mesh, MeshLevels levels) {
  MeshPart part;
  part.level = std::move(levels.level);
  part.besideFiner = std::move(levels.besideFiner);
  part.elementId.resize(mesh.region.size());
  std::iota(part.elementId.begin(), part.elementId.end(), std::int64_t{0});
  part.vertexId.resize(mesh.vertices.size() / 3);
  std::iota(part.vertexId.begin(), part.vertexId.end(), std::int64_t{0});
  part.elementVertex = std::move(mesh.elements);
  part.vertices = std::move(mesh.vertices);
  part.region = std::move(mesh.region);
  part.faceGroup = std::move(mesh.faceGroup);
  part.groups = std::move(mesh.groups);
  part.totalElements = static_cast<std::int64_t>(part.elementId.size());
  part.totalVertices = static_cast<std::int64_t>(part.vertexId.size());
  return part;
}

/// Sends or receives in messages of at most chunkValues.
template <class T, class Transfer>
void inChunks(std::vector<T>& values, Transfer transfer) {
  for (std::size_t begin = 0; begin < values.size(); begin += chunkValues)
    mpiCheck(transfer(&values[begin], static_cast<int>(std::min(chunkValues, values.size() - begin)), mpiType<T>()));
}

/// The arrays of a part that travel, in the order in which they do.
template <class Visit>
void visitArrays(MeshPart& part, Visit&& visit) {
  visit(part.elementId);
  visit(part.elementVertex);
  visit(part.vertexId);
  visit(part.vertices);
  visit(part.region);
  visit(part.faceGroup);
  visit(part.level);
  visit(part.besideFiner);
}

void sendPart(MeshPart part, int rank, MPI_Comm comm) {
  visitArrays(part, [&](auto& values) {
    inChunks(values, [&](auto* data, int count, MPI_Datatype type) {
      return MPI_Send(data, count, type, rank, mpiTag::meshPartArrays, comm);
    });
  });
}

void receivePart(MeshPart& part, int sender, MPI_Comm comm) {
  visitArrays(part, [&](auto& values) {
    inChunks(values, [&](auto* data, int count, MPI_Datatype type) {
      return MPI_Recv(data, count, type, sender, mpiTag::meshPartArrays, comm, MPI_STATUS_IGNORE);
    });
  });
}

/// Numbers of elements, of vertices, and of elements with levels.
using PartSizes = std::array<std::int64_t, 3>;

PartSizes sizesOf(const MeshPart& part) {
  return {static_cast<std::int64_t>(part.region.size()), static_cast<std::int64_t>(part.vertexId.size()),
          static_cast<std::int64_t>(part.level.size())};
}

void sizeArrays(MeshPart& part, const PartSizes& sizes) {
  part.elementId.resize(sizes[0]);
  part.elementVertex.resize(4 * sizes[0]);
  part.vertexId.resize(sizes[1]);
  part.vertices.resize(3 * sizes[1]);
  part.region.resize(sizes[0]);
  part.faceGroup.resize(4 * sizes[0]);
  part.level.resize(sizes[2]);
  part.besideFiner.resize(sizes[2]);
}

std::vector<std::string> broadcastNames(MPI_Comm comm, std::vector<std::string> names) {
  std::int64_t count = static_cast<std::int64_t>(names.size());
  mpiCheck(MPI_Bcast(&count, 1, MPI_INT64_T, 0, comm));
  names.resize(static_cast<std::size_t>(count));
  for (std::string& name : names) name = broadcast(comm, name);
  return names;
}

/// `moved` of the sender becomes `mine` of the receiver. Collective, so that a lack of memory on the receiver is known
/// to all.
void movePart(MeshPart moved, int sender, int receiver, MeshPart& mine, MPI_Comm comm) {
  const int rank = mpiRank(comm);
  PartSizes sizes = sizesOf(moved);
  const auto count = static_cast<int>(sizes.size());
  if (rank == sender) mpiCheck(MPI_Send(sizes.data(), count, MPI_INT64_T, receiver, mpiTag::meshPartSizes, comm));
  if (rank == receiver)
    mpiCheck(MPI_Recv(sizes.data(), count, MPI_INT64_T, sender, mpiTag::meshPartSizes, comm, MPI_STATUS_IGNORE));
  agreeOnErrors(comm, [&] {
    if (rank == receiver) sizeArrays(mine, sizes);
  });
  if (rank == sender) sendPart(std::move(moved), receiver, comm);
  if (rank == receiver) receivePart(mine, sender, comm);
}

/// Writes the elements of a part and their vertices into the whole.
void insertPart(const MeshPart& part, GatheredMesh& whole) {
  Mesh& mesh = whole.mesh;
  for (std::size_t i = 0; i < part.elementId.size(); ++i) {
    const std::int64_t e = part.elementId[i];
    std::copy_n(&part.elementVertex[4 * i], 4, &mesh.elements[4 * e]);
    std::copy_n(&part.faceGroup[4 * i], 4, &mesh.faceGroup[4 * e]);
    mesh.region[e] = part.region[i];
    if (part.level.empty()) continue;
    whole.levels.level[e] = part.level[i];
    whole.levels.besideFiner[e] = part.besideFiner[i];
  }
  for (std::size_t i = 0; i < part.vertexId.size(); ++i)
    std::copy_n(&part.vertices[3 * i], 3, &mesh.vertices[3 * part.vertexId[i]]);
}

}  // namespace

MeshPart distributeMesh(Mesh mesh, std::vector<std::int32_t> part, MPI_Comm comm) {
  return distributeMesh(std::move(mesh), std::move(part), {}, comm);
}

MeshPart distributeMesh(Mesh mesh, std::vector<std::int32_t> part, MeshLevels levels, MPI_Comm comm) {
  const int rank = mpiRank(comm), size = mpiSize(comm);
  if (size == 1) return wholeAsPart(std::move(mesh), std::move(levels));
  ElementsByPart sorted;
  agreeOnErrors(comm, [&] {
    if (rank != 0) return;
    requireRun(static_cast<std::int64_t>(part.size()) == mesh.numElements(), "{} parts given for {} elements",
               part.size(), mesh.numElements());
    for (const std::int32_t p : part)
      requireRun(p >= 0 && p < size, "an element is assigned to part {}, but there are {} ranks", p, size);
    sorted = sortByPart(part, size);
    part = {};
  });
  MeshPart mine;
  for (int receiver = 1; receiver < size; ++receiver) {
    MeshPart extracted;
    agreeOnErrors(comm, [&] {
      if (rank == 0) extracted = extractPart(mesh, levels, sorted.of(receiver));
    });
    movePart(std::move(extracted), 0, receiver, mine, comm);
  }
  agreeOnErrors(comm, [&] {
    if (rank == 0) mine = extractPart(mesh, levels, sorted.of(0));
  });

  std::array<std::int64_t, 2> totals{mesh.numElements(), mesh.numVertices()};
  mpiCheck(MPI_Bcast(totals.data(), 2, MPI_INT64_T, 0, comm));
  mine.totalElements = totals[0];
  mine.totalVertices = totals[1];
  mine.groups.regions = broadcastNames(comm, std::move(mesh.groups.regions));
  mine.groups.surfaces = broadcastNames(comm, std::move(mesh.groups.surfaces));
  return mine;
}

GatheredMesh gatherMesh(MeshPart part, MPI_Comm comm) {
  const int rank = mpiRank(comm), size = mpiSize(comm);
  GatheredMesh whole;
  agreeOnErrors(comm, [&] {
    if (rank != 0) return;
    const auto elements = static_cast<std::size_t>(part.totalElements);
    whole.mesh.elements.resize(4 * elements);
    whole.mesh.faceGroup.resize(4 * elements);
    whole.mesh.region.resize(elements);
    whole.mesh.vertices.resize(3 * static_cast<std::size_t>(part.totalVertices));
    if (!part.level.empty()) {
      whole.levels.level.resize(elements);
      whole.levels.besideFiner.resize(elements);
    }
    whole.mesh.groups = part.groups;
    insertPart(part, whole);
  });
  for (int sender = 1; sender < size; ++sender) {
    MeshPart received;
    movePart(rank == sender ? std::move(part) : MeshPart{}, sender, 0, received, comm);
    if (rank == 0) insertPart(received, whole);
  }
  return whole;
}

}  // namespace fluxtet::partition
