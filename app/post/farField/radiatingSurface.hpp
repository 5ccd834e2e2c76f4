// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/farField/enclosingSurface.hpp"
#include "app/post/farField/mirrorPlanes.hpp"
#include "app/post/farField/surfacePoints.hpp"

#include <vector>

namespace fluxtet::farField {

/// The surface whose fields stand for all that radiates, with its points and images.
struct RadiatingSurface {
  /// Collective. Throws InputError on every rank as findEnclosingSurface() and findMirrorPlanes() do.
  RadiatingSurface(const SurfaceRequest& request, const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d,
                   MPI_Comm comm);

  EnclosingSurface surface;
  std::vector<MirrorPlane> planes;  ///< behind which images stand
  SurfacePoints points;
  std::vector<Vec3> position;  ///< of the points and then of their images, m (addImages())
  Vec3 middle{};               ///< of the box round all of these on all ranks, m
  double radius = 0;           ///< all of these lie within it of the middle, m

  /// Ratio of the impedance of the medium to that of free space, and speed of light in it, m/s.
  double relativeImpedance() const;
  double speed() const;
  /// The plane that is a ground, behind which there is no field; null if there is none.
  const MirrorPlane* ground() const;
};

}  // namespace fluxtet::farField
