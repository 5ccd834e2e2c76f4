// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/staticEngine.hpp"

#include <span>

namespace fluxtet::statics {

/// From this share of the energy on, what rounding may change is worth a warning.
inline constexpr double roundingToWarnOf = 1e-3;

/// What rounding to single precision may have changed the energy of the solution `x` by at most, relative: 0 in double.
/// It grows with the square of the mesh's fineness and with the ratio of the materials' coefficients. Throws RunError
/// where it is a tenth or more, for such a result is worth nothing. Collective.
template <class Real>
double roundingOfSolution(const StaticEngine<Real>& engine, std::span<const Real> x, RankCoupling* coupling);

}  // namespace fluxtet::statics
