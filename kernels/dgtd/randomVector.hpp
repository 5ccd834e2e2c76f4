// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The random start vector of the time step estimate (docs/theory.md, section 3.4). Its direction is uniform on the unit
// sphere of the energy norm. On each element it is x = (|K| c)^{-1/2} L^{-T} g, with c = epsilonR (E) or muR (H), the
// Cholesky factor L of the mass matrix M = L L^T of unit volume (ReferenceElement::fromOrthonormal), and independent
// standard normal numbers g, [Np][xyz]. The numbers depend only on the element's global id, the field, the node and the
// component, so that all engines and all partitions produce the same vector.
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/hash.hpp"
#include "lib/base/hostDevice.hpp"

#include <cmath>

namespace fluxtet::dgtd {

/// Returns the number of the random stream that belongs to a field of an element.
FLUXTET_HOST_DEVICE std::uint64_t normalStream(std::int64_t elementId, Field field) {
  return 2 * static_cast<std::uint64_t>(elementId) + static_cast<std::uint64_t>(field);
}

/// Returns standard normal number `index` = 3 node + component of a stream, by the Box-Muller transform of two hashed
/// counters.
FLUXTET_HOST_DEVICE double normalNumber(std::uint64_t stream, std::uint64_t index) {
  constexpr double unit = 0x1p-53;
  const std::uint64_t key = hash64(stream);
  const double u = (static_cast<double>(hash64(key ^ (2 * index)) >> 11) + 0.5) * unit;
  const double v = static_cast<double>(hash64(key ^ (2 * index + 1)) >> 11) * unit;
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * constants::pi * v);
}

}  // namespace fluxtet::dgtd
