// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/elementSet.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"
#include "partition/exchange/haloExchange.hpp"

#include <algorithm>
#include <cstddef>

namespace fluxtet::dgtd {

ElementSet::ElementSet(const SubMesh& mesh, MPI_Comm comm)
    : mesh_(&mesh),
      comm_(comm),
      has_(static_cast<std::size_t>(mesh.numElements), 0),
      acrossHalo_(mesh.halo.sendFace.size(), 0) {}

void ElementSet::exchange() {
  HaloExchange<double> exchange(mesh_->halo, 1, mpiTag::elementMarks, comm_);
  const auto send = exchange.sendBuffer();
  for (std::size_t k = 0; k < mesh_->halo.sendFace.size(); ++k) send[k] = has(mesh_->halo.sendFace[k] / 4) ? 1 : 0;
  exchange.start();
  exchange.finish();
  const auto received = exchange.receiveBuffer();
  acrossHalo_.assign(received.begin(), received.end());
}

bool ElementSet::hasAcross(std::int32_t face) const {
  const auto f = static_cast<std::size_t>(face);
  const std::int32_t link = mesh_->faceLink[f];
  return mesh_->faceKind[f] == FaceKind::halo ? acrossHalo_[static_cast<std::size_t>(link)] != 0 : has(link / 4);
}

void ElementSet::growUpTo(std::int32_t surface) {
  std::vector<std::int32_t> reached;
  for (std::int32_t e = 0; e < mesh_->numElements; ++e)
    if (has(e)) reached.push_back(e);
  const auto reach = [&](std::int32_t element) {
    if (has(element)) return;
    insert(element);
    reached.push_back(element);
  };
  do {
    while (!reached.empty()) {
      const std::int32_t element = reached.back();
      reached.pop_back();
      for (std::int32_t face = 4 * element; face < 4 * element + 4; ++face) {
        const auto f = static_cast<std::size_t>(face);
        if (mesh_->faceKind[f] == FaceKind::interior && mesh_->faceGroup[f] != surface) reach(mesh_->faceLink[f] / 4);
      }
    }
    exchange();
    for (std::size_t f = 0; f < mesh_->faceKind.size(); ++f)
      if (mesh_->faceKind[f] == FaceKind::halo && mesh_->faceGroup[f] != surface &&
          acrossHalo_[static_cast<std::size_t>(mesh_->faceLink[f])] != 0)
        reach(static_cast<std::int32_t>(f / 4));
  } while (maxOverRanks(comm_, static_cast<std::int64_t>(reached.size())) > 0);
}

void ElementSet::complement() {
  for (char& has : has_) has = has == 0 ? 1 : 0;
  exchange();
}

std::vector<std::int32_t> ElementSet::sides() const {
  std::vector<std::int32_t> found;
  for (std::int32_t face = 0; face < 4 * mesh_->numElements; ++face)
    if (mesh_->faceKind[static_cast<std::size_t>(face)] != FaceKind::boundary && has(face / 4) != hasAcross(face))
      found.push_back(face);
  return found;
}

std::vector<std::int32_t> ElementSet::sidesOf(bool inside) const {
  std::vector<std::int32_t> found = sides();
  std::erase_if(found, [&](std::int32_t face) { return has(face / 4) != inside; });
  return found;
}

namespace {

/// Returns the number of edges between each vertex, [4 * element + vertex], and the nearest of the marked ones, at most
/// `most`. Collective.
std::vector<int> edgesToMarked(const SubMesh& mesh, const std::vector<bool>& isMarked, int most, MPI_Comm comm) {
  std::vector<std::int64_t> ids(mesh.elementVertex);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::vector<std::int32_t> vertex(mesh.elementVertex.size());
  for (std::size_t i = 0; i < vertex.size(); ++i)
    vertex[i] =
        static_cast<std::int32_t>(std::lower_bound(ids.begin(), ids.end(), mesh.elementVertex[i]) - ids.begin());
  std::vector<int> edges(ids.size(), most);
  bool changed = false;
  const auto edgesOf = [&](std::size_t elementVertex) -> int& {
    return edges[static_cast<std::size_t>(vertex[elementVertex])];
  };
  const auto lower = [&](std::size_t elementVertex, int to) {
    if (to >= edgesOf(elementVertex)) return;
    edgesOf(elementVertex) = to;
    changed = true;
  };
  for (std::size_t i = 0; i < isMarked.size(); ++i)
    if (isMarked[i]) lower(i, 0);

  HaloExchange<double> exchange(mesh.halo, 3, mpiTag::elementMarks, comm);
  // The vertices of a face, in the order that both of its elements share.
  const auto visitFaceVertices = [&](const auto& use) {
    for (std::size_t k = 0; k < mesh.halo.sendFace.size(); ++k)
      for (int v = 0, i = 0; v < 4; ++v)
        if (v != mesh.halo.sendFace[k] % 4)
          use(3 * k + static_cast<std::size_t>(i++),
              4 * static_cast<std::size_t>(mesh.halo.sendFace[k] / 4) + static_cast<std::size_t>(v));
  };
  do {
    changed = false;
    for (std::size_t e = 0; e < vertex.size(); e += 4) {
      int least = most;
      for (std::size_t i = e; i < e + 4; ++i) least = std::min(least, edgesOf(i));
      for (std::size_t i = e; i < e + 4; ++i) lower(i, least + 1);
    }
    const auto send = exchange.sendBuffer();
    visitFaceVertices([&](std::size_t at, std::size_t elementVertex) { send[at] = edgesOf(elementVertex); });
    exchange.start();
    exchange.finish();
    const auto received = exchange.receiveBuffer();
    visitFaceVertices(
        [&](std::size_t at, std::size_t elementVertex) { lower(elementVertex, static_cast<int>(received[at])); });
  } while (maxOverRanks(comm, std::int64_t{changed}) > 0);
  std::vector<int> result(vertex.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = edgesOf(i);
  return result;
}

}  // namespace

ElementSet elementsAtDistance(const SubMesh& mesh, const std::vector<bool>& isMarked, const EdgeRange& edges,
                              MPI_Comm comm) {
  const bool isBounded = edges.most < std::numeric_limits<int>::max();
  const std::vector<int> away = edgesToMarked(mesh, isMarked, isBounded ? edges.most + 1 : edges.least, comm);
  ElementSet set(mesh, comm);
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    const auto first = away.begin() + 4 * static_cast<std::ptrdiff_t>(e);
    if (std::all_of(first, first + 4, [&](int n) { return n >= edges.least && n <= edges.most; })) set.insert(e);
  }
  set.exchange();
  return set;
}

}  // namespace fluxtet::dgtd
