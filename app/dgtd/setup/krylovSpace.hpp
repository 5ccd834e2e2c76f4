// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "app/dgtd/step/stepExecutor.hpp"
#include "lib/base/mpi.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace fluxtet::dgtd {

/// The inner product 1/2 sum_K |K| c_K F^T M G over the listed elements of all ranks (FieldEnergies). Collective.
template <class Real>
double innerProductOn(const ElementList& elements, const FieldEnergies<Real>& energies, Field field, ArrayId f,
                      ArrayId g, MPI_Comm comm) {
  double sum = 0;
  for (const auto* ranges : {&elements.interior, &elements.border})
    for (const ElementRange& range : *ranges) sum += energies.innerProduct(field, f, g, range);
  return sumOverRanks(comm, sum);
}

/// The stability operator B and its inner product on the vectors x and k that the engine keeps. With levels of local
/// time steps B has the filtered E in the place of E in Faraday's law, B' = [[C_H, G S^T], [S, C_E]], which is
/// symmetric in the inner product with G^-1 before H (docs/theory.md, section 3.13). Besides x = (e, h) it then keeps q
/// = h - G^-1 h, which is zero away from P_1: S^T F(e) = G S^T e, so that both h and G^-1 h follow from the same
/// products.
template <class Real>
class KrylovSpace {
 public:
  /// `refinement`: see withFilteredE(); without levels B is that of leap-frog. `step`: c0 dt, m, of the filter.
  KrylovSpace(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d, TimeScheme scheme,
              Refinement refinement, double step, MPI_Comm comm)
      // Leap-frog averages the conduction current over the step, which is stable for any value; Runge-Kutta is
      // explicit.
      : engine_(engine),
        exchange_(exchange),
        d_(d),
        withSigma_(scheme == TimeScheme::rungeKutta),
        comm_(comm),
        executor_(engine, exchange, KernelSet::fused),
        refinement_(std::move(refinement)) {
    if (refinement_.levels.empty()) return;
    unit_ = step;
    appendFilter(1, arrayOf(Field::E), step, refinement_, filter_);
    q_ = engine.addWorkArray();
    qBefore_ = engine.addWorkArray();
  }

  void setRandom() {
    engine_.krylov().setRandom(d_.mesh.elementId);
    if (refinement_.levels.empty()) return;
    // Random values have norm 1 in each element, however small that is.
    const double scale = std::sqrt(unitOfProduct());
    const ArrayId E = arrayOf(Field::E), H = arrayOf(Field::H);
    const ElementList all = ElementList::all(d_.mesh.numElements, d_.mesh.numInterior);
    for (const ArrayId field : {E, H}) add({field, field, scale, true}, all);
    // There G h = h and q = 0.
    add({H, H, 0, true}, refinement_.levels.front().withNeighbours);
    for (const ArrayId q : {q_, qBefore_}) add({q, q, 0, true}, refinement_.levels.front().withNeighbours);
  }
  /// Length of x in the inner product of the energy, per volume of unit()^3, in the unit of x.
  double norm() const {
    double square = sumOverRanks(comm_, engine_.energies().total());
    if (!refinement_.levels.empty())
      square -= innerProductOn<Real>(refinement_.levels.front().withNeighbours, engine_.energies(), Field::H,
                                     arrayOf(Field::H), q_, comm_);
    return std::sqrt(2 * square / unitOfProduct());
  }
  /// A length in m, the step: in its units vectors of norm 1 and products with B have values of about 1, of which the
  /// filter's curl-curls are numbers of single precision in meshes of any size. Without levels, which need it not, 1 m.
  double unit() const { return unit_; }
  /// (x, k) = (a k + b B x, x), a dimensionless, b in m.
  void apply(double a, double b) {
    if (!refinement_.levels.empty()) curlOfCorrection(a, b);
    for (const Field field : {Field::E, Field::H}) exchange_.start(field);
    for (const Field field : {Field::E, Field::H}) exchange_.finish(field);
    engine_.krylov().apply(a, b, withSigma_);
    if (!refinement_.levels.empty())
      add({refinement_.arrays.curl, arrayOf(Field::H), 1}, refinement_.levels.front().withNeighbours);
  }
  /// See KrylovVectors::strongestElement(). a: dimensionless.
  StrongestElement strongestElement(double a) { return engine_.krylov().strongestElement(a); }

 private:
  /// As FilteredSpace::unitOfProduct().
  double unitOfProduct() const { return unit_ * unit_ * unit_; }
  void add(const ArraySum& sum, const ElementList& elements) {
    executor_.perform({.half = {}, .sum = sum, .elements = elements}, 0);
  }
  /// Sets the array `curl` to b (1/muR) S^T (F(e) - e), and q to a times the one before plus this.
  void curlOfCorrection(double a, double b) {
    const LevelElements& refined = refinement_.levels.front();
    const ArrayId E = arrayOf(Field::E), before = refinement_.arrays.before, curl = refinement_.arrays.curl;
    add({E, before, 1, true}, refined.own);
    for (const Stage& stage : filter_) executor_.perform(stage, 0);
    add({E, before, -1}, refined.own);
    executor_.perform(curlBesideLevel(refined, b, before, curl, true), 0);
    add({before, E, 1}, refined.own);
    add({qBefore_, qBefore_, a, true}, refined.withNeighbours);
    add({curl, qBefore_, 1}, refined.withNeighbours);
    std::swap(q_, qBefore_);
  }

  FieldEngine<Real>& engine_;
  TraceExchange<Real>& exchange_;
  const Discretisation& d_;
  bool withSigma_;
  MPI_Comm comm_;
  StepExecutor<Real> executor_;
  Refinement refinement_;
  std::vector<Stage> filter_;
  double unit_ = 1;
  ArrayId q_ = 0, qBefore_ = 0;
};

}  // namespace fluxtet::dgtd
