// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/filteredStability.hpp"

#include "app/dgtd/levels/levelElements.hpp"
#include "app/dgtd/setup/filteredSpace.hpp"
#include "app/dgtd/setup/lanczos.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"

#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace fluxtet::dgtd {
namespace {

/// Lanczos steps for the operator of a level: at most, and between two looks at what they give. Conditions of levels
/// within others come as near to 1 as 1.185 / 1.215, so that the bound has to be sharper than that in the end.
constexpr int mostSteps = 160, stepsBetween = 8;

/// The operator K = theta_l Delta_l^2 P_l S G_{l+1} S^T P_l of a level, with the material coefficients, on vectors of E
/// that are zero outside of P_l; symmetric and positive semidefinite in the inner product of the energy. Both are taken
/// in units of the step, so that curl-curls of vectors of norm 1 are numbers of single precision in meshes of any size.
/// S^T Filter(l + 1, v) = G_{l+1} S^T v.
template <class Real>
class LevelOperator {
 public:
  LevelOperator(FilteredSpace<Real>& space, int level) : space_(space), level_(level) {}

  /// v <- K v, where v may have values outside of P_l, in clusters of its elements.
  void apply(ArrayId v) {
    space_.filter(level_ + 1, v);
    // Into another array: the curl-curl of v replaces it.
    space_.curlCurl(level_, v, space_.weight(level_), scratch());
    add(scratch(), v, 1, true);
  }
  void add(ArrayId source, ArrayId out, double weight, bool fromZero) {
    space_.add(level_, source, out, weight, fromZero);
  }
  double product(ArrayId a, ArrayId b) const { return space_.product(level_, a, b) / space_.unitOfProduct(); }
  /// What makes random values, of norm 1 in each element, values of about 1.
  double scaleOfRandom() const { return std::sqrt(space_.unitOfProduct()); }

 private:
  /// The filter of the finer levels does not use it.
  ArrayId scratch() const {
    const std::vector<ArrayId>& arrays = space_.arrays().correction;
    return arrays[std::min(static_cast<std::size_t>(level_), arrays.size()) - 1];
  }

  FilteredSpace<Real>& space_;
  int level_;
};

/// Whether Lanczos may end: the bound is sharp enough to say that the eigenvalues are below 1, or some is not.
bool isDecided(const Tridiagonal& T, double unknowns, double& bound) {
  const double theta = T.largest();
  const auto steps = static_cast<int>(T.alpha.size());
  const double share = shareMissed(unknowns, steps);
  const bool isExact = T.exhausted || steps >= unknowns;
  if (isExact || theta >= 1) {
    bound = theta;
    return true;
  }
  bound = share < 1 ? theta / (1 - share) : 1;
  return bound < 1;
}

/// Upper bound of the largest eigenvalue, from the random vector in `start`; a bound of 1 or more may be far from
/// sharp. `vectors`: three arrays that are zero outside of P_l.
template <class Real>
double largestOf(LevelOperator<Real>& K, ArrayId start, std::array<ArrayId, 3> vectors, double unknowns) {
  auto [before, present, next] = vectors;
  // The vector K x of a random one is as good a start and is zero outside of P_l.
  K.add(start, present, K.scaleOfRandom(), true);
  K.apply(present);
  double norm = std::sqrt(K.product(present, present)), bound = 0, largestNorm = norm;
  if (norm == 0) return 0;
  K.add(present, present, 1 / norm, true);
  Tridiagonal T;
  for (int k = 1; k <= mostSteps; ++k) {
    K.add(present, next, 1, true);
    K.apply(next);
    if (k > 1) K.add(before, next, -T.beta.back(), false);
    T.alpha.push_back(K.product(present, next));
    K.add(present, next, -T.alpha.back(), false);
    norm = std::sqrt(K.product(next, next));
    requireRun(std::isfinite(norm), "the time step could not be estimated (the operator gives {} after {} products)",
               norm, k);
    largestNorm = std::max({largestNorm, norm, T.alpha.back()});
    T.exhausted = norm <= 1e-12 * largestNorm;
    if ((k % stepsBetween == 0 || T.exhausted) && isDecided(T, unknowns, bound)) break;
    T.beta.push_back(norm);
    K.add(next, next, 1 / norm, true);
    std::tie(before, present, next) = std::tuple(present, next, before);
  }
  return bound;
}

}  // namespace

