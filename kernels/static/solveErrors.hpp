// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/conjugateGradients.hpp"
#include "kernels/static/staticEngine.hpp"
#include "lib/base/error.hpp"

#include <cstdint>
#include <limits>

/// Errors of conjugate gradients, with the same messages on CPU and GPU. `relative` is the residual of the stop test,
/// sqrt((r, M^-1 r) / (b, M^-1 b)).
namespace fluxtet::statics {

/// The true residual at the end may exceed the tolerance by this factor, for CG follows its residual by recursion, and
/// rounding parts the two. More is stagnation.
inline constexpr double residualSlack = 100;
/// CG's residual does not fall steadily. It stagnates if it has no new minimum for this many iterations, or for twice
/// the root of the number of unknowns where that is more: twice the time in which an influence crosses a square mesh.
inline constexpr std::int64_t leastStagnationWindow = 2000;
/// Number of iterations without a new minimum that are stagnation. `numDofs`: of all ranks.
std::int64_t stagnationWindow(std::int64_t numDofs);

/// A row whose unknown has no prescribed neighbour maps a constant potential to rounding alone, a few times the
/// precision of its diagonal entry; one with such a neighbour to a good part of that entry. This part of it lies
/// between.
template <class Real>
inline constexpr double rowSumNoise = 1024.0 * std::numeric_limits<Real>::epsilon();

/// The run ends at maxIterations, and nothing else is wrong.
class NotConverged : public RunError {
 public:
  using RunError::RunError;
};

/// Rounding keeps the residual above the tolerance.
class Stagnated : public RunError {
 public:
  using RunError::RunError;
};

/// SolveSettings::stop ends the run; nothing is wrong.
class SolveStopped : public Error {
 public:
  SolveStopped() : Error(ExitCode::stopped, "the solution was stopped") {}
};

/// Throws RunError: `curvature` = p.Ap of a direction is not positive, or not a number.
[[noreturn]] void throwNotPositive(double curvature, std::int64_t iteration);
/// Throws RunError: the operator maps a constant potential to zero.
[[noreturn]] void throwUnconstrained();
/// Throws RunError: row `dof` of the operator has the diagonal entry `value`, which is not positive.
[[noreturn]] void throwBadDiagonal(std::int32_t dof, double value);
/// Throws Stagnated; `relative`: the residual of the stop test.
[[noreturn]] void throwStagnation(double relative, const SolveSettings& settings, bool singlePrecision);
/// Throws NotConverged; `relative`: the residual of the stop test.
[[noreturn]] void throwNotConverged(double relative, const SolveSettings& settings);
/// Limits of a run of conjugate gradients that starts at `gamma` = (b, M^-1 b). `numDofs`: of all ranks.
CgLimits limitsOf(const SolveSettings& settings, double gamma, std::int64_t numDofs);
/// Throws RunError, Stagnated or NotConverged, as the state at the end of a run says that started at `gamma` = (b, M^-1
/// b); nothing if it converged.
void requireConvergence(const CgState& end, double gamma, const SolveSettings& settings, bool singlePrecision);

/// Least tolerance that the precision allows for, in machine epsilons. A lower one cannot be reached; a residual above
/// residualSlack times it is then an error, however much of it is rounding.
inline constexpr double leastTolerance = 8;
/// Throws Stagnated if `relative`, the residual of the stop test computed anew at the end, exceeds residualSlack times
/// the tolerance. Where the precision allows for the tolerance (leastTolerance), the residual may also reach `rounding`
/// (rounding.hpp, relative as well), below which no residual comes.
void requireTrueResidual(double relative, double rounding, const SolveSettings& settings, bool singlePrecision);

}  // namespace fluxtet::statics
