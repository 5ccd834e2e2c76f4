// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/solveErrors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxtet::statics {

void stopIfAsked(const std::function<bool()>& stop) {
  if (stop && stop()) throw SolveStopped();
}

void throwNotPositive(double curvature, std::int64_t iteration) {
  throw RunError(
      fmt::format("conjugate gradients break down at iteration {}: p.Ap is {:.3g}, but must be positive. Either no "
                  "boundary condition "
                  "fixes the potential of a part of the domain: prescribe it somewhere on each part; or a material is "
                  "not positive or "
                  "an element is degenerate",
                  iteration, curvature));
}

void throwUnconstrained() {
  throw RunError(
      "the static problem is singular: a constant can be added to the potential, for no boundary condition fixes it. "
      "Prescribe the potential on at least one boundary");
}

void throwBadDiagonal(std::int32_t dof, double value) {
  throw RunError(fmt::format(
      "the static problem is not positive definite: unknown {} has the diagonal entry {:.3g}. Either a material is not "
      "positive, or an element is degenerate or inverted, or the unknown belongs to no element",
      dof, value));
}

void throwStagnation(double relative, const SolveSettings& settings, bool singlePrecision) {
  throw Stagnated(fmt::format(
      "conjugate gradients stagnate: the residual stays at {:.1e} of the right-hand side, above the tolerance {:.1e}. "
      "{}",
      relative, settings.tolerance,
      singlePrecision
          ? "Single precision does not carry further: raise static.solve.tolerance or set static.precision: double"
          : "Rounding does not carry further: raise static.solve.tolerance, or look for degenerate elements and for "
            "parts of the domain where no boundary condition fixes the potential"));
}

void throwNotConverged(double relative, const SolveSettings& settings) {
  throw NotConverged(fmt::format(
      "conjugate gradients have not converged in {} iterations: the residual is {:.1e} of the right-hand side, the "
      "tolerance {:.1e}. Raise static.solve.maxIterations, or choose a stronger preconditioner",
      settings.maxIterations, relative, settings.tolerance));
}

void requireTrueResidual(double relative, double rounding, const SolveSettings& settings, bool singlePrecision) {
  const double precision =
      singlePrecision ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  const bool attainable = settings.tolerance >= leastTolerance * precision;
  const double limit = residualSlack * settings.tolerance;
  if (!(relative <= (attainable ? std::max(limit, rounding) : limit)))
    throwStagnation(relative, settings, singlePrecision);
}

std::int64_t stagnationWindow(std::int64_t numDofs) {
  return std::max<std::int64_t>(leastStagnationWindow, std::llround(2 * std::sqrt(static_cast<double>(numDofs))));
}

CgLimits limitsOf(const SolveSettings& settings, double gamma, std::int64_t numDofs) {
  return {settings.tolerance * settings.tolerance * gamma, settings.maxIterations, stagnationWindow(numDofs)};
}

void requireConvergence(const CgState& end, double gamma, const SolveSettings& settings, bool singlePrecision) {
  const auto relative = [&](double square) { return std::sqrt(std::abs(square) / gamma); };
  switch (end.status) {
    case CgState::notPositive:
      throwNotPositive(end.curvature, end.iteration);
    case CgState::stagnated:
      throwStagnation(relative(end.best), settings, singlePrecision);
    case CgState::running:
      throwNotConverged(relative(end.gamma), settings);
    default:
      return;
  }
}

}  // namespace fluxtet::statics
