// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/farField/radiatingSurface.hpp"
#include "app/post/farField/radiation.hpp"
#include "kernels/dgtd/engineParts.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::farField {

/// Delays with which samples of the fields on a surface reach distant observers, as multiples of the time between two
/// samples: first, ..., first + count - 1. They are counted from the passage of the origin, so that the nearer side has
/// negative ones.
struct Delays {
  double interval = 0;  ///< s, time between two samples
  std::int64_t first = 0;
  int count = 0;
};

/// The delays of all points of all ranks in all directions, with what the interpolation between samples takes.
/// `origin`: from which a wave comes at time 0, m. Collective.
Delays delaysOf(const RadiatingSurface& source, std::span<const Direction> directions, const Vec3& origin,
                double interval, MPI_Comm comm);

/// The terms of which the potentials of equivalent currents consist (docs/theory.md, section 5.4): a signal for each
/// direction, with the components along theta and phi of
///   integral over the surface of n x F(r', t + (r' - origin) . r / c),
/// F being Z0 H or E, in V m. Values between samples are those of the cubic polynomial through the four nearest ones.
dgtd::RetardedTerms retardedTerms(const RadiatingSurface& source, std::span<const Direction> directions,
                                  const Vec3& origin, const Delays& delays);

/// The potentials in one direction at equidistant instants, V m.
struct Potentials {
  std::vector<std::array<double, 2>> electric;  ///< [instant][theta, phi] of E
  std::vector<std::array<double, 2>> magnetic;  ///< [instant][theta, phi] of Z0 H
};

/// r E far away, V, [instant][theta, phi], at the instants of the electric potential. The magnetic one stands `lag`
/// intervals later. Before the first instant both are zero; the result ends `instantsLost` before the last one, since
/// the derivative takes instants on both sides.
std::vector<std::array<double, 2>> farFieldOf(const Potentials& potentials, double relativeImpedance, double speed,
                                              double interval, double lag);
inline constexpr std::size_t instantsLost = 3;

}  // namespace fluxtet::farField
