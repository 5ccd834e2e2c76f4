// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/stability.hpp"

#include "app/dgtd/setup/absorbingLayers.hpp"
#include "app/dgtd/setup/krylovSpace.hpp"
#include "app/dgtd/setup/lanczos.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fluxtet::dgtd {
namespace {

/// Number of Lanczos steps for B^2, and of the products with B that these and the start need.
constexpr int lanczosSteps = 46, lanczosProducts = 2 * lanczosSteps - 1;
/// Chebyshev filter that locates the stiffest mode: its number of products with B, and the share of the largest
/// eigenvalue above which it amplifies eigenvectors.
constexpr int filterSteps = 21;
constexpr double filterEdge = 0.98;
/// Largest r such that the half disc |z| <= r, Re z <= 0 lies in the stability region of the five-stage scheme (3.1689;
/// computed from its stability polynomial on a fine grid of angles).
constexpr double rungeKuttaRadius = 3.168;

/// Lanczos process for B^2 from the random vector, by one product with B at a time and without reorthogonalisation, as
/// only the largest eigenvalue is wanted: B x_k = beta_k x_{k+1} + beta_{k-1} x_{k-1}, x_k of norm 1 and orthogonal for
/// even and for odd k, so that T has a zero diagonal. No inner products between vectors of even and odd k are needed,
/// so a step costs one product with B and one norm. The engine holds u_k = unit beta_{k-1} x_k, not normalised.
template <class Real>
Tridiagonal lanczos(KrylovSpace<Real>& space) {
  Tridiagonal result;
  space.setRandom();
  double norm = space.norm(), normBefore = 1, largest = 0;
  for (int k = 0; k < lanczosProducts; ++k) {
    space.apply(k == 0 ? 0 : -norm / normBefore, space.unit() / norm);
    normBefore = std::exchange(norm, space.norm());
    requireRun(std::isfinite(norm),
               "the time step could not be estimated (the operator gives {} after {} products): check the mesh for "
               "degenerate elements and the materials for extreme values",
               norm, k + 1);
    largest = std::max(largest, norm);
    if (norm <= 1e-12 * largest) {
      result.exhausted = true;
      break;
    }
    result.beta.push_back(norm / space.unit());
  }
  return result;
}

/// Upper bound of lambda_max from theta, the square root of the largest Ritz value of B^2.
double upperBound(double theta, const Tridiagonal& T, double unknowns) {
  if (T.exhausted || lanczosSteps >= unknowns) return theta;
  return theta / std::sqrt(1 - shareMissed(unknowns, lanczosSteps));
}

/// The element of this rank with the most energy in the stiffest mode. The Chebyshev polynomials T_m(B / s), with s
/// just below lambda_max, amplify the modes of the random vector with eigenvalues above s and below -s, the leading one
/// by e^{m mu} / 2, cosh(mu) = lambda_max / s. In T_m + e^mu T_{m-1} those below -s cancel.
template <class Real>
StrongestElement findStrongest(KrylovSpace<Real>& space, double largest) {
  const double s = filterEdge * largest;
  space.setRandom();
  for (int m = 0; m < filterSteps; ++m) space.apply(m == 0 ? 0 : -1, (m == 0 ? 1 : 2) / s);
  return space.strongestElement(std::exp(std::acosh(largest / s)));
}

void locate(const StrongestElement& ofThisRank, const Discretisation& d, StabilityEstimate& estimate, MPI_Comm comm) {
  struct {
    double energy;
    int rank;
  } best{ofThisRank.energy, mpiRank(comm)};
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm));
  if (best.rank == mpiRank(comm)) {
    estimate.limitingElement = d.mesh.elementId[static_cast<std::size_t>(ofThisRank.element)];
    estimate.limitingCentroid = centroidOf(d.mesh, ofThisRank.element);
  }
  mpiCheck(MPI_Bcast(&estimate.limitingElement, 1, MPI_INT64_T, best.rank, comm));
  mpiCheck(MPI_Bcast(estimate.limitingCentroid.data(), 3, MPI_DOUBLE, best.rank, comm));
}

}  // namespace

bool FilterConditions::hold() const {
  return ofStep < 1 && std::all_of(ofLevel.begin(), ofLevel.end(), [](double c) { return c < 1; });
}

