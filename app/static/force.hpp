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

/// The stress tensor T = D E - 1/2 D.E (B H - 1/2 B.H), averaged over the layer of elements around the region: F = -int
/// T grad g, with g = 1 on the region's vertices and 0 on all others, linear in between. This is a weighted mean of the
/// surface integrals of T over all surfaces in the layer, and far less sensitive to the mesh than one of them. Where
/// the region reaches the outer boundary, that part of its surface is left out: forceCut() tells what remains.
/// `values`: [numNodes] potential; `density`: [regions] of the sources, C/m^3 or A/m^2; `region`: its index; `about`:
/// the point of the torque, m.
RegionForce regionForce(const StaticModel& model, std::span<const double> values, std::span<const double> density,
                        int region, const Vec3& about);

/// Balance of the forces of a solution. With g = 1 on one vertex, -int T grad g is the force on it. The forces on all
/// vertices add up to zero. Those on free vertices, where the field has nothing to act on, vanish with the exact
/// solution. N and N m, in a plane as in RegionForce.
struct ForceBalance {
  Vec3 reaction{}, reactionTorque{};  ///< on all but the region and the free vertices: minus the force on the region
  Vec3 error{}, torqueError{};        ///< on the free vertices next to the region: estimates what the mesh makes of it
  double stress = 0;                  ///< N, of the region
  bool isBridged = false;  ///< elements at the region reach another body, so that the estimate lacks their share
};
/// Balance of the force on a region. Arguments are those of regionForce(): `values` [numNodes], `density` [regions],
/// `region` its index, `about` m.
ForceBalance forceBalance(const StaticModel& model, std::span<const double> values, std::span<const double> density,
                          int region, const Vec3& about);

/// Throws InputError if no element lies around the region, so that no surface encloses it in the mesh.
void requireSurroundings(const StaticModel& model, const ForceQuantity& wanted);

/// The boundary on which the region stands without being all of it: a conductor (electrostatic) or pole
/// (scalarMagnetic) that goes on beyond the region, so that its charge at the region counts as the region's. Null:
/// none.
const StaticBoundary* boundaryBeneath(const StaticModel& model, const ForceQuantity& wanted);
/// Logs a warning if there is one.
void warnOfBoundaryBeneath(const StaticModel& model, const ForceQuantity& wanted);

}  // namespace fluxtet::statics
