// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/sources/equaliser.hpp"
#include "app/dgtd/sources/lineOfSight.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/pointLocator.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fluxtet::dgtd {

/// A smooth density that replaces the delta function of a point source (docs/theory.md, section 2.6).
struct SpreadPoint {
  double radius = 0;                  ///< m; beyond it the density is 0
  double roughness = 1;               ///< how much it excites that is not a wave: 1 in free space, 13 at a wall
  std::vector<std::int32_t> element;  ///< elements of this rank with density
  std::vector<double> density;        ///< [element][Np] nodal values, 1/m^3
  /// A plane conductor within the radius. The image has the density imageDensity, the part in front of the plane, and
  /// the moment imageOf(moment).
  std::optional<MirrorPlane> mirror;
  std::vector<double> imageDensity;  ///< [element][Np], 1/m^3; empty without a mirror
  /// Filter of the source's waveform with which the fields outside the radius are those of the point source.
  Equaliser equaliser;
};

/// Spreads the point source at `at` (m), which lies in the element `located`, over the elements nearby that have the
/// same medium and an unobstructed line to it. The integral of the density times a polynomial, of the elements' degree
/// but at most spreadDegree, is that of a spherically symmetric density: the polynomial's value at the point plus a
/// fixed multiple of its Laplacian there. This holds even if obstacles hide a part of the ball. For a wave in the
/// medium the Laplacian is -k^2 times the wave, so the error is a factor that depends on the frequency alone; the
/// equaliser compensates it. In front of a single plane conductor the ball stays complete: the part behind the plane
/// becomes the image's density. The result does not depend on the number of ranks, up to rounding. Collective.
SpreadPoint spreadPoint(const Vec3& at, const LocatedPoint& located, const SubMesh& mesh, const DgtdProblem& problem,
                        const ReferenceElement& basis, MPI_Comm comm);

/// Largest degree of the polynomials whose moments the density reproduces.
inline constexpr int spreadDegree = 3;

}  // namespace fluxtet::dgtd
