// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/step/leapFrogStep.hpp"
#include "kernels/dgtd/cuda/cudaEngine.hpp"
#include "lib/base/constants.hpp"
#include "tests/support/engines/engineCase.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fluxtet::test {

/// Two engines of one problem with the same random fields. One takes many leap-frog steps at once, by graphs
/// (replay()), the other takes their half steps one by one (step()), and each ends before the next one begins.
template <class Real>
class ReplayPair {
 public:
  ReplayPair(const EngineKind& kind, const dgtd::DgtdProblem& problem)
      : replayed_(kind, problem), elementsDone_(kind, problem) {}

  bool replays() const { return replayed_.engine->replays(leapFrog(1e-12)); }
  void replay(std::int64_t first, std::int64_t count, double dt) {
    const dgtd::TimeStep step = leapFrog(dt);
    replayed_.engine->replay(step, first, count, [&](double time) {
      for (const dgtd::Stage& stage : step.stages) replayed_.engine->fusedHalfStep(stage.half.at(time), replayed_.all);
    });
  }
  /// Takes the same steps as a time loop does: at the start of step n, E is at n * dt, s.
  void step(std::int64_t first, std::int64_t count, double dt) {
    for (std::int64_t step = first; step < first + count; ++step)
      for (const dgtd::Stage& stage : leapFrog(dt).stages) {
        elementsDone_.engine->fusedHalfStep(stage.half.at(static_cast<double>(step) * dt), elementsDone_.all);
        elementsDone_.engine->synchronize();
      }
  }
  /// Takes a half step of H of another size, step = c0 dt, m, on both engines.
  void disturb(double step) {
    for (EngineCase<Real>* test : {&replayed_, &elementsDone_})
      test->engine->fusedHalfStep({dgtd::Field::H, step, 0, 0}, test->all);
  }

  /// Starts two sums of each field on both engines; sample() adds the present fields to them.
  void startSpectra() {
    for (EngineCase<Real>* test : {&replayed_, &elementsDone_})
      for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) test->engine->spectra().start(field, 2);
  }
  void sample(std::int64_t step) {
    const std::array weights{std::cos(0.1 * static_cast<double>(step)), std::sin(0.1 * static_cast<double>(step))};
    for (EngineCase<Real>* test : {&replayed_, &elementsDone_})
      for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) test->engine->spectra().add(field, weights);
  }
  bool sameSums(dgtd::Field field) const {
    for (const int sum : {0, 1})
      if (downloadSum(*replayed_.engine, field, sum, replayed_.E.size()) !=
          downloadSum(*elementsDone_.engine, field, sum, elementsDone_.E.size()))
        return false;
    return true;
  }

  /// Half steps of replay() that may have begun before the one before had ended.
  std::int64_t overlappingHalfSteps() const {
    return dynamic_cast<const dgtd::cuda::CudaEngine<Real>&>(*replayed_.engine).overlappingHalfSteps();
  }

  bool same(dgtd::Field field) const { return replayed_.values(field) == elementsDone_.values(field); }
  bool same() const { return same(dgtd::Field::E) && same(dgtd::Field::H); }
  bool finite() const {
    const auto E = elementsDone_.values(dgtd::Field::E);
    return std::all_of(E.begin(), E.end(), [](Real value) { return std::isfinite(value); });
  }

 private:
  dgtd::TimeStep leapFrog(double dt) const {
    const auto elements = dgtd::ElementList::all(replayed_.all.end, replayed_.all.end);
    return dgtd::leapFrogStep(dt, elements, {});
  }

  EngineCase<Real> replayed_, elementsDone_;
};

}  // namespace fluxtet::test
