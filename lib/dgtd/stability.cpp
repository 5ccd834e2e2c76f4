// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "dgtd/stability.hpp"

#include "base/constants.hpp"
#include "base/hash.hpp"
#include "base/mpi.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

namespace fluxtet {
namespace {

constexpr int lanczosSteps = 100;
/// Steps whose Ritz vector tells where the stiffest mode lives.
constexpr int localisationSteps = 30;
constexpr double failureProbability = 1e-6;
/// Largest r such that the half disc |z| <= r, Re z <= 0 lies in the stability region of the five-stage scheme (3.1689; computed
/// from its stability polynomial on a fine grid of angles).
constexpr double rungeKuttaRadius = 3.168;

template <class Real>
using NodalValues = Eigen::Matrix<Real, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// Both fields in coordinates in which the energy inner product is the plain one: z = sqrt(|K| c) L^T x on each element, with the
/// mass matrix M = L L^T and c = epsilonR for E, muR for H.
template <class Real>
class EnergyCoordinates {
 public:
  explicit EnergyCoordinates(const Discretisation& d) : np_(d.basis.np()), numElements_(d.mesh.numElements) {
    const Eigen::MatrixXd upper = d.basis.mass().llt().matrixL().transpose();
    toOrthonormal_ = upper.cast<Real>();
    fromOrthonormal_ = upper.inverse().cast<Real>();
    for (const auto* c : {&d.problem.epsilonR, &d.problem.muR})
      for (std::size_t e = 0; e < c->size(); ++e)
        scale_.push_back(static_cast<Real>(std::sqrt(d.problem.volume[e] * (*c)[e])));
  }
  std::size_t fieldSize() const { return static_cast<std::size_t>(numElements_ * np_ * 3); }

  void toNodal(std::span<const Real> z, std::span<Real> x) const { map(fromOrthonormal_, z, x, true); }
  void toEnergy(std::span<const Real> x, std::span<Real> z) const { map(toOrthonormal_, x, z, false); }

 private:
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
  void map(const Matrix& matrix, std::span<const Real> in, std::span<Real> out, bool invertScale) const {
    const auto count = static_cast<std::int64_t>(scale_.size());
    const Eigen::Index stride = np_ * 3;
#pragma omp parallel for schedule(static)
    for (std::int64_t e = 0; e < count; ++e) {
      const Eigen::Map<const NodalValues<Real>> source(in.data() + e * stride, np_, 3);
      Eigen::Map<NodalValues<Real>> target(out.data() + e * stride, np_, 3);
      const Real s = scale_[static_cast<std::size_t>(e)];
      target.noalias() = (invertScale ? 1 / s : s) * (matrix * source);
    }
  }

  Eigen::Index np_;
  std::int64_t numElements_;
  Matrix toOrthonormal_, fromOrthonormal_;
  std::vector<Real> scale_;  ///< [2][numElements]: E, then H
};

/// Sum over ranks, in an order that does not depend on the number of threads.
template <class Real>
double dotProduct(std::span<const Real> a, std::span<const Real> b, MPI_Comm comm) {
  constexpr std::int64_t chunk = 16384;
  const auto size = static_cast<std::int64_t>(a.size());
  const std::int64_t chunks = (size + chunk - 1) / chunk;
  std::vector<double> partial(static_cast<std::size_t>(chunks));
#pragma omp parallel for schedule(static)
  for (std::int64_t c = 0; c < chunks; ++c) {
    double sum = 0;
    for (std::int64_t i = c * chunk; i < std::min(size, (c + 1) * chunk); ++i)
      sum += static_cast<double>(a[static_cast<std::size_t>(i)]) * static_cast<double>(b[static_cast<std::size_t>(i)]);
    partial[static_cast<std::size_t>(c)] = sum;
  }
  double sum = 0;
  for (const double p : partial) sum += p;
  return sumOverRanks(comm, sum);
}

template <class Real>
void addScaled(std::vector<Real>& y, double factor, const std::vector<Real>& x) {
  const auto size = static_cast<std::int64_t>(y.size());
  const Real f = static_cast<Real>(factor);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < size; ++i) y[static_cast<std::size_t>(i)] += f * x[static_cast<std::size_t>(i)];
}

/// y = B x in energy coordinates, through the engine.
template <class Real>
class StabilityOperator {
 public:
  StabilityOperator(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d, bool withSigma)
      : engine_(engine), exchange_(exchange), coordinates_(d), withSigma_(withSigma) {
    nodal_.resize(2 * coordinates_.fieldSize());
  }
  std::size_t size() const { return nodal_.size(); }

