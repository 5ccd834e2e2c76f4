// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <mpi.h>

#include <functional>
#include <vector>

namespace fluxtet::dgtd {

/// The conditions under which leap-frog with local time steps is stable (docs/theory.md, section 3.13), as upper bounds
/// with a probability of 1 - 1e-5 each.
struct FilterConditions {
  /// [level - 1] theta_l step_l^2 lambda_max(P_l S G_{l+1} S^T P_l), which has to be below 1
  std::vector<double> ofLevel;
  double ofStep = 0;  ///< step lambda_max(B') / 2, which has to be below 1

  bool hold() const;
  /// By how much the step would have to be divided, were the conditions those of an unfiltered step.
  double excess() const;
};

/// Estimate of the largest stable time step.
struct StabilityEstimate {
  double spectralBound = 0;           ///< upper bound of lambda_max(B), 1/m, in normalised time c0 t
  double maxStep = 0;                 ///< s, stability limit of the scheme (cfl = 1)
  std::int64_t limitingElement = -1;  ///< global id of the element with the largest share of the stiffest mode
  Vec3 limitingCentroid{};            ///< m, centroid of that element
  double stepOfBounds = 0;            ///< s, the longest step for which the bounds of walls and sheets hold
  FilterConditions conditions{};      ///< of the step `testedStep`, with local time steps
  double testedStep = 0;              ///< s
  double shareOfLaws = 1;             ///< maxStep over what it would be without walls and sheets (FaceLawSet)
};

/// Bounds lambda_max of the symmetric operator B = [[C_H, S^T], [S, C_E]] (KrylovVectors::apply;
/// docs/theory.md, "Time step") by Lanczos for B^2 from a random vector, with the error bound of Kuczynski and
/// Wozniakowski (SIAM J. Matrix Anal. Appl. 13, 1992, 1094-1122) at a failure probability of 1e-5. Leap-frog is stable
/// up to c0 dt = 2 / lambda_max, Runge-Kutta up to r / lambda_max with the radius r of the half disc inside its
/// stability region. The result is rounded down to a grid of relative width 1e-3, so that it does not depend on the
/// number of ranks. The engine does all work on fields; no field is copied from or to it. Collective. Overwrites the
/// engine's fields.
template <class Real>
StabilityEstimate estimateStability(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                    const Discretisation& discretisation, TimeScheme scheme, MPI_Comm comm);

/// Upper bound of lambda_max of the operator B' of leap-frog with local time steps (KrylovSpace), 1/m, and the element
/// with the largest share of its stiffest mode. `step`: c0 dt, m, of the filter. Overwrites the engine's fields.
/// Collective.
template <class Real>
StabilityEstimate estimateFiltered(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                   Refinement refinement, double step, MPI_Comm comm);

/// The same for a problem with walls and sheets, whose laws it hands to the engine with their bounds: one estimate
/// without them says up to what step bounds are needed, another one is made with these.
template <class Real>
StabilityEstimate estimateWithLaws(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                   const Discretisation& discretisation, TimeScheme scheme, MPI_Comm comm);
/// Hands the laws for steps of `dt`, s, to the engine. Throws RunError if the bounds that the estimate of the time step
/// was made with (StabilityEstimate::stepOfBounds; 0: there was none, on a restart) do not hold for them.
template <class Real>
void setLawsFor(double dt, const FaceLawSet& laws, double stepOfBounds, FieldEngine<Real>& engine);

/// Memory that the engine needs on this rank during the estimate, for its kept fields and, with levels, the
/// vectors beside the filter's arrays, bytes. `bytesPerReal`: 4 or 8.
std::int64_t stabilityBytes(const Discretisation& discretisation, std::size_t bytesPerReal);

}  // namespace fluxtet::dgtd