double FilterConditions::excess() const {
  double most = ofStep;
  for (const double c : ofLevel) most = std::max(most, std::sqrt(c));
  return most;
}

namespace {

template <class Real>
StabilityEstimate estimateIn(KrylovSpace<Real>& space, const Discretisation& d, double limit, MPI_Comm comm) {
  const Tridiagonal T = lanczos<Real>(space);
  const double largest = T.largest();
  StabilityEstimate estimate;
  estimate.spectralBound = upperBound(largest, T, static_cast<double>(d.totalDofs()));
  estimate.maxStep =
      roundDown(std::min(limit / estimate.spectralBound, longestStepOfLayers(d.problem)) / constants::c0);
  locate(findStrongest<Real>(space, largest), d, estimate, comm);
  return estimate;
}

}  // namespace

template <class Real>
StabilityEstimate estimateStability(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                    TimeScheme scheme, MPI_Comm comm) {
  KrylovSpace<Real> space(engine, exchange, d, scheme, {}, 0, comm);
  return estimateIn<Real>(space, d, scheme == TimeScheme::leapFrog ? 2.0 : rungeKuttaRadius, comm);
}

template <class Real>
StabilityEstimate estimateFiltered(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                   Refinement refinement, double step, MPI_Comm comm) {
  KrylovSpace<Real> space(engine, exchange, d, TimeScheme::leapFrog, std::move(refinement), step, comm);
  return estimateIn<Real>(space, d, 2.0, comm);
}

template <class Real>
StabilityEstimate estimateWithLaws(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                   TimeScheme scheme, MPI_Comm comm) {
  if (d.laws.none()) return estimateStability(engine, exchange, d, scheme, comm);
  engine.setFaceLaws(d.laws.at(0));  // their bounds are 0
  const StabilityEstimate without = estimateStability(engine, exchange, d, scheme, comm);
  // Bounds hold for all smaller steps too.
  const double step = std::min(without.maxStep, d.laws.maxStep());
  engine.setFaceLaws(d.laws.boundedAt(step));
  StabilityEstimate with = estimateStability(engine, exchange, d, scheme, comm);
  with.stepOfBounds = step;
  with.maxStep = std::min(with.maxStep, step);
  with.shareOfLaws = with.maxStep / without.maxStep;
  return with;
}

template <class Real>
void setLawsFor(double dt, const FaceLawSet& laws, double stepOfBounds, FieldEngine<Real>& engine) {
  if (laws.none()) return;
  const std::vector<FaceLaw> present = laws.at(dt);
  if (stepOfBounds > 0) {
    const std::vector<FaceLaw> bounded = laws.boundedAt(stepOfBounds);
    for (std::size_t i = 0; i < present.size(); ++i)
      requireRun(boundOf(present[i], constants::c0 * dt) <= bounded[i].bound,
                 "the surface impedance of a conductor cannot be approximated within the bound that the time step was "
                 "chosen for: give its boundary a narrower 'band', or a smaller time.maxStep");
  }
  engine.setFaceLaws(present);
}

std::int64_t stabilityBytes(const Discretisation& d, std::size_t bytesPerReal) {
  const int more = numEstimateArrays(d.timeLevels.count) - numFilterArrays(d.timeLevels.count);
  return (2 + more) * static_cast<std::int64_t>(d.valuesPerField() * bytesPerReal);
}

template StabilityEstimate estimateWithLaws(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&,
                                            TimeScheme, MPI_Comm);
template StabilityEstimate estimateWithLaws(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                            TimeScheme, MPI_Comm);
template void setLawsFor(double, const FaceLawSet&, double, FieldEngine<float>&);
template void setLawsFor(double, const FaceLawSet&, double, FieldEngine<double>&);
template StabilityEstimate estimateFiltered(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&,
                                            Refinement, double, MPI_Comm);
template StabilityEstimate estimateFiltered(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                            Refinement, double, MPI_Comm);
template StabilityEstimate estimateStability(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&,
                                             TimeScheme, MPI_Comm);
template StabilityEstimate estimateStability(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                             TimeScheme, MPI_Comm);

}  // namespace fluxtet::dgtd
