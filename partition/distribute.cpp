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

MeshPart extractPart(const Mesh& mesh, std::span<const std::int64_t> elements) {
  MeshPart part;
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
MeshPart wholeAsPart(Mesh mesh) {
  MeshPart part;
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
}

void sendPart(MeshPart part, int rank, MPI_Comm comm) {
  visitArrays(part, [&](auto& values) {
    inChunks(values, [&](auto* data, int count, MPI_Datatype type) {
      return MPI_Send(data, count, type, rank, mpiTag::meshPartArrays, comm);
    });
  });
}

void receivePart(MeshPart& part, MPI_Comm comm) {
  visitArrays(part, [&](auto& values) {
    inChunks(values, [&](auto* data, int count, MPI_Datatype type) {
      return MPI_Recv(data, count, type, 0, mpiTag::meshPartArrays, comm, MPI_STATUS_IGNORE);
    });
  });
}

void sizeArrays(MeshPart& part, std::int64_t elements, std::int64_t vertices) {
  part.elementId.resize(elements);
  part.elementVertex.resize(4 * elements);
  part.vertexId.resize(vertices);
  part.vertices.resize(3 * vertices);
  part.region.resize(elements);
  part.faceGroup.resize(4 * elements);
}

std::vector<std::string> broadcastNames(MPI_Comm comm, std::vector<std::string> names) {
  std::int64_t count = static_cast<std::int64_t>(names.size());
  mpiCheck(MPI_Bcast(&count, 1, MPI_INT64_T, 0, comm));
  names.resize(static_cast<std::size_t>(count));
  for (std::string& name : names) name = broadcast(comm, name);
  return names;
}

/// One rank's part goes from rank 0 to `receiver`. Collective, so that a lack of memory on either is known to all.
void movePart(const Mesh& mesh, std::span<const std::int64_t> elements, int receiver, MeshPart& mine, MPI_Comm comm) {
  const int rank = mpiRank(comm);
  MeshPart extracted;
  agreeOnErrors(comm, [&] {
    if (rank == 0) extracted = extractPart(mesh, elements);
  });
  std::array<std::int64_t, 2> sizes{static_cast<std::int64_t>(extracted.region.size()),
                                    static_cast<std::int64_t>(extracted.vertexId.size())};
  if (rank == 0) mpiCheck(MPI_Send(sizes.data(), 2, MPI_INT64_T, receiver, mpiTag::meshPartSizes, comm));
  if (rank == receiver)
    mpiCheck(MPI_Recv(sizes.data(), 2, MPI_INT64_T, 0, mpiTag::meshPartSizes, comm, MPI_STATUS_IGNORE));
  agreeOnErrors(comm, [&] {
    if (rank == receiver) sizeArrays(mine, sizes[0], sizes[1]);
  });
  if (rank == 0) sendPart(std::move(extracted), receiver, comm);
  if (rank == receiver) receivePart(mine, comm);
}

}  // namespace

MeshPart distributeMesh(Mesh mesh, std::vector<std::int32_t> part, MPI_Comm comm) {
  const int rank = mpiRank(comm), size = mpiSize(comm);
  if (size == 1) return wholeAsPart(std::move(mesh));
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
  for (int receiver = 1; receiver < size; ++receiver)
    movePart(mesh, rank == 0 ? sorted.of(receiver) : std::span<const std::int64_t>{}, receiver, mine, comm);
  agreeOnErrors(comm, [&] {
    if (rank == 0) mine = extractPart(mesh, sorted.of(0));
  });

  std::array<std::int64_t, 2> totals{mesh.numElements(), mesh.numVertices()};
  mpiCheck(MPI_Bcast(totals.data(), 2, MPI_INT64_T, 0, comm));
  mine.totalElements = totals[0];
  mine.totalVertices = totals[1];
  mine.groups.regions = broadcastNames(comm, std::move(mesh.groups.regions));
  mine.groups.surfaces = broadcastNames(comm, std::move(mesh.groups.surfaces));
  return mine;
}

}  // namespace fluxtet::partition
