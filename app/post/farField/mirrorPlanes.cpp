// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/mirrorPlanes.hpp"

#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace fluxtet::farField {
namespace {

/// Deviations of a plane from flatness and of two from right angles, relative to the size of the mesh and to 1.
constexpr double tolerance = 1e-6;

/// Impedance of a wall, relative to vacuum, up to which images stand for it: metal reflects all but some per cent.
constexpr double nearlyNothing = 0.02;

class PlaneSearch {
 public:
  PlaneSearch(const SurfaceRequest& request, const dgtd::Discretisation& d, MPI_Comm comm)
      : request_(request), d_(d), mesh_(d.mesh), comm_(comm) {}

  MirrorPlane find(const std::string& name, bool isSymmetry) const {
    const std::string key =
        fmt::format("{}: {}.{}: '{}'", request_.mark, request_.key, isSymmetry ? "symmetry" : "ground", name);
    const std::vector<std::int32_t> faces = facesOf(groupIndex(mesh_.groups.surfaces, name));
    std::array<double, 6> sums{};  // area times normal, area times the middle
    double area = 0;
    std::array<std::int64_t, 3> walls{};  // electric, magnetic, others
    for (const std::int32_t face : faces) {
      const dgtd::FaceCondition& condition = d_.problem.conditionAt(static_cast<std::size_t>(face));
      ++walls[!isPerfect(face) ? 2 : condition == dgtd::electricWall ? 0 : condition == dgtd::magneticWall ? 1 : 2];
      const auto corner = cornersOf(mesh_, face);
      const Vec3 middle = (1.0 / 3) * (corner[0] + corner[1] + corner[2]), vector = outwardAreaOf(mesh_, face);
      area += norm(vector);
      for (std::size_t c = 0; c < 3; ++c) {
        sums[c] += vector[c];
        sums[3 + c] += norm(vector) * middle[c];
      }
    }
    for (double& sum : sums) sum = sumOverRanks(comm_, sum);
    for (std::int64_t& count : walls) count = sumOverRanks(comm_, count);
    area = sumOverRanks(comm_, area);
    require(walls[0] + walls[1] + walls[2] > 0, "{}: the surface has no outer faces: name a wall of the mesh", key);
    require(walls[2] == 0 && (walls[0] == 0 || walls[1] == 0),
            "{}: images need a perfect conductor: give the surface the boundary pec or pmc", key);

    MirrorPlane plane;
    plane.isElectric = walls[0] > 0;
    plane.isSymmetry = isSymmetry;
    const Vec3 sum{sums[0], sums[1], sums[2]};
    require(norm(sum) > (1 - tolerance) * area,
            "{}: the surface is not flat, and images stand for a plane wall only: name its flat part", key);
    plane.normal = normalised(sum);
    plane.offset = dot(plane.normal, Vec3{sums[3] / area, sums[4] / area, sums[5] / area});
    double off = 0, beyond = 0;
    const auto distance = [&](const Vec3& x) { return dot(plane.normal, x) - plane.offset; };
    for (const std::int32_t face : faces)
      for (const Vec3& x : cornersOf(mesh_, face)) off = std::max(off, std::abs(distance(x)));
    for (std::int32_t e = 0; e < mesh_.numElements; ++e)
      for (int v = 0; v < 4; ++v) beyond = std::max(beyond, distance(vertexOf(mesh_, e, v)));
    const double size = norm(d_.boundingBox[1] - d_.boundingBox[0]);
    require(maxOverRanks(comm_, off) <= tolerance * size,
            "{}: the surface is not flat, and images stand for a plane wall only: name its flat part", key);
    require(maxOverRanks(comm_, beyond) <= tolerance * size,
            "{}: the mesh lies on both sides of the surface's plane, where images belong: cut the mesh there", key);
    return plane;
  }

  void requireRightAngles(const std::vector<MirrorPlane>& planes) const {
    for (std::size_t i = 0; i < planes.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        require(std::abs(dot(planes[i].normal, planes[j].normal)) <= tolerance,
                "{}: {}: planes of symmetry and ground must be at right angles to each other", request_.mark,
                request_.key);
  }

 private:
  /// Whether a boundary face has no law, or that of a metal.
  bool isPerfect(std::int32_t face) const {
    const std::int32_t index = d_.problem.lawIndex(face);
    if (index < 0) return true;
    const auto of = static_cast<std::size_t>(d_.problem.lawOfFace[static_cast<std::size_t>(index)]);
    const dgtd::FaceLaw& law = d_.problem.laws[of];
    return law.form == dgtd::FaceLaw::Form::impedance && dgtd::boundOf(law, 0) < nearlyNothing && law.growth == 0;
  }

  /// The outer faces of a group, 4 * element + face.
  std::vector<std::int32_t> facesOf(std::int32_t group) const {
    std::vector<std::int32_t> faces;
    for (const std::int32_t face : mesh_.boundaryFace)
      if (group >= 0 && mesh_.faceGroup[static_cast<std::size_t>(face)] == group) faces.push_back(face);
    return faces;
  }

  const SurfaceRequest& request_;
  const dgtd::Discretisation& d_;
  const SubMesh& mesh_;
  MPI_Comm comm_;
};

}  // namespace

std::vector<MirrorPlane> findMirrorPlanes(const SurfaceRequest& request, const dgtd::Discretisation& d, MPI_Comm comm) {
  const PlaneSearch search(request, d, comm);
  std::vector<MirrorPlane> planes;
  for (const std::string& name : request.wanted.symmetry) planes.push_back(search.find(name, true));
  if (request.wanted.ground) planes.push_back(search.find(*request.wanted.ground, false));
  search.requireRightAngles(planes);
  return planes;
}

void addImages(const std::vector<MirrorPlane>& planes, std::vector<Vec3>& position) {
  for (const MirrorPlane& plane : planes) {
    const std::size_t count = position.size();
    for (std::size_t i = 0; i < count; ++i) position.push_back(plane.mirrored(position[i]));
  }
}

void addImages(const std::vector<MirrorPlane>& planes, SurfaceCurrents& currents) {
  using Complex3 = std::array<std::complex<double>, 3>;
  for (const MirrorPlane& plane : planes) {
    // `sign`: of the part across the plane; the part along it gets the other one.
    const auto mirror = [&](std::vector<Complex3>& current, double sign) {
      const std::size_t count = current.size();
      for (std::size_t i = 0; i < count; ++i) {
        const Complex3 v = current[i];
        const auto across = plane.normal[0] * v[0] + plane.normal[1] * v[1] + plane.normal[2] * v[2];
        Complex3 image{};
        for (std::size_t c = 0; c < 3; ++c) image[c] = sign * (2 * plane.normal[c] * across - v[c]);
        current.push_back(image);
      }
    };
    mirror(currents.electric, plane.signAcross(true));
    mirror(currents.magnetic, plane.signAcross(false));
  }
}

}  // namespace fluxtet::farField
