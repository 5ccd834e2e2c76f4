// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/symmetryPlanes.hpp"

#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fluxtet::dgtd {
namespace {

/// Deviations of a plane from flatness and of two from right angles, relative to the size of the mesh and to 1.
constexpr double tolerance = 1e-6;

}  // namespace

PlaneWall findPlaneWall(const SubMesh& mesh, std::int32_t group, double size, const std::string& key, MPI_Comm comm) {
  std::array<double, 7> sums{};  // area times normal, area times the middle, area
  const auto visitFaces = [&](const auto& use) {
    for (const std::int32_t face : mesh.boundaryFace)
      if (group >= 0 && mesh.faceGroup[static_cast<std::size_t>(face)] == group) use(face);
  };
  visitFaces([&](std::int32_t face) {
    const auto corner = cornersOf(mesh, face);
    const Vec3 middle = (1.0 / 3) * (corner[0] + corner[1] + corner[2]), vector = outwardAreaOf(mesh, face);
    for (std::size_t c = 0; c < 3; ++c) {
      sums[c] += vector[c];
      sums[3 + c] += norm(vector) * middle[c];
    }
    sums[6] += norm(vector);
  });
  sumInPlace(comm, sums);
  const double area = sums[6];
  require(area > 0, "{}: the surface has no outer faces: name a wall of the mesh", key);
  const char* notFlat = "{}: the surface is not flat, and images stand for a plane wall only: name its flat part";
  const Vec3 sum{sums[0], sums[1], sums[2]};
  require(norm(sum) > (1 - tolerance) * area, fmt::runtime(notFlat), key);
  PlaneWall plane{normalised(sum), 0};
  plane.offset = dot(plane.normal, (1 / area) * Vec3{sums[3], sums[4], sums[5]});

  double off = 0, beyond = 0;
  const auto distance = [&](const Vec3& x) { return dot(plane.normal, x) - plane.offset; };
  visitFaces([&](std::int32_t face) {
    for (const Vec3& x : cornersOf(mesh, face)) off = std::max(off, std::abs(distance(x)));
  });
  for (std::int32_t e = 0; e < mesh.numElements; ++e)
    for (int v = 0; v < 4; ++v) beyond = std::max(beyond, distance(vertexOf(mesh, e, v)));
  require(maxOverRanks(comm, off) <= tolerance * size, fmt::runtime(notFlat), key);
  require(maxOverRanks(comm, beyond) <= tolerance * size,
          "{}: the mesh lies on both sides of the surface's plane, where images belong: cut the mesh there", key);
  return plane;
}

std::vector<SymmetryPlane> findSymmetryPlanes(const DgtdCase& theCase, const SubMesh& mesh, double size,
                                              MPI_Comm comm) {
  std::vector<SymmetryPlane> planes;
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    if (boundary.symmetry == Symmetry::none) continue;
    const std::string key = fmt::format("{}: boundaries.{}.symmetry", toString(boundary.mark), boundary.surface);
    const std::int32_t group = groupIndex(mesh.groups.surfaces, boundary.surface);
    const bool isElectric = boundary.symmetry == Symmetry::electric;
    const PlaneWall wall = findPlaneWall(mesh, group, size, key, comm);
    const auto same = std::find_if(planes.begin(), planes.end(), [&](const SymmetryPlane& plane) {
      return dot(plane.normal, wall.normal) > 1 - tolerance && std::abs(plane.offset - wall.offset) <= tolerance * size;
    });
    if (same != planes.end()) {
      require(same->isElectric == isElectric,
              "{}: '{}' lies in the same plane but has the other symmetry: fields are even or odd about all of a plane",
              key, mesh.groups.surfaces[static_cast<std::size_t>(same->groups.front())]);
      same->groups.push_back(group);
      continue;
    }
    for (const SymmetryPlane& plane : planes)
      require(std::abs(dot(plane.normal, wall.normal)) <= tolerance,
              "{}: planes of symmetry must be at right angles to each other, but '{}' is not", key,
              mesh.groups.surfaces[static_cast<std::size_t>(plane.groups.front())]);
    planes.push_back({wall, isElectric, {group}});
  }
  return planes;
}

}  // namespace fluxtet::dgtd