template <class Real>
StabilityEstimate filterConditions(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                   const std::vector<LevelElements>& levels, double step, MPI_Comm comm) {
  FilterConditions conditions;
  const int count = static_cast<int>(levels.size());
  engine.freeWorkArrays();
  const Refinement refinement{levels, addFilterArrays(engine, count)};
  const std::array<ArrayId, 3> vectors{refinement.arrays.before, engine.addWorkArray(), engine.addWorkArray()};
  FilteredSpace<Real> space(engine, exchange, refinement, step, comm);
  conditions.ofLevel.resize(levels.size());
  const double nodes = static_cast<double>(d.basis.np()) * 3;
  std::int64_t elements = 0;
  for (int level = count; level >= 1; --level) {
    // Level by level from the smallest set on, so that what a level leaves in the arrays lies in the next one.
    elements += d.timeLevels.elements[static_cast<std::size_t>(level)];
    LevelOperator<Real> K(space, level);
    engine.krylov().setRandom(d.mesh.elementId);
    conditions.ofLevel[static_cast<std::size_t>(level - 1)] =
        largestOf<Real>(K, arrayOf(Field::E), vectors, nodes * static_cast<double>(elements));
  }
  engine.freeWorkArrays();
  StabilityEstimate estimate;
  // Only positive definite G_l make an inner product, in which B' is symmetric.
  if (conditions.hold()) {
    estimate = estimateFiltered(engine, exchange, d, {levels, addFilterArrays(engine, count)}, step, comm);
    engine.freeWorkArrays();
    conditions.ofStep = 0.5 * step * estimate.spectralBound;
  }
  spdlog::debug("c0 dt {:.6g} m: the step is {:.3f} of its limit, the levels {:.3f}", step, conditions.ofStep,
                fmt::join(conditions.ofLevel, ", "));
  estimate.conditions = std::move(conditions);
  return estimate;
}

template <class Real>
StabilityEstimate estimateWithLevels(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                                     const std::function<double(double)>& dtOf, MPI_Comm comm) {
  const std::vector<LevelElements> levels = levelElements(d.mesh, d.mesh.level, d.timeLevels.count, comm);
  double maxStep = std::min(d.timeLevels.step, longestStepOfLayers(d.problem)) / constants::c0;
  if (!d.laws.none()) maxStep = std::min(maxStep, d.laws.maxStep());
  constexpr int attempts = 40;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const double dt = dtOf(maxStep);
    if (!d.laws.none()) engine.setFaceLaws(d.laws.boundedAt(dt));
    StabilityEstimate estimate = filterConditions(engine, exchange, d, levels, constants::c0 * dt, comm);
    estimate.maxStep = maxStep;
    estimate.testedStep = dt;
    if (!d.laws.none()) estimate.stepOfBounds = dt;
    if (estimate.conditions.hold()) return estimate;
    maxStep = roundDown(maxStep * std::min(0.99, 0.995 / estimate.conditions.excess()));
  }
  throw RunError(
      "no time step was found that is stable with these local time steps: set dgtd.localTimeStepping.levels "
      "to 0");
}

template StabilityEstimate filterConditions(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&,
                                            const std::vector<LevelElements>&, double, MPI_Comm);
template StabilityEstimate filterConditions(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                            const std::vector<LevelElements>&, double, MPI_Comm);
template StabilityEstimate estimateWithLevels(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&,
                                              const std::function<double(double)>&, MPI_Comm);
template StabilityEstimate estimateWithLevels(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                              const std::function<double(double)>&, MPI_Comm);

}  // namespace fluxtet::dgtd
