// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "dgtd/stability.hpp"

#include "base/constants.hpp"
#include "base/hash.hpp"
#include "base/mpi.hpp"
#include "partition/subMeshGeometry.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace fluxtet {
namespace {

constexpr int lanczosSteps = 100;
/// Steps whose Ritz vector tells where the stiffest mode lives.
constexpr int localisationSteps = 30;
constexpr double failureProbability = 1e-6;
/// Largest r such that the half disc |z| <= r, Re z <= 0 lies in the stability region of the five-stage scheme (3.1689;
/// computed from its stability polynomial on a fine grid of angles).
constexpr double rungeKuttaRadius = 3.168;

template <class Real>
using NodalValues = Eigen::Matrix<Real, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// |K| c of each element, E (c = epsilonR), then H (c = muR): the weights of the energy inner product
/// <x, y> = sum_K |K| c x^T M y, in which B is symmetric.
std::vector<double> energyWeights(const Discretisation& d) {
  std::vector<double> weights;
  for (const auto* c : {&d.problem.epsilonR, &d.problem.muR})
    for (std::size_t e = 0; e < c->size(); ++e) weights.push_back(d.problem.volume[e] * (*c)[e]);
  return weights;
}

/// The `index`-th of a stream of independent standard normal numbers, by Box and Muller's transform of hashed counters.
double normalNumber(std::uint64_t stream, std::uint64_t index) {
  constexpr double unit = 0x1p-53;
  const std::uint64_t key = hash64(stream);
  const double u = (static_cast<double>(hash64(key ^ (2 * index)) >> 11) + 0.5) * unit;
  const double v = static_cast<double>(hash64(key ^ (2 * index + 1)) >> 11) * unit;
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * constants::pi * v);
}

/// A vector whose direction is uniform on the sphere of the energy norm: x = (|K| c)^{-1/2} L^{-T} g on each element,
/// with the mass matrix M = L L^T and independent normal numbers g, drawn element by element so that they do not depend
/// on the partition.
template <class Real>
std::vector<Real> randomVector(const Discretisation& d) {
  const Eigen::Index np = d.basis.np();
  const Eigen::MatrixXd fromOrthonormal = Eigen::MatrixXd(d.basis.mass().llt().matrixL().transpose()).inverse();
  const std::vector<double> weights = energyWeights(d);
  std::vector<Real> x(2 * d.valuesPerField());
  const auto count = static_cast<std::int64_t>(weights.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t k = 0; k < count; ++k) {  // elements of E, then of H
    const std::int64_t field = k / d.mesh.numElements, element = k % d.mesh.numElements;
    const auto stream = 2 * static_cast<std::uint64_t>(d.mesh.elementId[static_cast<std::size_t>(element)]) +
                        static_cast<std::uint64_t>(field);
    NodalValues<double> g(np, 3);
    for (Eigen::Index i = 0; i < g.size(); ++i) g.data()[i] = normalNumber(stream, static_cast<std::uint64_t>(i));
    Eigen::Map<NodalValues<Real>>(&x[static_cast<std::size_t>(k * np * 3)], np, 3) =
        (fromOrthonormal * g / std::sqrt(weights[static_cast<std::size_t>(k)])).template cast<Real>();
  }
  return x;
}

struct Tridiagonal {
  double startNorm = 0;
  std::vector<double> alpha, beta;  ///< diagonal, subdiagonal
  bool exhausted = false;           ///< the Krylov space is the whole of what the start vector reaches

  /// Largest eigenvalue of the leading `size` rows, by bisection with Sturm sequences: QR iterations do not always
  /// converge where nearly equal eigenvalues have come up, and would not tell the largest then.
  double largest(std::size_t size) const {
    size = std::min(size, alpha.size());
    double low = alpha[0], high = alpha[0];
    for (std::size_t k = 0; k < size; ++k) {
      low = std::max(low, alpha[k]);
      high = std::max(high, alpha[k] + (k > 0 ? beta[k - 1] : 0) + (k + 1 < size ? beta[k] : 0));
    }
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
      const double middle = (low + high) / 2;
      (allAreBelow(middle, size) ? high : low) = middle;
    }
    return high;
  }

  /// Its eigenvector, of length 1, by inverse iteration.
  Eigen::VectorXd largestVector(std::size_t size) const {
    size = std::min(size, alpha.size());
    const auto n = static_cast<Eigen::Index>(size);
    constexpr double aside = 1e-10;  // the matrix must stay regular
    Eigen::MatrixXd shifted = Eigen::MatrixXd::Identity(n, n) * (-(1 + aside) * largest(size));
    for (Eigen::Index k = 0; k < n; ++k) shifted(k, k) += alpha[static_cast<std::size_t>(k)];
    for (Eigen::Index k = 0; k + 1 < n; ++k) shifted(k, k + 1) = shifted(k + 1, k) = beta[static_cast<std::size_t>(k)];
    const Eigen::PartialPivLU<Eigen::MatrixXd> solver(shifted);
    Eigen::VectorXd vector = Eigen::VectorXd::Ones(n);
    for (int i = 0; i < 3; ++i) vector = solver.solve(vector).normalized();
    return vector;
  }

 private:
  /// Whether all eigenvalues of the leading rows are below x: the pivots of T - x are then all negative.
  bool allAreBelow(double x, std::size_t size) const {
    double pivot = alpha[0] - x;
    for (std::size_t k = 1; k < size && pivot < 0; ++k) pivot = alpha[k] - x - beta[k - 1] * beta[k - 1] / pivot;
    return pivot < 0;
  }
};

