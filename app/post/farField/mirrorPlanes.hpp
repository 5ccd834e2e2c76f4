// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "app/post/farField/enclosingSurface.hpp"
#include "app/post/farField/radiation.hpp"
#include "lib/base/vec3.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet::farField {

/// A plane wall, n . x = offset, that goes on without end, so that images stand for it.
struct MirrorPlane : dgtd::PlaneWall {
  bool isElectric = true;   ///< a perfect electric conductor, else a magnetic one
  bool isSymmetry = false;  ///< a plane of symmetry: behind it is the other half of the device; else a ground

  /// The image of a point, m.
  Vec3 mirrored(const Vec3& x) const { return x - 2 * (dot(normal, x) - offset) * normal; }
  /// Whether a direction, a unit vector, lies behind the plane, which is a ground: there is no field.
  bool hides(const Vec3& direction) const { return !isSymmetry && dot(normal, direction) > 1e-9; }
  /// The sign with which a current's part across the plane is in its image; the part along it has the other sign.
  double signAcross(bool electricCurrent) const { return electricCurrent == isElectric ? 1 : -1; }
};

/// Finds the planes of `symmetry` and `ground` of a far field. Collective. Throws InputError on every rank if one is
/// not flat or not pec or pmc, if the mesh lies on both sides of it, or if two of them are not at right angles.
std::vector<MirrorPlane> findMirrorPlanes(const SurfaceRequest& request, const dgtd::Discretisation& d, MPI_Comm comm);

/// Appends to the points of a surface, m, those of all their images.
void addImages(const std::vector<MirrorPlane>& planes, std::vector<Vec3>& position);
/// Appends to the currents at these points those at the images, in the same order (C. A. Balanis, Antenna Theory,
/// section 4.7): before an electric conductor the electric current's part along the plane and the magnetic one's part
/// across it change their sign, before a magnetic one the other parts do.
void addImages(const std::vector<MirrorPlane>& planes, SurfaceCurrents& currents);

}  // namespace fluxtet::farField
