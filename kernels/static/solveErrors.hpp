// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/conjugateGradients.hpp"
#include "kernels/static/staticEngine.hpp"
#include "lib/base/error.hpp"

#include <cstdint>
#include <limits>

/// What goes wrong while conjugate gradients run, in the same words on CPU and GPU. `relative` is the residual of the
/// stop test, sqrt((r, M^-1 r) / (b, M^-1 b)).
namespace fluxtet::statics {

/// The true residual at the end may exceed the tolerance by this factor, for CG follows its residual by recursion, and
/// rounding parts the two. More is stagnation.
inline constexpr double residualSlack = 100;
/// CG's residual does not fall steadily. It stagnates if it has no new minimum for this many iterations, or for twice
/// the root of the number of unknowns where that is more: twice the time in which an influence crosses a square mesh.
inline constexpr std::int64_t leastStagnationWindow = 2000;
/// `numDofs`: of all ranks.
std::int64_t stagnationWindow(std::int64_t numDofs);

/// A row whose unknown has no prescribed neighbour maps a constant potential to rounding alone, a few times the
/// precision of its diagonal entry; one with such a neighbour to a good part of that entry. This part of it lies
/// between.
template <class Real>
inline constexpr double rowSumNoise = 1024.0 * std::numeric_limits<Real>::epsilon();

/// maxIterations have been used up, and nothing else is wrong.
class NotConverged : public RunError {
 public:
  using RunError::RunError;
};

/// Rounding carries no further than above the tolerance.
class Stagnated : public RunError {
 public:
  using RunError::RunError;
};

/// SolveSettings::stop said so; nothing is wrong.
class SolveStopped : public Error {
 public:
  SolveStopped() : Error(ExitCode::stopped, "the solution was stopped") {}
};

/// p.Ap of a direction is not positive, or not a number.
[[noreturn]] void throwNotPositive(double curvature, std::int64_t iteration);
/// The operator maps a constant potential to zero.
[[noreturn]] void throwUnconstrained();
/// A row of the operator has no positive diagonal entry.
[[noreturn]] void throwBadDiagonal(std::int32_t dof, double value);
/// Throws Stagnated.
[[noreturn]] void throwStagnation(double relative, const SolveSettings& settings, bool singlePrecision);
/// Throws NotConverged.
[[noreturn]] void throwNotConverged(double relative, const SolveSettings& settings);
/// When a run of conjugate gradients ends that starts at `gamma` = (b, M^-1 b). `numDofs`: of all ranks.
CgLimits limitsOf(const SolveSettings& settings, double gamma, std::int64_t numDofs);
/// Throws the error that says why a run that started at `gamma` ended without convergence; nothing if it converged.
void requireConvergence(const CgState& end, double gamma, const SolveSettings& settings, bool singlePrecision);

/// Tolerances below so many roundings are asked for in vain, and never passed over in silence.
inline constexpr double leastTolerance = 8;
/// Throws if the residual computed anew at the end is further above the tolerance than residualSlack and, for
/// tolerances that the precision allows for, than `rounding` (rounding.hpp, relative as the residual is), below which
/// none comes.
void requireTrueResidual(double relative, double rounding, const SolveSettings& settings, bool singlePrecision);

}  // namespace fluxtet::statics