/// The operator B and the energy inner product on the engine's vectors: x, which it holds, and k, which it keeps.
/// Outside vectors are [E][H], each [element][node][xyz].
template <class Real>
class KrylovSpace {
 public:
  KrylovSpace(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, bool withSigma, MPI_Comm comm)
      : engine_(engine), exchange_(exchange), withSigma_(withSigma), comm_(comm) {}

  void set(const std::vector<Real>& x) {
    const std::span<const Real> both(x);
    engine_.upload(Field::E, both.first(x.size() / 2));
    engine_.upload(Field::H, both.last(x.size() / 2));
  }
  void get(std::vector<Real>& x) const {
    const std::span<Real> both(x);
    engine_.download(Field::E, both.first(x.size() / 2));
    engine_.download(Field::H, both.last(x.size() / 2));
  }
  double normSquared() const { return product(false); }
  double productWithKept() const { return product(true); }

  /// k = a k + b B x.
  void apply(double a, double b) {
    for (const Field field : {Field::E, Field::H}) exchange_.start(field);
    for (const Field field : {Field::E, Field::H}) exchange_.finish(field);
    engine_.stabilityOperator(a, b, withSigma_);
  }
  void addToKept(double a) { engine_.addToKept(a); }
  void swapKept() { engine_.swapKept(); }
  void addToSum(double a) { engine_.addToSum(a); }
  void takeSum() { engine_.takeSum(); }

 private:
  double product(bool withKept) const {
    return 2 * sumOverRanks(comm_, engine_.innerProduct(Field::E, withKept) + engine_.innerProduct(Field::H, withKept));
  }

  FieldEngine<Real>& engine_;
  TraceExchange<Real>& exchange_;
  bool withSigma_;
  MPI_Comm comm_;
};

/// Lanczos from `start` without reorthogonalisation (only the largest eigenvalue is wanted). The basis vectors are
/// v_k = u_k / |u_k|; the engine, which has the fast inner product, holds u_k and keeps u_{k-1} without dividing them.
template <class Real>
Tridiagonal lanczos(KrylovSpace<Real>& space, const std::vector<Real>& start, int steps) {
  Tridiagonal result;
  space.set(start);
  double norm = std::sqrt(space.normSquared()), previousNorm = 1;
  result.startNorm = norm;
  for (int k = 0; k < steps; ++k) {
    // u_{k+1} = B v_k - beta_k v_{k-1} - alpha_k v_k, with beta_k = |u_k|; v_k does not feel v_{k-1}.
    space.apply(k == 0 ? 0 : -norm / previousNorm, 1 / norm);
    const double alpha = space.productWithKept() / norm;
    space.addToKept(-alpha / norm);
    space.swapKept();
    previousNorm = norm;
    norm = std::sqrt(space.normSquared());
    result.alpha.push_back(alpha);
    requireRun(std::isfinite(alpha) && std::isfinite(norm),
               "the time step could not be estimated (the operator gives {} at Lanczos step {}): check the mesh for "
               "degenerate elements and the materials for extreme values",
               alpha, k);
    if (norm <= 1e-12 * std::abs(alpha) || norm == 0) {
      result.exhausted = true;
      break;
    }
    result.beta.push_back(norm);
  }
  return result;
}

