// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/buildSubMesh.hpp"

#include "lib/base/mpi.hpp"
#include "lib/mesh/clusters.hpp"
#include "lib/mesh/spaceFillingCurve.hpp"
#include "partition/clusterOrder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

namespace fluxtet::partition {

namespace {

using Roles = std::vector<SurfaceRole>;

// The texts are made where the fault is certain: describing every face would take longer than linking it.

[[noreturn]] void throwUntagged(const MeshPart& part, std::int32_t side) {
  throw InputError(
      fmt::format("outer {} belongs to no surface group (its surface was not tagged, or the elements on its two "
                  "sides do not share their vertices): add it to a physical surface, or re-mesh so that the mesh "
                  "conforms",
                  describeFace(part, side)));
}

[[noreturn]] void throwNoCondition(const MeshPart& part, std::int32_t side) {
  throw InputError(fmt::format("outer {} has no boundary condition: give surface `{}` one under `boundaries`",
                               describeFace(part, side), part.groups.surfaces[part.faceGroup[side]]));
}

void requireRole(const MeshPart& part, std::int32_t side, SurfaceRole role) {
  if (part.faceGroup[side] < 0) throwUntagged(part, side);
  if (role == SurfaceRole::none) throwNoCondition(part, side);
}

std::vector<FaceKind> faceKinds(const MeshPart& part, const FaceMatch& match, const Roles& roles, int rank) {
  std::vector<FaceKind> kind(match.rank.size());
  for (std::int32_t side = 0; side < static_cast<std::int32_t>(kind.size()); ++side) {
    const std::int32_t group = part.faceGroup[side];
    const SurfaceRole role = group < 0 ? SurfaceRole::none : roles[group];
    if (match.isOuter(side)) requireRole(part, side, role);
    if (match.isOuter(side) || role != SurfaceRole::none) {
      kind[side] = FaceKind::boundary;
    } else {
      kind[side] = match.rank[side] == rank ? FaceKind::interior : FaceKind::halo;
    }
  }
  return kind;
}

/// Refuses inner faces of surfaces that may only be part of the hull. Collective.
void refuseHullInside(const MeshPart& part, const FaceMatch& match, const Roles& roles, MPI_Comm comm) {
  std::vector<std::int32_t> inside;
  agreeOnErrors(comm, [&] {
    requireRun(roles.size() == part.groups.surfaces.size(), "{} roles given for {} surface groups", roles.size(),
               part.groups.surfaces.size());
    for (std::int32_t side = 0; side < static_cast<std::int32_t>(match.rank.size()); ++side)
      if (const std::int32_t group = part.faceGroup[side];
          group >= 0 && !match.isOuter(side) && roles[group] == SurfaceRole::hull)
        inside.push_back(side);
  });
  const std::int64_t sides = sumOverRanks(comm, static_cast<std::int64_t>(inside.size()));
  agreeOnErrors(comm, [&] {
    if (inside.empty()) return;
    throw InputError(fmt::format(
        "{} has elements on both sides, but its surface absorbs ({} such faces in all): only outer faces can absorb; "
        "take the inner ones out of the group (in Gmsh: Physical Surface(\"{}\") = "
        "Abs(CombinedBoundary{{ Volume{{:}}; }});), or choose pec or pmc, which make a thin sheet of them",
        describeFace(part, inside.front()), sides / 2, part.groups.surfaces[part.faceGroup[inside.front()]]));
  });
}

/// Computing order: place k holds the part's element order[k]; the first numInterior are the interior.
struct ComputingOrder {
  std::vector<std::int32_t> order;
  std::int32_t numInterior = 0;
};

/// The part's elements along the Hilbert curve of their centroids. `vertex` as in FaceMatch.
std::vector<std::int32_t> alongCurve(const MeshPart& part, const std::vector<std::int64_t>& vertex) {
  std::vector<double> centroids(3 * part.region.size());
#pragma omp parallel for schedule(static)
  for (std::int32_t e = 0; e < part.numElements(); ++e)
    for (int a = 0; a < 3; ++a) {
      double sum = 0;
      for (int v = 0; v < 4; ++v) sum += part.vertices[3 * vertex[4 * e + v] + a];
      centroids[3 * e + a] = 0.25 * sum;
    }
  return hilbertOrder(centroids);
}

/// What elements have in common that stand together: levels of refinement in time from the highest down, of each level
/// those beside a higher one first; then kinds that cost more, those of more bits, so that a launch ends with clusters
/// that cost least.
std::uint32_t groupOf(const MeshPart& part, std::int32_t element) {
  const auto e = static_cast<std::size_t>(element);
  const std::uint32_t kind = part.kind.empty() ? 0 : part.kind[e];
  const std::uint32_t place = (8 - static_cast<std::uint32_t>(std::popcount(kind))) << 8 | kind;
  if (part.level.empty()) return place;
  return (0xffu - part.level[e]) << 24 | (part.besideFiner[e] != 0 ? 0u : 1u) << 16 | place;
}

/// The group of each element. Where the elements of higher levels and those beside them do not fill their last cluster,
/// plain elements next to them join, so that this cluster has none that cost more.
std::vector<std::uint32_t> groupsOf(const MeshPart& part, const FaceMatch& match, std::span<const FaceKind> kind,
                                    const std::vector<std::int32_t>& curve) {
  std::vector<std::uint32_t> group(curve.size());
  for (const std::int32_t e : curve) group[e] = groupOf(part, e);
  if (part.level.empty()) return group;
  const auto isPlain = [&](std::int32_t e) {
    return part.level[e] == 0 && part.besideFiner[e] == 0 && (part.kind.empty() || part.kind[e] == 0);
  };
  std::vector<std::int32_t> near;
  for (const std::int32_t e : curve)
    if (part.level[e] > 0 || part.besideFiner[e] != 0) near.push_back(e);
  for (std::size_t i = 0; i < near.size() && near.size() % elementsPerCluster != 0; ++i)
    for (std::int32_t side = 4 * near[i]; side < 4 * near[i] + 4; ++side) {
      if (kind[side] != FaceKind::interior || near.size() % elementsPerCluster == 0) continue;
      const std::int32_t across = match.side[side] / 4;
      if (!isPlain(across) || group[across] != groupOf(part, across)) continue;
      group[across] &= ~(1u << 16);  // as if it were beside one of a higher level
      near.push_back(across);
    }
  return group;
}

/// The part's elements in clusters along the curve, by groups in ascending order; faces that are no interior ones, or
/// lie between two groups, do not count as shared.
std::vector<std::int32_t> inClusters(const MeshPart& part, const FaceMatch& match, std::span<const FaceKind> kind) {
  std::vector<std::int32_t> curve = alongCurve(part, match.vertex);
  const std::vector<std::uint32_t> groups = groupsOf(part, match, kind, curve);
  std::stable_sort(curve.begin(), curve.end(), [&](auto a, auto b) { return groups[a] < groups[b]; });
  std::vector<std::int32_t> place(curve.size());
  for (std::size_t k = 0; k < curve.size(); ++k) place[curve[k]] = static_cast<std::int32_t>(k);
  std::vector<std::int32_t> neighbour(4 * curve.size(), -1);
  for (std::size_t k = 0; k < neighbour.size(); ++k) {
    const std::size_t side = 4 * static_cast<std::size_t>(curve[k / 4]) + k % 4;
    if (kind[side] != FaceKind::interior) continue;
    const std::int32_t across = match.side[side] / 4;
    if (groups[curve[k / 4]] == groups[across]) neighbour[k] = place[across];
  }
  std::vector<std::uint32_t> group;
  group.reserve(curve.size());
  for (const std::int32_t e : curve) group.push_back(groups[e]);
  std::vector<std::int32_t> order;
  order.reserve(curve.size());
  for (const std::int32_t k : clusterOrder(neighbour, group, elementsPerCluster)) order.push_back(curve[k]);
  return order;
}

/// Whole clusters, those that touch another rank last. To take only the elements that touch it would make flat
/// clusters, with two to three times the faces that lead out.
ComputingOrder computingOrder(const MeshPart& part, const FaceMatch& match, std::span<const FaceKind> kind) {
  const std::vector<std::int32_t> elements = inClusters(part, match, kind);
  const auto touchesRank = [&](std::int32_t e) {
    const auto faces = kind.subspan(4 * static_cast<std::size_t>(e), 4);
    return std::find(faces.begin(), faces.end(), FaceKind::halo) != faces.end();
  };
  ComputingOrder result;
  result.order.reserve(elements.size());
  std::vector<std::int32_t> border;
  for (std::size_t first = 0; first < elements.size(); first += elementsPerCluster) {
    const std::size_t count = std::min<std::size_t>(elementsPerCluster, elements.size() - first);
    const auto cluster = std::span(elements).subspan(first, count);
    auto& group = std::any_of(cluster.begin(), cluster.end(), touchesRank) ? border : result.order;
    group.insert(group.end(), cluster.begin(), cluster.end());
  }
  result.numInterior = static_cast<std::int32_t>(result.order.size());
  result.order.insert(result.order.end(), border.begin(), border.end());
  return result;
}

/// The part's data in computing order; faces not linked yet.
SubMesh orderedElements(const MeshPart& part, const FaceMatch& match, std::span<const FaceKind> kind,
                        const ComputingOrder& computing) {
  SubMesh mesh;
  mesh.numElements = part.numElements();
  mesh.numInterior = computing.numInterior;
  mesh.groups = part.groups;
  mesh.totalElements = part.totalElements;
  mesh.totalVertices = part.totalVertices;
  const std::size_t n = part.region.size();
  mesh.elementId.resize(n);
  mesh.region.resize(n);
  mesh.level.resize(part.level.size());
  mesh.elementVertex.resize(4 * n);
  mesh.faceGroup.resize(4 * n);
  mesh.faceKind.resize(4 * n);
  mesh.vertices.resize(12 * n);
#pragma omp parallel for schedule(static)
  for (std::size_t k = 0; k < n; ++k) {
    const std::int32_t e = computing.order[k];
    mesh.elementId[k] = part.elementId[e];
    mesh.region[k] = part.region[e];
    if (!part.level.empty()) mesh.level[k] = part.level[e];
    for (std::size_t f = 0; f < 4; ++f) {
      const std::size_t to = 4 * k + f, from = 4 * static_cast<std::size_t>(e) + f;
      mesh.elementVertex[to] = match.classOf(part.elementVertex[from]);
      mesh.faceGroup[to] = part.faceGroup[from];
      mesh.faceKind[to] = kind[from];
      std::copy_n(&part.vertices[3 * match.vertex[from]], 3, &mesh.vertices[3 * to]);
    }
  }
  return mesh;
}

/// Name of a face that both of its elements know.
std::array<std::int64_t, 3> keyOf(const MeshPart& part, const FaceMatch& match, std::int32_t side) {
  const auto onSeam = match.seamKey.find(side);
  return onSeam == match.seamKey.end() ? faceKey(part, side) : onSeam->second;
}

/// A halo face before it has its number. Both ranks sort by the face's global name, so they number common faces alike.
struct HaloFace {
  std::int32_t neighbour;
  std::array<std::int64_t, 3> key;
  std::int32_t side;  ///< in computing order
  bool operator<(const HaloFace& other) const {
    return neighbour != other.neighbour ? neighbour < other.neighbour : key < other.key;
  }
};

HaloPlan makeHaloPlan(std::vector<HaloFace> faces, std::vector<std::int32_t>& faceLink) {
  std::sort(faces.begin(), faces.end());
  HaloPlan plan;
  for (const HaloFace& face : faces) {
    if (plan.neighbour.empty() || plan.neighbour.back() != face.neighbour) {
      plan.neighbour.push_back(face.neighbour);
      plan.offset.push_back(plan.numFaces());
    }
    faceLink[face.side] = plan.numFaces();
    plan.sendFace.push_back(face.side);
  }
  plan.offset.push_back(plan.numFaces());
  return plan;
}

void linkFaces(const MeshPart& part, const FaceMatch& match, const ComputingOrder& computing, SubMesh& mesh) {
  std::vector<std::int32_t> place(computing.order.size());
  for (std::size_t k = 0; k < place.size(); ++k) place[computing.order[k]] = static_cast<std::int32_t>(k);
  mesh.faceLink.assign(mesh.faceKind.size(), -1);
  std::vector<HaloFace> haloFaces;
  for (std::int32_t side = 0; side < static_cast<std::int32_t>(mesh.faceKind.size()); ++side) {
    const std::int32_t partSide = 4 * computing.order[side / 4] + side % 4;
    switch (mesh.faceKind[side]) {
      case FaceKind::interior: {
        const std::int32_t across = match.side[partSide];
        mesh.faceLink[side] = 4 * place[across / 4] + across % 4;
        break;
      }
      case FaceKind::halo:
        haloFaces.push_back({match.rank[partSide], keyOf(part, match, partSide), side});
        break;
      case FaceKind::boundary:
        mesh.faceLink[side] = static_cast<std::int32_t>(mesh.boundaryFace.size());
        mesh.boundaryFace.push_back(side);
        break;
    }
  }
  mesh.halo = makeHaloPlan(std::move(haloFaces), mesh.faceLink);
}

}  // namespace

SubMesh buildSubMesh(const MeshPart& part, const FaceMatch& match, const Roles& roles, MPI_Comm comm) {
  refuseHullInside(part, match, roles, comm);
  SubMesh mesh;
  agreeOnErrors(comm, [&] {
    const std::vector<FaceKind> kind = faceKinds(part, match, roles, mpiRank(comm));
    const ComputingOrder computing = computingOrder(part, match, kind);
    mesh = orderedElements(part, match, kind, computing);
    linkFaces(part, match, computing, mesh);
  });
  return mesh;
}

SubMesh buildSubMesh(const MeshPart& part, const Roles& roles, MPI_Comm comm) {
  return buildSubMesh(part, matchFaces(part, comm), roles, comm);
}

std::vector<std::int32_t> outerSurfaceGroups(const MeshPart& part, const FaceMatch& match, MPI_Comm comm) {
  std::vector<std::uint8_t> isOuter(part.groups.surfaces.size(), 0);
  agreeOnErrors(comm, [&] {
    for (std::int32_t side = 0; side < static_cast<std::int32_t>(match.rank.size()); ++side) {
      if (!match.isOuter(side)) continue;
      if (part.faceGroup[side] < 0) throwUntagged(part, side);
      isOuter[part.faceGroup[side]] = 1;
    }
  });
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, isOuter.data(), static_cast<int>(isOuter.size()), MPI_UINT8_T, MPI_MAX, comm));
  std::vector<std::int32_t> groups;
  for (std::size_t g = 0; g < isOuter.size(); ++g)
    if (isOuter[g]) groups.push_back(static_cast<std::int32_t>(g));
  return groups;
}

}  // namespace fluxtet::partition
