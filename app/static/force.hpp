// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/model.hpp"

#include <span>

namespace fluxtet::statics {

/// Force on a region, and torque about a point.
struct RegionForce {
  Vec3 force{};       ///< N (N/m in a plane); only z where axisymmetric, as (0, F_z, 0) in (r, z)
  Vec3 torque{};      ///< N m (N in a plane, about the axis z through the point; nothing where axisymmetric)
  double stress = 0;  ///< N: the sizes of the parts that add up to the force
  /// The elements around the region have one material, no magnet and no source: no other force counts in.
  bool isAlone = true;
};

/// The stress tensor T = D E - 1/2 D.E (B H - 1/2 B.H), averaged over the layer of elements around the region:
/// F = -int T grad g, with g = 1 on the region's vertices and 0 on all others, linear in between. That is the
/// surface integral of T over every surface in the layer, weighted, and far less sensitive to the mesh than over one.
/// Where the region reaches the outer boundary, that part of its surface is left out: forceCut() tells what remains.
/// `density`: [regions], sources.
RegionForce regionForce(const StaticModel& model, std::span<const double> values, std::span<const double> density,
                        int region, const Vec3& about);

/// How far the forces of a solution balance. With g = 1 on one vertex, -int T grad g is the force on it; the forces on
/// all vertices add up to nothing, and those on free vertices, on which nothing is that the field could act on, would
/// vanish with the exact solution.
struct ForceBalance {
  Vec3 reaction{}, reactionTorque{};  ///< on all but the region and the free vertices: minus the force on the region
  Vec3 error{}, torqueError{};        ///< on the free vertices next to the region: estimates what the mesh makes of it
  double stress = 0;                  ///< N, of the region
  bool isBridged = false;  ///< elements at the region reach another body, so that the estimate lacks their share
};
/// Arguments as of regionForce().
ForceBalance forceBalance(const StaticModel& model, std::span<const double> values, std::span<const double> density,
                          int region, const Vec3& about);

/// Throws InputError if no element lies round the region, so that no surface can be drawn round it.
void requireSurroundings(const StaticModel& model, const ForceQuantity& wanted);

/// The boundary on which the region stands without being all of it: a conductor (electrostatic) or pole
/// (scalarMagnetic) that goes on beyond the region, so that its charge at the region counts as the region's. Null:
/// none.
const StaticBoundary* boundaryBeneath(const StaticModel& model, const ForceQuantity& wanted);
/// Logs a warning if there is one.
void warnOfBoundaryBeneath(const StaticModel& model, const ForceQuantity& wanted);

}  // namespace fluxtet::statics