/// Sums the basis vectors v_k with these weights in the engine. They are made again as lanczos() made them; the norms
/// and products, which cost as much as the operator, are known.
template <class Real>
void sumBasis(KrylovSpace<Real>& space, const std::vector<Real>& start, const Tridiagonal& T,
              const Eigen::VectorXd& weights) {
  space.set(start);
  double norm = T.startNorm, previousNorm = 1;
  for (Eigen::Index k = 0; k < weights.size(); ++k) {
    space.addToSum(weights[k] / norm);
    if (k + 1 == weights.size()) break;
    space.apply(k == 0 ? 0 : -norm / previousNorm, 1 / norm);
    space.addToKept(-T.alpha[static_cast<std::size_t>(k)] / norm);
    space.swapKept();
    previousNorm = std::exchange(norm, T.beta[static_cast<std::size_t>(k)]);
  }
}

/// theta is a Ritz value of B after k steps: with probability 1 - failureProbability, lambda_max - theta <= eps
/// (lambda_max - lambda_min) with sqrt(eps) = ln(1.648 sqrt(n) / failureProbability) / (2 k - 1), and lambda_min >=
/// -lambda_max for this B.
double upperBound(double theta, const Tridiagonal& T, double unknowns) {
  if (T.exhausted || static_cast<double>(T.alpha.size()) >= unknowns) return theta;
  const double root =
      std::log(1.648 * std::sqrt(unknowns) / failureProbability) / (2.0 * static_cast<double>(T.alpha.size()) - 1.0);
  return theta / (1.0 - 2.0 * root * root);
}

/// Rounds down to a coarse grid, so that rounding in the estimate does not reach the time step.
double roundDown(double value) {
  constexpr double grid = 1e-3;
  return std::exp(std::floor(std::log(value) / grid) * grid);
}

template <class Real>
void locate(const std::vector<Real>& mode, const Discretisation& d, StabilityEstimate& estimate, MPI_Comm comm) {
  const Eigen::Index np = d.basis.np();
  const std::vector<double> weights = energyWeights(d);
  const std::size_t count = d.mesh.elementId.size();
  const auto energyOf = [&](std::size_t k) {
    const NodalValues<double> x =
        Eigen::Map<const NodalValues<Real>>(&mode[k * static_cast<std::size_t>(np * 3)], np, 3).template cast<double>();
    return weights[k] * x.cwiseProduct(d.basis.mass() * x).sum();
  };
  struct {
    double energy;
    int rank;
  } best{-1.0, mpiRank(comm)};
  std::size_t element = 0;
  for (std::size_t e = 0; e < count; ++e) {
    const double energy = energyOf(e) + energyOf(count + e);
    if (energy > best.energy) {
      best.energy = energy;
      element = e;
    }
  }
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm));
  if (best.rank == mpiRank(comm)) {
    estimate.limitingElement = d.mesh.elementId[element];
    estimate.limitingPlace = centroidOf(d.mesh, static_cast<std::int32_t>(element));
  }
  mpiCheck(MPI_Bcast(&estimate.limitingElement, 1, MPI_INT64_T, best.rank, comm));
  mpiCheck(MPI_Bcast(estimate.limitingPlace.data(), 3, MPI_DOUBLE, best.rank, comm));
}

}  // namespace

template <class Real>
StabilityEstimate estimateStability(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                    TimeScheme scheme, MPI_Comm comm) {
  // Leap-frog takes the conductivity by an average that is stable for any value; Runge-Kutta takes it explicitly.
  KrylovSpace<Real> space(engine, exchange, scheme == TimeScheme::rungeKutta, comm);
  std::vector<Real> vector = randomVector<Real>(d);
  const Tridiagonal T = lanczos<Real>(space, vector, lanczosSteps);
  StabilityEstimate estimate;
  estimate.spectralBound = upperBound(T.largest(T.alpha.size()), T, static_cast<double>(d.totalDofs()));
  const double limit = scheme == TimeScheme::leapFrog ? 2.0 : rungeKuttaRadius;
  estimate.maxStep = roundDown(limit / (constants::c0 * estimate.spectralBound));

  const Eigen::VectorXd weights = T.largestVector(localisationSteps);
  sumBasis<Real>(space, vector, T, weights);
  space.takeSum();
  space.get(vector);
  locate(vector, d, estimate, comm);
  return estimate;
}

std::int64_t stabilityBytes(const Discretisation& d, std::size_t bytesPerReal, bool engineOnHost) {
  const std::int64_t vectors =
      engineOnHost ? 3 : 1;  // the start, which becomes the mode; the engine's kept copies and sums
  return vectors * 2 * static_cast<std::int64_t>(d.valuesPerField() * bytesPerReal);
}

template StabilityEstimate estimateStability(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&,
                                             TimeScheme, MPI_Comm);
template StabilityEstimate estimateStability(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                             TimeScheme, MPI_Comm);

}  // namespace fluxtet
