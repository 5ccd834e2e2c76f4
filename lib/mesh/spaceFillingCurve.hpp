// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// Bits per axis of the Hilbert curve's grid: three axes fill 63 bits of a key.
inline constexpr int hilbertBits = 21;
/// The same for two axes: 44 bits of a key, which a radix sort takes in four passes.
inline constexpr int hilbertPlaneBits = 22;

/// Place along the three-dimensional Hilbert curve of a grid point with coordinates in 0..2^21-1 (J. Skilling,
/// "Programming the Hilbert curve", AIP Conf. Proc. 707, 2004). Points that follow each other on the curve are
/// neighbours on the grid.
std::uint64_t hilbertKey(std::uint32_t x, std::uint32_t y, std::uint32_t z);

/// The same along the plane curve, coordinates in 0..2^22-1.
std::uint64_t hilbertPlaneKey(std::uint32_t x, std::uint32_t y);

/// Order in which to visit `points` [n][dimension] (2 or 3) so that near points come near in the order: result[k] is
/// the point visited k-th. The curve fills the points' bounding square or cube; points of equal key keep their order.
std::vector<std::int32_t> hilbertOrder(std::span<const double> points, int dimension = 3);

}  // namespace fluxtet
