// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/stability.hpp"

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
constexpr double failureProbability = 1e-5;
/// Largest r such that the half disc |z| <= r, Re z <= 0 lies in the stability region of the five-stage scheme (3.1689;
/// computed from its stability polynomial on a fine grid of angles).
constexpr double rungeKuttaRadius = 3.168;

/// The operator B and the energy inner product on the vectors x and k that the engine keeps.
template <class Real>
class KrylovSpace {
 public:
  KrylovSpace(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d, TimeScheme scheme,
              MPI_Comm comm)
      // Leap-frog averages the conduction current over the step, which is stable for any value; Runge-Kutta is
      // explicit.
      : engine_(engine), exchange_(exchange), d_(d), withSigma_(scheme == TimeScheme::rungeKutta), comm_(comm) {}

  void setRandom() { engine_.krylov().setRandom(d_.mesh.elementId); }
  double norm() const { return std::sqrt(2 * sumOverRanks(comm_, engine_.energies().total())); }
  /// (x, k) = (a k + b B x, x).
  void apply(double a, double b) {
    for (const Field field : {Field::E, Field::H}) exchange_.start(field);
    for (const Field field : {Field::E, Field::H}) exchange_.finish(field);
    engine_.krylov().apply(a, b, withSigma_);
  }
  StrongestElement strongestElement(double a) { return engine_.krylov().strongestElement(a); }

 private:
  FieldEngine<Real>& engine_;
  TraceExchange<Real>& exchange_;
  const Discretisation& d_;
  bool withSigma_;
  MPI_Comm comm_;
};

/// The matrix T of the recurrence B x_k = beta_k x_{k+1} + beta_{k-1} x_{k-1}, x_k of norm 1 and orthogonal for even
/// and for odd k: tridiagonal, with zero diagonal and off-diagonal entries beta.
struct Tridiagonal {
  std::vector<double> beta;
  bool exhausted = false;  ///< the Krylov space is invariant under B

  /// Largest eigenvalue, by bisection with Sturm sequences. QR iterations do not always converge if eigenvalues are
  /// nearly equal.
  double largest() const {
    double low = 0, high = 0, before = 0;
    for (const double b : beta) high = std::max(high, std::exchange(before, b) + b);
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
      const double middle = (low + high) / 2;
      (allAreBelow(middle) ? high : low) = middle;
    }
    return high;
  }

 private:
  /// Whether all eigenvalues are below x, that is, all pivots of T - x are negative.
  bool allAreBelow(double x) const {
    double pivot = -x;
    for (std::size_t k = 0; k < beta.size() && pivot < 0; ++k) pivot = -x - beta[k] * beta[k] / pivot;
    return pivot < 0;
  }
};

/// Lanczos process for B^2 from the random vector, by one product with B at a time and without reorthogonalisation, as
/// only the largest eigenvalue is wanted. No inner products between vectors of even and odd k are needed, so a step
/// costs one product with B and one norm. The engine holds u_k = beta_{k-1} x_k, not normalised.
template <class Real>
Tridiagonal lanczos(KrylovSpace<Real>& space) {
  Tridiagonal result;
  space.setRandom();
  double norm = space.norm(), normBefore = 1, largest = 0;
  for (int k = 0; k < lanczosProducts; ++k) {
    space.apply(k == 0 ? 0 : -norm / normBefore, 1 / norm);
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
    result.beta.push_back(norm);
  }
  return result;
}

/// Upper bound of lambda_max from theta, the square root of the largest Ritz value of B^2 after k steps. With
/// probability 1 - failureProbability, lambda_max^2 - theta^2 <= eps lambda_max^2 with sqrt(eps) = ln(1.648 sqrt(n) /
/// failureProbability) / (2 k - 1).
double upperBound(double theta, const Tridiagonal& T, double unknowns) {
  if (T.exhausted || lanczosSteps >= unknowns) return theta;
  const double root = std::log(1.648 * std::sqrt(unknowns) / failureProbability) / lanczosProducts;
  return theta / std::sqrt(1 - root * root);
}

/// Rounds down to a coarse grid, so that rounding errors of the estimate do not change the time step.
double roundDown(double value) {
  constexpr double grid = 1e-3;
  return std::exp(std::floor(std::log(value) / grid) * grid);
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

template <class Real>
StabilityEstimate estimateStability(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                    TimeScheme scheme, MPI_Comm comm) {
  KrylovSpace<Real> space(engine, exchange, d, scheme, comm);
  const Tridiagonal T = lanczos<Real>(space);
  const double largest = T.largest();
  StabilityEstimate estimate;
  estimate.spectralBound = upperBound(largest, T, static_cast<double>(d.totalDofs()));
  const double limit = scheme == TimeScheme::leapFrog ? 2.0 : rungeKuttaRadius;
  estimate.maxStep = roundDown(limit / (constants::c0 * estimate.spectralBound));
  locate(findStrongest<Real>(space, largest), d, estimate, comm);
  return estimate;
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
  return 2 * static_cast<std::int64_t>(d.valuesPerField() * bytesPerReal);
}

template StabilityEstimate estimateWithLaws(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&,
                                            TimeScheme, MPI_Comm);
template StabilityEstimate estimateWithLaws(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                            TimeScheme, MPI_Comm);
template void setLawsFor(double, const FaceLawSet&, double, FieldEngine<float>&);
template void setLawsFor(double, const FaceLawSet&, double, FieldEngine<double>&);
template StabilityEstimate estimateStability(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&,
                                             TimeScheme, MPI_Comm);
template StabilityEstimate estimateStability(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                             TimeScheme, MPI_Comm);

}  // namespace fluxtet::dgtd
