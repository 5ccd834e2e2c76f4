// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/staticEngine.hpp"

#include <span>

namespace fluxtet::statics {

/// Relative change of the energy by rounding from which a warning is worth while.
inline constexpr double roundingToWarnOf = 1e-3;

/// Largest relative change of the energy that rounding to single precision may make in the solution `x` [numDofs]; 0 in
/// double. It grows with the square of the mesh's fineness and with the ratio of the materials' coefficients. Throws
/// RunError where it is a tenth or more, as such a result is worth nothing. `coupling`: null on one rank. Collective.
template <class Real>
double roundingOfSolution(const StaticEngine<Real>& engine, std::span<const Real> x, RankCoupling* coupling);

}  // namespace fluxtet::statics
