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
    const std::int32_t group = groupIndex(mesh_.groups.surfaces, name);
    std::array<double, 3> walls{};  // electric, magnetic, others
    for (const std::int32_t face : mesh_.boundaryFace) {
      if (group < 0 || mesh_.faceGroup[static_cast<std::size_t>(face)] != group) continue;
      const dgtd::FaceCondition& condition = d_.problem.conditionAt(static_cast<std::size_t>(face));
      ++walls[!isPerfect(face) ? 2 : condition == dgtd::electricWall ? 0 : condition == dgtd::magneticWall ? 1 : 2];
    }
    sumInPlace(comm_, walls);
    require(walls[2] == 0 && (walls[0] == 0 || walls[1] == 0),
            "{}: images need a perfect conductor: give the surface the boundary pec or pmc", key);
    MirrorPlane plane{dgtd::findPlaneWall(mesh_, group, size(), key, comm_)};
    plane.isElectric = walls[0] > 0;
    plane.isSymmetry = isSymmetry;
    return plane;
  }

  /// Adds a plane, unless another surface in it has been named before.
  void add(const std::string& name, bool isSymmetry, std::vector<MirrorPlane>& planes) const {
    const MirrorPlane found = find(name, isSymmetry);
    const bool isKnown = std::any_of(planes.begin(), planes.end(), [&](const MirrorPlane& plane) {
      return plane.isElectric == found.isElectric && plane.isSymmetry == found.isSymmetry &&
             dot(plane.normal, found.normal) > 1 - tolerance &&
             std::abs(plane.offset - found.offset) <= tolerance * size();
    });
    if (!isKnown) planes.push_back(found);
  }

  void requireRightAngles(const std::vector<MirrorPlane>& planes) const {
    for (std::size_t i = 0; i < planes.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        require(std::abs(dot(planes[i].normal, planes[j].normal)) <= tolerance,
                "{}: {}: planes of symmetry and ground must be at right angles to each other", request_.mark,
                request_.key);
  }

 private:
  double size() const { return norm(d_.boundingBox[1] - d_.boundingBox[0]); }
  /// Whether a boundary face has no law, or that of a metal.
  bool isPerfect(std::int32_t face) const {
    const std::int32_t index = d_.problem.lawIndex(face);
    if (index < 0) return true;
    const auto of = static_cast<std::size_t>(d_.problem.lawOfFace[static_cast<std::size_t>(index)]);
    const dgtd::FaceLaw& law = d_.problem.laws[of];
    return law.form == dgtd::FaceLaw::Form::impedance && dgtd::boundOf(law, 0) < nearlyNothing && law.growth == 0;
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
  for (const std::string& name : request.wanted.symmetry) search.add(name, true, planes);
  if (request.wanted.ground) search.add(*request.wanted.ground, false, planes);
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
