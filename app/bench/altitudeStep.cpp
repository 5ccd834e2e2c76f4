// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/altitudeStep.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxtet::bench {
namespace {

/// Minimum over this rank's elements of altitude * sqrt(epsilonR muR), m. Altitude f is 1 / |grad lambda_f|.
double smallestAltitude(const dgtd::DgtdProblem& problem) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t e = 0; e < problem.volume.size(); ++e) {
    const double slowness = std::sqrt(problem.epsilonR[e] * problem.muR[e]);
    Vec3 zeroth{};
    double steepest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double* g = &problem.gradient[9 * e + 3 * i];
      for (std::size_t c = 0; c < 3; ++c) zeroth[c] -= g[c];
      steepest = std::max(steepest, std::hypot(g[0], g[1], g[2]));
    }
    steepest = std::max(steepest, std::hypot(zeroth[0], zeroth[1], zeroth[2]));
    smallest = std::min(smallest, slowness / steepest);
  }
  return smallest;
}

}  // namespace

double altitudeStep(const dgtd::Discretisation& d, MPI_Comm comm) {
  const double order = d.basis.order();
  return minOverRanks(comm, smallestAltitude(d.problem)) / (order * order);
}

}  // namespace fluxtet::bench