  void apply(const std::vector<Real>& x, std::vector<Real>& y) {
    const std::size_t half = coordinates_.fieldSize();
    const std::span<Real> E = std::span(nodal_).first(half), H = std::span(nodal_).last(half);
    coordinates_.toNodal(x, nodal_);
    engine_.upload(Field::E, E);
    engine_.upload(Field::H, H);
    for (const Field field : {Field::E, Field::H}) exchange_.start(field);
    for (const Field field : {Field::E, Field::H}) exchange_.finish(field);
    engine_.stabilityOperator(Field::E, withSigma_, E);
    engine_.stabilityOperator(Field::H, withSigma_, H);
    coordinates_.toEnergy(nodal_, y);
  }

 private:
  FieldEngine<Real>& engine_;
  TraceExchange<Real>& exchange_;
  EnergyCoordinates<Real> coordinates_;
  bool withSigma_;
  std::vector<Real> nodal_;
};

/// Independent normal numbers, drawn element by element so that they do not depend on the partition.
template <class Real>
std::vector<Real> randomVector(const Discretisation& d) {
  const std::size_t perElement = static_cast<std::size_t>(d.basis.np()) * 3;
  const std::size_t half = d.valuesPerField();
  std::vector<Real> x(2 * half);
  for (std::size_t e = 0; e < d.mesh.elementId.size(); ++e) {
    std::mt19937_64 generator(hash64(static_cast<std::uint64_t>(d.mesh.elementId[e])));
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < perElement; ++i) x[e * perElement + i] = static_cast<Real>(normal(generator));
    for (std::size_t i = 0; i < perElement; ++i) x[half + e * perElement + i] = static_cast<Real>(normal(generator));
  }
  return x;
}

struct Tridiagonal {
  std::vector<double> alpha, beta;  ///< diagonal, subdiagonal
  bool exhausted = false;           ///< the Krylov space is the whole of what the start vector reaches

  /// Eigenpair of the largest eigenvalue of the leading `size` rows.
  std::pair<double, Eigen::VectorXd> largest(std::size_t size) const {
    size = std::min(size, alpha.size());
    const auto n = static_cast<Eigen::Index>(size);
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(Eigen::Map<const Eigen::VectorXd>(alpha.data(), n),
                                  Eigen::Map<const Eigen::VectorXd>(beta.data(), n - 1));
    return {solver.eigenvalues()[n - 1], solver.eigenvectors().col(n - 1)};
  }
};

/// Lanczos without reorthogonalisation (only the largest eigenvalue is wanted). If `ritzWeights` is given, the basis vectors are
/// summed with these weights into `ritz`.
template <class Real>
Tridiagonal lanczos(StabilityOperator<Real>& B, const Discretisation& d, int steps, const Eigen::VectorXd* ritzWeights,
                    std::vector<Real>* ritz, MPI_Comm comm) {
  Tridiagonal result;
  std::vector<Real> v = randomVector<Real>(d), previous(B.size()), w(B.size());
  double beta = std::sqrt(dotProduct<Real>(v, v, comm));
  for (Real& value : v) value = static_cast<Real>(value / beta);
  beta = 0;
  for (int k = 0; k < steps; ++k) {
    if (ritz != nullptr && k < ritzWeights->size()) addScaled(*ritz, (*ritzWeights)[k], v);
    B.apply(v, w);
    addScaled(w, -beta, previous);
    const double alpha = dotProduct<Real>(w, v, comm);
    addScaled(w, -alpha, v);
    beta = std::sqrt(dotProduct<Real>(w, w, comm));
    result.alpha.push_back(alpha);
    requireRun(std::isfinite(alpha) && std::isfinite(beta),
               "the time step could not be estimated (the operator gives {} at Lanczos step {}): check the mesh for degenerate "
               "elements and the materials for extreme values", alpha, k);
    if (beta <= 1e-12 * std::abs(alpha) || beta == 0) {
      result.exhausted = true;
      break;
    }
    result.beta.push_back(beta);
    std::swap(previous, v);
    std::swap(v, w);
    for (Real& value : v) value = static_cast<Real>(value / beta);
  }
  return result;
}

