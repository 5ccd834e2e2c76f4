// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/krylovSpace.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "app/dgtd/step/stepExecutor.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet::dgtd {

/// What acts on vectors of E on the elements of levels of local time steps (docs/theory.md, section 3.13), by the
/// stages of the step itself: the filters F_l, curls and curl-curls, sums and inner products. A vector of level l is an
/// array that is zero outside of P_l. All methods are collective.
template <class Real>
class FilteredSpace {
 public:
  /// `refinement` outlives the space; its array `curl` is overwritten by all products. `step`: c0 dt, m, of the filter.
  FilteredSpace(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Refinement& refinement, double step,
                MPI_Comm comm)
      : engine_(engine),
        executor_(engine, exchange, KernelSet::fused),
        refinement_(refinement),
        step_(step),
        comm_(comm) {}

  /// out += weight * source, or out = weight * source if `fromZero`; vectors of a level.
  void add(int level, ArrayId source, ArrayId out, double weight, bool fromZero) {
    executor_.perform({.half = {}, .sum = ArraySum{source, out, weight, fromZero}, .elements = elements(level).own}, 0);
  }
  /// x = F_level(x).
  void filter(int level, ArrayId x) {
    perform([&](std::vector<Stage>& stages) { appendFilter(level, x, step_, refinement_, stages); });
  }
  /// out = weight P_level S S^T x, added to if `out` is `x`. `x` may be another array than a vector of the level.
  void curlCurl(int level, ArrayId x, double weight, ArrayId out) {
    perform([&](std::vector<Stage>& stages) { appendCurlCurl(level, x, weight, out, refinement_, stages); });
  }
  /// out = -S^T x, a field H on P_1 and its neighbours.
  void curl(ArrayId x, ArrayId out) { executor_.perform(curlBesideLevel(elements(1), 1, x, out, true), 0); }

  /// (x, y) in the inner product of the energy, without its half, of vectors of a level.
  double product(int level, ArrayId x, ArrayId y) const {
    return 2 * innerProductOn<Real>(elements(level).own, engine_.energies(), Field::E, x, y, comm_);
  }
  /// The same of two results of curl().
  double productOfCurls(ArrayId x, ArrayId y) const {
    return 2 * innerProductOn<Real>(elements(1).withNeighbours, engine_.energies(), Field::H, x, y, comm_);
  }

  /// The cube of the step, m^3, by which inner products of values of about 1 are about the number of elements.
  double unitOfProduct() const { return step_ * step_ * step_; }

  const FilterArrays& arrays() const { return refinement_.arrays; }
  /// theta_l Delta_l^2, m^2.
  double weight(int level) const { return elements(level).weight(step_); }

 private:
  const LevelElements& elements(int level) const { return refinement_.levels[static_cast<std::size_t>(level - 1)]; }
  template <class Append>
  void perform(Append&& append) {
    std::vector<Stage> stages;
    append(stages);
    for (const Stage& stage : stages) executor_.perform(stage, 0);
  }

  FieldEngine<Real>& engine_;
  StepExecutor<Real> executor_;
  const Refinement& refinement_;
  double step_;
  MPI_Comm comm_;
};

}  // namespace fluxtet::dgtd
