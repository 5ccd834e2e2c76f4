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

namespace fluxtet {

/// A smooth density that stands for the delta function at a point (docs/theory.md, section 2.6).
struct SpreadPoint {
  double radius = 0;                  ///< m; beyond it the density is 0
  double roughness = 1;               ///< 1 in the open, 13 at a wall: how much it excites that is no wave
  std::vector<std::int32_t> element;  ///< this rank's that hold some of it
  std::vector<double> density;        ///< [element][Np] nodal values, 1/m^3
  /// A plane conductor within the radius. The image's density is what of it lies before the plane; it takes the image
  /// of the moment.
  std::optional<MirrorPlane> mirror;
  std::vector<double> imageDensity;  ///< as density; empty without a mirror
  /// What the waveform of such a source must pass for the fields outside to be those of the point.
  Equaliser equaliser;
};

/// Spreads the point `at`, which `place` locates, over the elements round it that are in sight and of the same medium.
/// Integrated against a polynomial of up to the elements' degree, but at most spreadDegree, the density gives what a
/// sphere does: the polynomial's value at the point and a multiple of its Laplacian there, the same for all, whatever
/// hides a part of the surroundings. For a wave of the medium the Laplacian is a multiple of the wave itself, by the
/// square of its wave number; so a function of the frequency alone is left, which the equaliser undoes. Before a single
/// plane conductor the sphere remains whole: what lies behind the plane comes back as that of the image.
/// The same on any number of ranks, to rounding. Collective.
SpreadPoint spreadPoint(const Vec3& at, const LocatedPoint& located, const SubMesh& mesh, const DgtdProblem& problem,
                        const ReferenceElement& basis, MPI_Comm comm);

inline constexpr int spreadDegree = 3;

}  // namespace fluxtet