/// theta is a Ritz value of B after k steps: with probability 1 - failureProbability, lambda_max - theta <= eps (lambda_max -
/// lambda_min) with sqrt(eps) = ln(1.648 sqrt(n) / failureProbability) / (2 k - 1), and lambda_min >= -lambda_max for this B.
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
  const std::size_t perElement = static_cast<std::size_t>(d.basis.np()) * 3;
  const std::size_t half = d.valuesPerField();
  struct {
    double energy;
    int rank;
  } best{-1.0, mpiRank(comm)};
  std::size_t element = 0;
  for (std::size_t e = 0; e < d.mesh.elementId.size(); ++e) {
    double energy = 0;
    for (std::size_t i = e * perElement; i < (e + 1) * perElement; ++i)
      energy += static_cast<double>(mode[i]) * static_cast<double>(mode[i]) +
                static_cast<double>(mode[half + i]) * static_cast<double>(mode[half + i]);
    if (energy > best.energy) {
      best.energy = energy;
      element = e;
    }
  }
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm));
  if (best.rank == mpiRank(comm)) {
    estimate.limitingElement = d.mesh.elementId[element];
    for (std::size_t i = 0; i < 12; ++i) estimate.limitingPlace[i % 3] += 0.25 * d.mesh.vertices[12 * element + i];
  }
  mpiCheck(MPI_Bcast(&estimate.limitingElement, 1, MPI_INT64_T, best.rank, comm));
  mpiCheck(MPI_Bcast(estimate.limitingPlace.data(), 3, MPI_DOUBLE, best.rank, comm));
}

}  // namespace

template <class Real>
StabilityEstimate estimateStability(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                    TimeScheme scheme, MPI_Comm comm) {
  // Leap-frog takes the conductivity by an average that is stable for any value; Runge-Kutta takes it explicitly.
  StabilityOperator<Real> B(engine, exchange, d, scheme == TimeScheme::rungeKutta);
  const Tridiagonal T = lanczos<Real>(B, d, lanczosSteps, nullptr, nullptr, comm);
  StabilityEstimate estimate;
  estimate.spectralBound = upperBound(T.largest(T.alpha.size()).first, T, static_cast<double>(d.totalDofs()));
  const double limit = scheme == TimeScheme::leapFrog ? 2.0 : rungeKuttaRadius;
  estimate.maxStep = roundDown(limit / (constants::c0 * estimate.spectralBound));

  std::vector<Real> mode(B.size());
  const Eigen::VectorXd weights = T.largest(localisationSteps).second;
  lanczos<Real>(B, d, static_cast<int>(weights.size()), &weights, &mode, comm);
  locate(mode, d, estimate, comm);
  return estimate;
}

std::int64_t stabilityBytes(const Discretisation& d, std::size_t bytesPerReal) {
  constexpr std::int64_t vectors = 5;  // v, previous, w, the nodal work vector, the mode
  return vectors * 2 * static_cast<std::int64_t>(d.valuesPerField() * bytesPerReal);
}

template StabilityEstimate estimateStability(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&,
                                             TimeScheme, MPI_Comm);
template StabilityEstimate estimateStability(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                             TimeScheme, MPI_Comm);

}  // namespace fluxtet
