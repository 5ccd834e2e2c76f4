// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <mpi.h>

namespace fluxtet {

/// The largest stable time step and what limits it.
struct StabilityEstimate {
  double spectralBound = 0;           ///< upper bound of lambda_max(B), 1/m, in normalised time c0 t
  double maxStep = 0;                 ///< s; the scheme's stability limit (cfl = 1)
  std::int64_t limitingElement = -1;  ///< global id of the element with the largest share of the stiffest mode
  Vec3 limitingCentroid{};            ///< its centroid, m
};

/// Bounds lambda_max of the symmetric operator B = [[C_H, S^T], [S, C_E]] (KrylovVectors::apply;
/// docs/theory.md, "Time step") by Lanczos for B^2 from a random vector, with the error bound of Kuczynski and
/// Wozniakowski (SIAM J. Matrix Anal. Appl. 13, 1992, 1094-1122) at probability 1e-5. Leap-frog is stable up to 2 /
/// lambda_max, Runge-Kutta up to the radius of the half disc inside its stability region. The result does not depend on
/// the number of ranks: it is rounded down to a grid of relative width 1e-3. All bulk work is the engine's; no field
/// comes out of it or goes into it. Collective. Overwrites the engine's fields.
template <class Real>
StabilityEstimate estimateStability(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                    const Discretisation& discretisation, TimeScheme scheme, MPI_Comm comm);

/// Bytes that the estimate takes on this rank while it runs, in the memory of the engine: its kept fields.
std::int64_t stabilityBytes(const Discretisation& discretisation, std::size_t bytesPerReal);

}  // namespace fluxtet
