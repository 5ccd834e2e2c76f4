// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/filteredStep.hpp"
#include "app/dgtd/step/leapFrogStep.hpp"
#include "app/dgtd/step/stagesAside.hpp"
#include "app/dgtd/step/stepExecutor.hpp"
#include "app/dgtd/step/timeStepper.hpp"

#include <vector>

namespace fluxtet::dgtd {
namespace {

/// Leap-frog as a TimeStepper, with local time steps where there are levels. Its energy is 1/2 <E^n, E^n> + 1/2
/// <H^{n-1/2}, H^{n+1/2}>, which the scheme with the centred flux conserves (Fezoui et al. 2005); with local time steps
/// that holds up to terms of the order of dt^2 (docs/theory.md, section 3.13).
template <class Real>
class LeapFrog final : public TimeStepper<Real> {
 public:
  LeapFrog(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const StepPlan& plan)
      : engine_(engine),
        executor_(engine, exchange, plan.kernels),
        jumpTerms_{engine.readsOuterTarget(Field::E), engine.readsOuterTarget(Field::H)},
        elements_(ElementList::all(plan.numElements, plan.numInterior)),
        numElements_(plan.numElements),
        valuesPerElement_(plan.nodesPerElement * 3),
        refinement_{plan.levels, plan.levels.empty() ? FilterArrays{} : addFilterArrays(engine, numLevels(plan)),
                    plan.damped},
        step_(filteredLeapFrogStep(plan.dt, elements_, jumpTerms_, refinement_)),
        measured_(step_) {
    step_ = withStagesAside(step_, refinement_, engine.stagesAside());
    for (Stage& stage : measured_.stages) stage.keeps = stage.isHalfStep() && stage.half.target == Field::H;
  }

  void advance(std::int64_t step, bool keepH) override { executor_.advance(keepH ? measured_ : step_, step); }
  void advanceMany(std::int64_t step, std::int64_t count) override { executor_.advanceMany(step_, step, count); }
  void advanceRecorded(std::int64_t step, std::int64_t count, PointSamples<Real>& /*points*/,
                       const std::vector<int>& handles) override {
    if (recorded_.stages.empty() || recorded_.records != handles) recorded_ = {step_.dt, step_.stages, handles};
    executor_.advanceMany(recorded_, step, count);
  }
  void receiveTraces() override { executor_.receiveTraces(); }
  double timeH(std::int64_t step) const override { return (static_cast<double>(step) + 0.5) * step_.dt; }

  double electricEnergy() const override { return engine_.energies().innerProduct(Field::E, false); }
  double magneticEnergy() const override { return engine_.energies().innerProduct(Field::H, true); }

  double initialEnergy() override {
    std::vector<std::vector<Real>> values;  // of all states but E, which the half step of H does not change
    const auto numStates = static_cast<StateId>(engine_.states().size());
    for (StateId s = stateOf(Field::H); s < numStates; ++s) {
      const std::int64_t elements = engine_.states()[static_cast<std::size_t>(s)].count(numElements_);
      values.emplace_back(static_cast<std::size_t>(elements) * valuesPerElement_);
      engine_.downloadState(s, values.back());
    }
    engine_.energies().keep(Field::H);
    const Stage back = halfStepBack(step_.dt, elements_, jumpTerms_);
    std::vector<Stage> stages;
    appendWithFilteredE(back, -back.half.step, refinement_, stages);
    for (const Stage& stage : stages) executor_.perform(stage, 0);
    const double result = this->energy();
    for (StateId s = stateOf(Field::H); s < numStates; ++s)
      engine_.uploadState(s, values[static_cast<std::size_t>(s - stateOf(Field::H))]);
    return result;
  }

 private:
  static int numLevels(const StepPlan& plan) { return static_cast<int>(plan.levels.size()); }

  FieldEngine<Real>& engine_;
  StepExecutor<Real> executor_;
  std::array<bool, 2> jumpTerms_;
  ElementList elements_;
  std::int32_t numElements_;
  std::size_t valuesPerElement_;
  Refinement refinement_;
  TimeStep step_, measured_;  ///< the same step without and with keeping H for energy()
  TimeStep recorded_;         ///< the same with the records of points that were last asked for
};

}  // namespace

template <class Real>
std::unique_ptr<TimeStepper<Real>> makeLeapFrog(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                                StepPlan plan) {
  return std::make_unique<LeapFrog<Real>>(engine, exchange, plan);
}

template std::unique_ptr<TimeStepper<float>> makeLeapFrog(FieldEngine<float>&, TraceExchange<float>&, StepPlan);
template std::unique_ptr<TimeStepper<double>> makeLeapFrog(FieldEngine<double>&, TraceExchange<double>&, StepPlan);

}  // namespace fluxtet::dgtd
